// How a document is written: its marks and the shapes of its words, numbered as text/writing.py says.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "lowered_text.h"

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

}  // namespace halfbayes
