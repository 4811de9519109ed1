// Reads how documents are written: counts their features, or scores them by a model's weights.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "characters.h"
#include "document.h"
#include "parts.h"
#include "scoring.h"
#include "threads.h"
#include "writing_features.h"

namespace halfbayes {

class WritingReader {
public:
    // Counts the marks and words of the text, as it was written.
    void read(const DocumentView& view, const Characters& characters, WritingCounts& counts) {
        counts_ = &counts;
        lower_ = at_ = 0;
        switch (view.encoding) {
            case Encoding::ascii: read_ascii(*this, static_cast<const uint8_t*>(view.data), view.length); break;
            case Encoding::latin: read_units<uint8_t>(view, characters); break;
            case Encoding::two_bytes: read_units<uint16_t>(view, characters); break;
            case Encoding::four_bytes: read_units<uint32_t>(view, characters); break;
            case Encoding::utf8: read_utf8(view, characters);
        }
        end_word();
        end_mark();
        if (lower_ > 0) counts.add(kLower, lower_);
    }

private:
    static constexpr uint32_t kStretch = 16;

    struct Word {
        uint32_t length = 0;
        bool first_capital = false, any_capital = false, any_digit = false;
        bool all_capitals = true, all_digits = true;

        // So many characters more, of which these are capitals and digits.
        HALFBAYES_WITHIN void add(int count, uint64_t capitals, uint64_t digits) {
            const uint64_t all = low_bits(count);
            capitals &= all;
            digits &= all;
            first_capital |= (length == 0) & (capitals & 1);
            any_capital |= capitals != 0;
            any_digit |= digits != 0;
            all_capitals &= capitals == all;
            all_digits &= digits == all;
            length += static_cast<uint32_t>(count);
        }

        // Of a word that is not in lower case. Without branches, which could not be foretold.
        uint32_t feature() const {
            const uint32_t digits = all_digits ? kDigits + std::min(length, 6u) - 1 : uint32_t{kWithDigits};
            const uint32_t capitals = length == 1 ? uint32_t{kCapital} : uint32_t{kCapitals};
            const uint32_t some = first_capital ? uint32_t{kCapitalised} : uint32_t{kMixed};
            const uint32_t letters = all_capitals ? capitals : some;
            return any_digit ? digits : letters;
        }
    };

    HALFBAYES_WIDE static void read_ascii(WritingReader& self, const uint8_t* in, uint32_t size) {
        for (; size >= 64; in += 64, size -= 64) self.read_block(in);
        uint8_t last[64] = {};
        std::memcpy(last, in, size);
        if (size > 0) self.read_block(last);
    }

    // Of stretches that are ASCII 64 at a time, other characters one by one.
    template <class Unit>
    void read_units(const DocumentView& view, const Characters& characters) {
        auto* units = static_cast<const Unit*>(view.data);
        for (uint32_t at = 0; at < view.length;) {
            if (view.length - at >= 64 && read_stretch(units + at)) {
                at += 64;
                continue;
            }
            const uint32_t next = std::min(at + kStretch, view.length);
            while (at < next) read_character(units[at++], characters);
        }
    }

    void read_utf8(const DocumentView& view, const Characters& characters) {
        auto* bytes = static_cast<const uint8_t*>(view.data);
        for (uint32_t at = 0; at < view.length;) {
            if (view.length - at >= 64 && read_stretch(bytes + at)) {
                at += 64;
                continue;
            }
            const uint32_t next = std::min(at + kStretch, view.length);
            while (at < next) read_character(next_utf8(bytes, view.length, at), characters);
        }
    }

    // False, and nothing read, where some of the 64 are not ASCII.
    template <class Unit>
    bool read_stretch(const Unit* units) {
        uint32_t all = 0;
        for (uint32_t i = 0; i < 64; ++i) all |= units[i];
        if (all >= 0x80) return false;
        uint8_t bytes[64];
        for (uint32_t i = 0; i < 64; ++i) bytes[i] = static_cast<uint8_t>(units[i]);
        read_block(bytes);
        return true;
    }

    HALFBAYES_WITHIN void read_block(const uint8_t* in) {
        const WritingBlock block(in);
        read_words(block);
        read_marks(block.marks, in);
        at_ += 64;
    }

    // Every word counts as one in lower case where it begins; few are looked at again.
    HALFBAYES_WITHIN void read_words(const WritingBlock& block) {
        uint64_t words = block.words;
        const bool goes_on = word_.length > 0;  // from the block before
        lower_ += static_cast<uint32_t>(std::popcount(words & ~(words << 1 | goes_on)));
        if (goes_on) {
            const int count = std::countr_one(words);
            word_.add(count, block.capitals, block.digits);
            if (count == 64) return;
            end_word();
            words &= ~low_bits(count);
        }
        if (const int count = std::countl_one(words)) {  // it may go on in the next block
            word_.add(count, block.capitals >> (64 - count), block.digits >> (64 - count));
            words &= low_bits(64 - count);
        }
        for (uint64_t others = (block.capitals | block.digits) & words; others;) {
            const int place = std::countr_zero(others);
            const int start = 64 - std::countl_zero(~words & low_bits(place));
            const int count = std::countr_one(words >> start);
            Word word;
            word.add(count, block.capitals >> start, block.digits >> start);
            not_lower(word);
            others &= ~(low_bits(count) << start);
        }
    }

    HALFBAYES_WITHIN void read_marks(uint64_t marks, const uint8_t* here) {
        for (; marks; marks &= marks - 1) {
            const auto place = static_cast<uint32_t>(std::countr_zero(marks));
            mark(here[place], at_ + place);
        }
    }

    void read_character(uint32_t c, const Characters& characters) {
        const uint8_t kind = c < 0x80 ? kAsciiWriting.kinds[c] : kind_of(c, characters);
        if (kind < kAMark) {
            if (kind != kAnAccent) {
                lower_ += word_.length == 0;
                word_.add(1, kind == kACapital, kind == kADigit);
            }
        } else {
            end_word();
            if (kind == kAMark) mark(c < 0x80 ? c : folded_mark(c), at_);
            if (kind == kAnOtherMark) counts_->add(kOtherMark);
        }
        ++at_;
    }

    static uint8_t kind_of(uint32_t c, const Characters& characters) {
        const uint8_t kind = characters[c];
        if (kind & kWord) {
            if (kind & kMark) return kAnAccent;
            if (kind & kDecimal) return kADigit;
            return kind & kContextLower || characters.lowered(c) != c ? kACapital : kALetter;
        }
        if (kind & kSpace || c < 0xA0) return kNothing;
        const uint32_t folded = folded_mark(c);
        return folded < 0x80 && kAsciiWriting.kinds[folded] == kAMark ? kAMark : kAnOtherMark;
    }

    void mark(uint32_t c, uint32_t place) {
        if (mark_ == c && place == place_ + 1) {
            repeated_ = true;
        } else {
            end_mark();
            mark_ = c;
            repeated_ = false;
        }
        place_ = place;
    }
    void end_mark() {
        if (mark_ != 0) counts_->add(kAsciiWriting.marks[mark_] + (repeated_ ? kRepeated : kOnce));
        mark_ = 0;
    }

    void end_word() {
        if (word_.any_capital || word_.any_digit) not_lower(word_);
        word_ = {};
    }
    void not_lower(const Word& word) {
        --lower_;
        counts_->add(word.feature());
    }

    WritingCounts* counts_ = nullptr;
    Word word_;
    uint32_t lower_ = 0, at_ = 0;  // at which character the reader is
    uint32_t mark_ = 0, place_ = 0;  // the last mark and where it was; 0 for none
    bool repeated_ = false;
};

constexpr size_t kWritingAtATime = 16;  // documents

// How often each document has each feature, given field by field: (documents, features).
inline std::vector<uint32_t> writing_counts(const std::vector<DocumentView>& views, size_t n_fields,
                                            const Characters& characters, uint32_t threads) {
    const size_t documents = views.size() / n_fields;
    std::vector<uint32_t> counts(documents * kFeatures);
    in_pieces(threads, documents, kWritingAtATime, [&](uint32_t, size_t from, size_t to) {
        WritingReader reader;
        WritingCounts here;
        for (size_t i = from; i < to; ++i) {
            for (size_t at = i; at < views.size(); at += documents) reader.read(views[at], characters, here);
            here.take([&](uint32_t feature, uint32_t times) { counts[i * kFeatures + feature] = times; });
        }
    });
    return counts;
}

// Adds what a model says of the way documents are written to their scores, as scoring.h does for words.
class WritingScorer {
public:
    WritingScorer(const ScoredPart& part, size_t classes) : sum_(part, classes) { sum_.start(kFeatures); }

    void score(const DocumentView* views, size_t stride, size_t n_fields, const Characters& characters,
               std::span<double> scores) {
        for (size_t field = 0; field < n_fields; ++field) reader_.read(views[field * stride], characters, counts_);
        sum_.start(kFeatures);
        counts_.take([&](uint32_t feature, uint32_t times) { sum_.add(sublinear_[times], feature); });
        sum_.add_to(scores, sum_.sum_up());
    }

private:
    WritingReader reader_;
    PartSum sum_;
    SublinearCounts sublinear_;
    WritingCounts counts_;
};

}  // namespace halfbayes
