// Second stage for words: runs become words, NUMBER, EMAILADDR and character n-grams, in reading order.
//
// The same rules as reference.py, stated there.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "lowered_text.h"
#include "options.h"
#include "row_counter.h"

namespace halfbayes {

inline uint32_t count_characters(const uint8_t* bytes, uint32_t length) {
    uint32_t characters = 0;
    for (uint32_t i = 0; i < length; ++i) characters += (bytes[i] & 0xC0) != 0x80;
    return characters;
}

class WordReader {
public:
    WordReader(const Options& options, const TermTable* stop_words, RowCounter& counter)
        : options_(options), stop_words_(stop_words), counter_(counter) {
        joins_ = options.longest > 1 && !counter.in_order();
        plain_ = !joins_ && !options.numbers && !options.emails && !stop_words;
    }

    void read(const LoweredText& text) {
        text_ = &text;
        bool split = text.unsegmented && options_.unsegmented_longest > 0;
        if (plain_ && text.ascii) return read_plain<true>();
        // Bytes are enough to tell whether a word is long enough.
        if (plain_ && !split && options_.min_length == 1) {
            read_plain<false>();
            return end_sequence();
        }
        collect_runs(split);
        no_email_before_ = 0;
        for (size_t i = 0; i < runs_.size();) i = read_run(i);
        end_sequence();
    }

private:
    struct Run {
        uint32_t start, end;
        bool unsegmented;
    };
    struct Word {
        const uint8_t* bytes;
        uint32_t length;
    };
    static constexpr uint8_t kNumber[kPadding] = {'N', 'U', 'M', 'B', 'E', 'R'};
    static constexpr uint8_t kEmail[kPadding] = {'E', 'M', 'A', 'I', 'L', 'A', 'D', 'D', 'R'};

    const uint8_t* bytes() const { return text_->bytes.data(); }

    template <bool ascii>
    void read_plain() {
        const uint32_t* edge = text_->edges.data();
        const uint32_t* end = edge + text_->edge_count;
        const uint8_t* text = bytes();
        const Seed seed = counter_.seed();
        const uint32_t min = options_.min_length, span = options_.max_length - min;
        while (edge < end) {
            Key keys[RowCounter::kBatch];
            uint32_t size = 0;
            const Slots slots = counter_.slots();
            for (; edge < end && size < RowCounter::kBatch; edge += 2) {
                uint32_t length = edge[1] - edge[0];
                keys[size] = make_key(text + edge[0], length, seed);
                slots.prefetch(keys[size].hash);
                // Words of one letter come too irregularly for a branch: the next word overwrites
                // what is too short (the difference wraps) or too long.
                bool fits = length - min <= span;
                if constexpr (!ascii)
                    if (!fits) fits = count_characters(text + edge[0], length) - min <= span;
                size += fits;
            }
            counter_.count(keys, size);
        }
    }

    void collect_runs(bool split) {
        runs_.clear();
        const auto& edges = text_->edges;
        for (size_t i = 0; i < text_->edge_count; i += 2) {
            if (split)
                split_run(edges[i], edges[i + 1]);
            else
                runs_.push_back({edges[i], edges[i + 1], false});
        }
    }

    // A mark belongs to what it stands on.
    void split_run(uint32_t start, uint32_t end) {
        const uint8_t* classes = text_->classes.data();
        bool now = classes[start] & kUnsegmented;
        uint32_t from = start;
        for (uint32_t at = start + 1; at < end; ++at) {
            if ((bytes()[at] & 0xC0) == 0x80) continue;
            bool here = (classes[at] & kMark) && !(classes[at] & kUnsegmented)
                            ? now
                            : (classes[at] & kUnsegmented) != 0;
            if (here == now) continue;
            runs_.push_back({from, at, now});
            from = at;
            now = here;
        }
        runs_.push_back({from, end, now});
    }

    size_t read_run(size_t i) {
        const Run& run = runs_[i];
        if (run.unsegmented) {
            end_sequence();
            read_unsegmented(run);
            return i + 1;
        }
        if (options_.emails)
            if (size_t after = email_end(i)) return add_token({kEmail, 9}), after;
        if (options_.numbers && is_number(run)) {
            size_t last = i;
            while (joined(last, ".,") && is_number(runs_[last + 1])) ++last;
            return add_token({kNumber, 6}), last + 1;
        }
        read_word(run);
        return i + 1;
    }

    void read_word(const Run& run) {
        const uint8_t* word = bytes() + run.start;
        uint32_t length = run.end - run.start, characters = length;
        if (!text_->ascii && (length < 4 * options_.min_length || length > options_.max_length))
            characters = count_characters(word, length);
        if (characters < options_.min_length || characters > options_.max_length) return;
        add_token({word, length});
    }

    bool is_number(const Run& run) const {
        if (run.unsegmented) return false;
        for (uint32_t at = run.start; at < run.end; ++at) {
            uint8_t byte = bytes()[at];
            bool digit = byte < 0x80 ? byte >= '0' && byte <= '9'
                                     : (text_->classes[at] & kDecimal) != 0;
            if (!digit) return false;
        }
        return true;
    }

    // Whether run i is followed by one of these characters and then at once by another word run.
    bool joined(size_t i, const char* separators) const {
        if (i + 1 >= runs_.size()) return false;
        const Run &run = runs_[i], &next = runs_[i + 1];
        uint8_t between = bytes()[run.end];
        return next.start == run.end + 1 && !next.unsegmented && between != 0 &&
               std::strchr(separators, between) != nullptr;
    }

    // One past the last run of the address that starts at run i, or 0.
    size_t email_end(size_t i) {
        if (runs_[i].start < no_email_before_) return 0;
        size_t last = i;
        while (joined(last, ".+-%")) ++last;
        // No run of this chain starts an address if this one does not.
        no_email_before_ = runs_[last].end;
        if (!joined(last, "@")) return 0;
        bool dotted = false;
        for (++last; joined(last, ".-"); ++last) dotted |= bytes()[runs_[last].end] == '.';
        return dotted ? last + 1 : 0;
    }

    void read_unsegmented(const Run& run) {
        starts_.clear();
        for (uint32_t at = run.start; at < run.end; ++at)
            if ((bytes()[at] & 0xC0) != 0x80) starts_.push_back(at);
        size_t characters = starts_.size();
        starts_.push_back(run.end);
        for (size_t n = options_.unsegmented_shortest; n <= options_.unsegmented_longest; ++n)
            for (size_t i = 0; i + n <= characters; ++i) {
                Key key = make_key(bytes() + starts_[i], starts_[i + n] - starts_[i],
                                   counter_.seed());
                if (is_stop_word(key)) continue;
                counter_.add(key);
                if (counter_.in_order()) counter_.part();
            }
    }

    bool is_stop_word(const Key& key) const {
        if (!stop_words_) return false;
        // Both tables of one call have the same seed.
        return stop_words_->find(key) != kAbsent;
    }

    void add_token(const Word& word) {
        Key key = make_key(word.bytes, word.length, counter_.seed());
        if (is_stop_word(key)) return;
        if (options_.shortest == 1) counter_.add(key);
        if (joins_) sequence_.push_back(word);
    }

    // Word n-grams with n > 1 of the words since the last unsegmented stretch.
    void end_sequence() {
        if (counter_.in_order()) return counter_.part();
        size_t size = sequence_.size();
        for (size_t i = 0; i < size && joins_; ++i) {
            gram_.clear();
            for (size_t n = 1; n <= options_.longest && i + n <= size; ++n) {
                const Word& word = sequence_[i + n - 1];
                if (n > 1) gram_.push_back(' ');
                gram_.insert(gram_.end(), word.bytes, word.bytes + word.length);
                if (n > 1 && n >= options_.shortest) add_gram();
            }
        }
        sequence_.clear();
    }

    void add_gram() {
        auto length = static_cast<uint32_t>(gram_.size());
        gram_.resize(length + kPadding);
        counter_.add(make_key(gram_.data(), length, counter_.seed()));
        // A long key points into gram_, which the next n-gram overwrites.
        if (length > kInlineBytes) counter_.flush();
        gram_.resize(length);
    }

    const Options& options_;
    const TermTable* stop_words_;
    RowCounter& counter_;
    const LoweredText* text_ = nullptr;
    bool plain_, joins_;  // words and nothing else; n-grams are made here
    uint32_t no_email_before_ = 0;
    std::vector<Run> runs_;
    std::vector<uint32_t> starts_;
    std::vector<Word> sequence_;
    std::vector<uint8_t> gram_;
};

}  // namespace halfbayes
