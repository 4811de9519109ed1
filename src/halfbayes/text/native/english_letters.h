// What the English stemmer asks of letters, and the words it knows by heart.
#pragma once

#include <cstdint>
#include <string_view>

#include "lowered_text.h"

namespace halfbayes {

// A set of the letters a-z, a bit for each.
constexpr uint32_t letters(const char* set) {
    uint32_t bits = 0;
    for (; *set; ++set) bits |= 1u << (*set - 'a');
    return bits;
}

inline bool among(char c, uint32_t set) { return c >= 'a' && c <= 'z' && ((set >> (c - 'a')) & 1); }
inline bool vowel(char c) { return among(c, letters("aeiouy")); }

constexpr uint32_t kMostPlaces = 16;  // letters

// Where a word of at most kMostPlaces letters has one of these, a bit for each place; so many bytes can be read.
// Without a branch: how long a word is cannot be foretold.
template <char... letter>
uint32_t places_of(const char* word, uint32_t length) {
#if defined(HALFBAYES_SSE2)
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(word));
    __m128i found = _mm_setzero_si128();
    ((found = _mm_or_si128(found, _mm_cmpeq_epi8(bytes, _mm_set1_epi8(letter)))), ...);
    const auto bits = static_cast<uint32_t>(_mm_movemask_epi8(found));
#else
    uint32_t bits = 0;
    for (uint32_t i = 0; i < kMostPlaces; ++i) bits |= uint32_t{((word[i] == letter) || ...)} << i;
#endif
    return bits & ((1u << length) - 1);
}

constexpr uint32_t kLongestIrregular = 6;

struct IrregularWord {
    uint64_t word;  // its letters, as `load_word` reads them
    std::string_view stem;

    constexpr IrregularWord(std::string_view whole, std::string_view stem) : word(0), stem(stem) {
        for (size_t i = 0; i < whole.size(); ++i) word |= uint64_t{static_cast<uint8_t>(whole[i])} << (8 * i);
    }
};

inline constexpr IrregularWord kIrregular[] = {
    {"andes", "andes"}, {"atlas", "atlas"},  {"bias", "bias"},    {"cosmos", "cosmos"},
    {"early", "earli"}, {"gently", "gentl"}, {"howe", "howe"},    {"idly", "idl"},
    {"news", "news"},   {"only", "onli"},    {"singly", "singl"}, {"skies", "sky"},
    {"skis", "ski"},    {"sky", "sky"},      {"ugly", "ugli"},
};

}  // namespace halfbayes
