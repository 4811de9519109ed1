// What to count: the fields of tokens.TokenOptions.
#pragma once

#include <cstdint>

namespace halfbayes {

enum class Analyzer : uint8_t { word, character, character_within_words };

struct Options {
    Analyzer analyzer = Analyzer::word;
    uint32_t shortest = 1, longest = 1;  // n-grams
    bool lowercase = true;
    uint32_t min_length = 2, max_length = 1000;  // of a word, in characters
    bool numbers = false, emails = false;
    uint32_t unsegmented_shortest = 1, unsegmented_longest = 2;  // 0, 0: no such rule
};

}  // namespace halfbayes
