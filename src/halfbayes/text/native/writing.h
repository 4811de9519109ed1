// How a document is written: its marks and the shapes of its words, numbered as text/writing.py says.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "characters.h"
#include "document.h"
#include "lowered_text.h"
#include "parts.h"
#include "scoring.h"
#include "threads.h"

namespace halfbayes {

// The order of the features.
constexpr uint32_t kMarks = 31;  // ASCII punctuation but the underscore, which is part of words
enum Feature : uint32_t {
    kOnce = 0,
    kRepeated = kMarks,
    kOtherMark = 2 * kMarks,
    kLower,
    kCapital,
    kCapitalised,
    kCapitals,
    kMixed,
    kDigits,  // of one digit, two ... six or more
    kWithDigits = kDigits + 6,
    kFeatures
};

// Marks that are typed in several ways, and the ASCII one they stand for.
inline uint32_t folded_mark(uint32_t c) {
    if (c >= 0xFF01 && c <= 0xFF5E) return c - 0xFEE0;  // of full width
    switch (c) {
        case 0x2018: case 0x2019: return '\'';
        case 0x201C: case 0x201D: case 0xAB: case 0xBB: return '"';
        case 0x2013: case 0x2014: return '-';
        case 0x2026: case 0x3002: return '.';
        case 0x3001: return ',';
        default: return c;
    }
}

// What a character is in the writing of a document; those before the first mark are part of words.
enum WritingKind : uint8_t { kALetter, kACapital, kADigit, kAnAccent, kAMark, kAnOtherMark, kNothing };

struct AsciiWriting {
    std::array<uint8_t, 128> kinds{};
    std::array<uint32_t, 128> marks{};  // their numbers

    constexpr AsciiWriting() {
        uint32_t next = 0;
        for (uint32_t c = 0; c < 128; ++c) {
            const bool letter = (c >= 'a' && c <= 'z') || c == '_';
            kinds[c] = c >= 'A' && c <= 'Z'   ? kACapital
                       : c >= '0' && c <= '9' ? kADigit
                       : letter               ? kALetter
                       : c > ' ' && c < 0x7F  ? kAMark
                                              : kNothing;
            if (kinds[c] == kAMark) marks[c] = next++;
        }
    }
};
inline constexpr AsciiWriting kAsciiWriting;

// The lowest bits, so many of 64.
constexpr uint64_t low_bits(int count) { return count < 64 ? (uint64_t{1} << count) - 1 : ~uint64_t{0}; }

// Which of 64 bytes of ASCII are what: a bit for each.
struct WritingBlock {
    uint64_t words = 0, capitals = 0, digits = 0, marks = 0;

    explicit WritingBlock(const uint8_t* in) {
#if defined(HALFBAYES_SSE2)
        auto bits = [](__m128i lanes, int part) {
            return static_cast<uint64_t>(static_cast<uint32_t>(_mm_movemask_epi8(lanes))) << (16 * part);
        };
        for (int part = 0; part < 4; ++part) {
            const __m128i c = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in + 16 * part));
            const __m128i capital = within(c, 'A', 25), digit = within(c, '0', 9);
            const __m128i other = _mm_or_si128(within(c, 'a', 25), _mm_cmpeq_epi8(c, _mm_set1_epi8('_')));
            const __m128i word = _mm_or_si128(_mm_or_si128(capital, digit), other);
            words |= bits(word, part);
            capitals |= bits(capital, part);
            digits |= bits(digit, part);
            marks |= bits(_mm_andnot_si128(word, within(c, '!', '~' - '!')), part);
        }
#else
        for (int i = 0; i < 64; ++i) {
            const uint8_t kind = in[i] < 0x80 ? kAsciiWriting.kinds[in[i]] : kNothing;
            words |= uint64_t{kind < kAMark} << i;
            capitals |= uint64_t{kind == kACapital} << i;
            digits |= uint64_t{kind == kADigit} << i;
            marks |= uint64_t{kind == kAMark} << i;
        }
#endif
    }
};

// How often a text has each feature, and which it has at all.
class WritingCounts {
public:
    void add(uint32_t feature, uint32_t times = 1) {
        counts_[feature] += times;
        seen_[feature / 64] |= uint64_t{1} << feature % 64;
    }

    // Calls use(feature, times) for each that is there, and forgets it.
    template <class Use>
    void take(Use&& use) {
        for (uint32_t half = 0; half < seen_.size(); ++half)
            for (; seen_[half]; seen_[half] &= seen_[half] - 1) {
                const uint32_t feature = 64 * half + static_cast<uint32_t>(std::countr_zero(seen_[half]));
                use(feature, std::exchange(counts_[feature], 0u));
            }
    }

private:
    std::array<uint32_t, kFeatures> counts_{};
    std::array<uint64_t, (kFeatures + 63) / 64> seen_{};
};

class WritingReader {
public:
    // Counts the marks and words of the text, as it was written.
    void read(const DocumentView& view, const Characters& characters, WritingCounts& counts) {
        counts_ = &counts;
        lower_ = at_ = 0;
        switch (view.encoding) {
            case Encoding::ascii: read_ascii(static_cast<const uint8_t*>(view.data), view.length); break;
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
        void add(int count, uint64_t capitals, uint64_t digits) {
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

    void read_ascii(const uint8_t* in, uint32_t size) {
        for (; size >= 64; in += 64, size -= 64) read_block(in);
        uint8_t last[64] = {};
        std::memcpy(last, in, size);
        if (size > 0) read_block(last);
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

    void read_block(const uint8_t* in) {
        const WritingBlock block(in);
        read_words(block);
        read_marks(block.marks, in);
        at_ += 64;
    }

    // Every word counts as one in lower case where it begins; few are looked at again.
    void read_words(const WritingBlock& block) {
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

    void read_marks(uint64_t marks, const uint8_t* here) {
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

constexpr size_t kWritingAtATime = 64;  // documents

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
