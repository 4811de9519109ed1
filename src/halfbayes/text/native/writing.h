// How a document is written: its marks and the shapes of its words, numbered as text/writing.py says.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
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

class WritingReader {
public:
    // Calls see(feature) for each mark and each word of the text, as it was written.
    template <class See>
    void read(const DocumentView& view, const Characters& characters, See&& see) {
        if (view.encoding == Encoding::ascii)
            read_ascii(static_cast<const uint8_t*>(view.data), view.length, see);
        else
            read_unicode(view, characters, see);
        end_word(see);
        end_mark(see);
    }

private:
    struct Word {
        uint32_t length = 0;
        bool first_capital = false, any_capital = false, any_digit = false;
        bool all_capitals = true, all_digits = true;

        // Some characters more, of which these are capitals and digits.
        void add(uint32_t count, uint64_t capitals, uint64_t digits, uint64_t all, bool first) {
            first_capital |= (length == 0) & first;
            any_capital |= capitals != 0;
            any_digit |= digits != 0;
            all_capitals &= capitals == all;
            all_digits &= digits == all;
            length += count;
        }

        uint32_t feature() const {
            if (!any_capital && !any_digit) return kLower;
            if (all_digits) return kDigits + std::min(length, 6u) - 1;
            if (any_digit) return kWithDigits;
            if (all_capitals) return length == 1 ? kCapital : kCapitals;
            return first_capital ? kCapitalised : kMixed;
        }
    };

    template <class See>
    void read_ascii(const uint8_t* in, uint32_t size, See& see) {
        for (uint32_t at = 0; at < size; at += 64) {
            uint8_t last[64] = {};
            const uint8_t* here = in + at;
            if (size - at < 64) here = static_cast<const uint8_t*>(std::memcpy(last, here, size - at));
            const WritingBlock block(here);
            read_words(block, see);
            for (uint64_t marks = block.marks; marks; marks &= marks - 1) {
                const auto place = static_cast<uint32_t>(std::countr_zero(marks));
                mark(here[place], at + place, see);
            }
        }
    }

    template <class See>
    void read_words(const WritingBlock& block, See& see) {
        if (word_.length > 0 && !(block.words & 1)) end_word(see);
        for (uint64_t rest = block.words; rest;) {
            const int start = std::countr_zero(rest), count = std::countr_one(rest >> start);
            const uint64_t run = (count < 64 ? (uint64_t{1} << count) - 1 : ~uint64_t{0}) << start;
            word_.add(static_cast<uint32_t>(count), block.capitals & run, block.digits & run, run,
                      block.capitals >> start & 1);
            if (start + count < 64) end_word(see);
            rest &= ~run;
        }
    }

    template <class See>
    void read_unicode(const DocumentView& view, const Characters& characters, See& see) {
        uint32_t at = 0;
        each_character(view, [&](uint32_t c) {
            const uint8_t kind = c < 0x80 ? kAsciiWriting.kinds[c] : kind_of(c, characters);
            if (kind < kAMark) {
                if (kind != kAnAccent) word_.add(1, kind == kACapital, kind == kADigit, 1, kind == kACapital);
            } else {
                end_word(see);
                if (kind == kAMark) mark(c < 0x80 ? c : folded_mark(c), at, see);
                if (kind == kAnOtherMark) see(kOtherMark);
            }
            ++at;
        });
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

    template <class See>
    void mark(uint32_t c, uint32_t place, See& see) {
        if (mark_ == c && place == place_ + 1) {
            repeated_ = true;
        } else {
            end_mark(see);
            mark_ = c;
            repeated_ = false;
        }
        place_ = place;
    }
    template <class See>
    void end_mark(See& see) {
        if (mark_ != 0) see(kAsciiWriting.marks[mark_] + (repeated_ ? kRepeated : kOnce));
        mark_ = 0;
    }
    template <class See>
    void end_word(See& see) {
        if (word_.length == 0) return;
        see(word_.feature());
        word_ = {};
    }

    Word word_;
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
        for (size_t i = from; i < to; ++i)
            for (size_t at = i; at < views.size(); at += documents)
                reader.read(views[at], characters, [&](uint32_t feature) { ++counts[i * kFeatures + feature]; });
    });
    return counts;
}

// Adds what a model says of the way documents are written to their scores, as scoring.h does for words.
class WritingScorer {
public:
    WritingScorer(const ScoredPart& part, size_t classes) : sum_(part, classes) { sum_.start(kFeatures); }

    void score(const DocumentView* views, size_t stride, size_t n_fields, const Characters& characters,
               std::span<double> scores) {
        for (size_t field = 0; field < n_fields; ++field)
            reader_.read(views[field * stride], characters, [&](uint32_t feature) {
                if (counts_[feature]++ == 0) seen_.push_back(feature);
            });
        sum_.start(kFeatures);
        for (uint32_t feature : seen_) {
            sum_.add(sublinear_[counts_[feature]], feature);
            counts_[feature] = 0;
        }
        seen_.clear();
        sum_.add_to(scores, sum_.sum_up());
    }

private:
    WritingReader reader_;
    PartSum sum_;
    SublinearCounts sublinear_;
    std::array<uint32_t, kFeatures> counts_{};
    std::vector<uint32_t> seen_;
};

}  // namespace halfbayes
