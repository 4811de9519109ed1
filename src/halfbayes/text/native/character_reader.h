// Second stage for character n-grams, as scikit-learn's analyzers "char" and "char_wb" define them.
#pragma once

#include <cstdint>
#include <vector>

#include "characters.h"
#include "document.h"
#include "options.h"
#include "row_counter.h"

namespace halfbayes {

class CharacterReader {
public:
    CharacterReader(const Options& options, RowCounter& counter)
        : options_(options), counter_(counter) {}

    void read(const DocumentView& view, const Characters& characters) {
        bytes_.clear();
        starts_.clear();
        words_.clear();
        bool within = options_.analyzer == Analyzer::character_within_words;
        if (within) put(' ');
        normalise(view, characters, within);
        if (within && bytes_.back() != ' ') put(' '), words_.push_back(starts_.size() - 1);
        starts_.push_back(static_cast<uint32_t>(bytes_.size()));
        bytes_.resize(bytes_.size() + kPadding);
        if (within) {
            size_t from = 0;  // each word with the space on either side
            for (size_t end : words_) grams_of_word(from, end + 1), from = end;
        } else {
            grams(0, starts_.size() - 1);
        }
    }

private:
    void put(uint32_t character) {
        uint8_t buffer[4];
        uint8_t* end = put_utf8(buffer, character);
        starts_.push_back(static_cast<uint32_t>(bytes_.size()));
        bytes_.insert(bytes_.end(), buffer, end);
    }

    // "char": two or more spaces become one blank. "char_wb": any number, and none at the start.
    void normalise(const DocumentView& view, const Characters& characters, bool within) {
        bool lower = options_.lowercase && !view.lowered;
        bool after_space = within;
        each_character(view, [&](uint32_t c) {
            if (lower) c = c < 0x80 ? ascii_lowered(static_cast<uint8_t>(c)) : characters.lowered(c);
            bool space = c < 0x80 ? is_ascii_space(static_cast<uint8_t>(c))
                                  : (characters[c] & kSpace) != 0;
            if (!space) {
                put(c);
            } else if (!after_space) {
                if (within) words_.push_back(starts_.size());
                put(within ? ' ' : c);
            } else if (!within) {
                bytes_.resize(starts_.back());
                starts_.pop_back();
                put(' ');
            }
            after_space = space;
        });
    }

    void grams(size_t from, size_t to) {
        for (size_t n = options_.shortest; n <= options_.longest; ++n)
            for (size_t i = from; i + n <= to; ++i) add(i, i + n);
    }

    // A word shorter than n counts once, whole.
    void grams_of_word(size_t from, size_t to) {
        for (size_t n = options_.shortest; n <= options_.longest; ++n) {
            if (to - from <= n) return add(from, to);
            for (size_t i = from; i + n <= to; ++i) add(i, i + n);
        }
    }

    void add(size_t from, size_t to) {
        counter_.add(make_key(bytes_.data() + starts_[from], starts_[to] - starts_[from],
                              counter_.seed()));
    }

    const Options& options_;
    RowCounter& counter_;
    std::vector<uint8_t> bytes_;
    std::vector<uint32_t> starts_;
    std::vector<size_t> words_;  // where the blank after each word stands
};

}  // namespace halfbayes
