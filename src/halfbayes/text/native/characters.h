// What each Unicode character is, as the running Python says (tokens.py builds the table).
#pragma once

#include <cstdint>
#include <vector>

namespace halfbayes {

constexpr uint32_t kEndOfUnicode = 0x110000;

enum CharacterClass : uint8_t {
    kWord = 1,          // letter, mark, digit or underscore
    kDecimal = 2,       // decimal digit
    kUnsegmented = 4,   // of a script written without spaces
    kSpace = 8,
    kMark = 16,
    kRecompose = 32,    // may not stand so in NFC: Python normalises the document
    kContextLower = 64  // lower-case depends on the context or is longer: Python lowers it
};

struct Characters {
    std::vector<uint8_t> classes;  // one per character, up to the limit of the table
    std::vector<uint32_t> lower;   // the same; characters beyond are their own lower case

    uint8_t operator[](uint32_t character) const {
        return character < classes.size() ? classes[character] : 0;
    }
    uint32_t lowered(uint32_t character) const {
        return character < lower.size() ? lower[character] : character;
    }
};

inline bool is_ascii_word(uint8_t c) {
    uint8_t low = c | 0x20;
    return (low >= 'a' && low <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

inline uint8_t ascii_lowered(uint8_t c) { return c >= 'A' && c <= 'Z' ? c | 0x20 : c; }

inline bool is_ascii_space(uint8_t c) {  // as str.isspace
    return c == ' ' || (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F);
}

}  // namespace halfbayes
