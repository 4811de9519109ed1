// First stage: a document of any encoding becomes lower-case UTF-8 and the edges of its runs.
//
// A run is a maximal stretch of word characters. `edges` holds start, end, start, end ... in bytes.
// ASCII documents, nearly all of English, go 64 bytes at a time: one word of 64 bits says
// which bytes are word characters, and the edges are where neighbouring bits differ.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "characters.h"
#include "document.h"
#include "term_table.h"

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#define HALFBAYES_SSE2 1
#endif

namespace halfbayes {

#if defined(HALFBAYES_SSE2)

inline __m128i within(__m128i c, char first, char span) {  // first <= c <= first + span
    __m128i shifted = _mm_sub_epi8(c, _mm_set1_epi8(first));
    return _mm_cmpeq_epi8(_mm_min_epu8(shifted, _mm_set1_epi8(span)), shifted);
}

inline uint64_t ascii_block(const uint8_t* in, uint8_t* out, bool lower) {
    const __m128i bit = _mm_set1_epi8(0x20);
    uint64_t words = 0;
    for (int part = 0; part < 4; ++part) {
        __m128i c = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in + 16 * part));
        __m128i capital = within(c, 'A', 25);
        __m128i low = _mm_or_si128(c, _mm_and_si128(capital, bit));
        __m128i word = _mm_or_si128(_mm_or_si128(within(low, 'a', 25), within(c, '0', 9)),
                                    _mm_cmpeq_epi8(c, _mm_set1_epi8('_')));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(out + 16 * part), lower ? low : c);
        words |= static_cast<uint64_t>(static_cast<uint32_t>(_mm_movemask_epi8(word)))
                 << (16 * part);
    }
    return words;
}

inline uint64_t word_bits(const uint8_t* classes) {
    uint64_t words = 0;
    for (int part = 0; part < 4; ++part) {
        __m128i c = _mm_loadu_si128(reinterpret_cast<const __m128i*>(classes + 16 * part));
        words |= static_cast<uint64_t>(
                     static_cast<uint32_t>(_mm_movemask_epi8(_mm_slli_epi16(c, 7))))
                 << (16 * part);
    }
    return words;
}

#else

inline uint64_t ascii_block(const uint8_t* in, uint8_t* out, bool lower) {
    uint64_t words = 0;
    for (int i = 0; i < 64; ++i) {
        out[i] = lower ? ascii_lowered(in[i]) : in[i];
        words |= uint64_t{is_ascii_word(in[i])} << i;
    }
    return words;
}

inline uint64_t word_bits(const uint8_t* classes) {
    uint64_t words = 0;
    for (int i = 0; i < 64; ++i) words |= uint64_t{static_cast<uint8_t>(classes[i] & 1)} << i;
    return words;
}

#endif

class LoweredText {
public:
    std::vector<uint8_t> bytes;    // lower-case UTF-8, followed by kPadding zeros
    std::vector<uint8_t> classes;  // class of each byte's character; empty for ASCII documents
    std::vector<uint32_t> edges;
    size_t edge_count = 0;
    uint32_t length = 0;  // bytes
    bool ascii = true;
    bool unsegmented = false;  // some character is of a script without spaces

    void load(const DocumentView& view, const Characters& characters, bool lowercase) {
        ascii = view.encoding == Encoding::ascii;
        unsegmented = false;
        edge_count = 0;
        before_ = 0;
        if (ascii)
            load_ascii(static_cast<const uint8_t*>(view.data), view.length, lowercase);
        else
            load_unicode(view, characters, lowercase && !view.lowered);
    }

private:
    uint64_t before_ = 0;  // whether the byte before the block is a word character

    void reserve(size_t size) {
        if (bytes.size() < size + 2 * kPadding) bytes.resize(size + size / 2 + 2 * kPadding);
        // Two edges need two bytes at least; one block may write 64 more.
        if (edges.size() < size + 2 * kPadding) edges.resize(size + size / 2 + 2 * kPadding);
    }

    void add_edges(uint64_t words, uint32_t at) {
        uint64_t changes = words ^ ((words << 1) | before_);
        before_ = words >> 63;
        uint32_t* out = edges.data() + edge_count;
        for (; changes; changes &= changes - 1)
            *out++ = at + static_cast<uint32_t>(std::countr_zero(changes));
        edge_count = static_cast<size_t>(out - edges.data());
    }

    void load_ascii(const uint8_t* in, uint32_t size, bool lower) {
        reserve(size);
        length = size;
        uint32_t at = 0;
        for (; at + 64 <= size; at += 64)
            add_edges(ascii_block(in + at, bytes.data() + at, lower), at);
        uint8_t last[64] = {};  // ends in a zero, so that the last run ends too
        std::memcpy(last, in + at, size - at);
        add_edges(ascii_block(last, bytes.data() + at, lower), at);
        std::memset(bytes.data() + at + 64, 0, kPadding);
    }

    void load_unicode(const DocumentView& view, const Characters& characters, bool lower) {
        // A unit becomes at most three bytes of UTF-8 (two for Latin-1, four for four).
        size_t widest = view.encoding == Encoding::latin        ? 2
                        : view.encoding == Encoding::four_bytes ? 4
                                                                : 3;
        reserve(widest * view.length);
        if (classes.size() < bytes.size()) classes.resize(bytes.size());
        uint8_t* out = bytes.data();
        uint8_t* kind = classes.data();
        uint8_t any = 0;
        each_character(view, [&](uint32_t c) {
            if (c < 0x80) {
                *out++ = lower ? ascii_lowered(static_cast<uint8_t>(c)) : static_cast<uint8_t>(c);
                *kind++ = is_ascii_word(static_cast<uint8_t>(c)) ? kWord : 0;
                return;
            }
            if (lower) c = characters.lowered(c);
            uint8_t* end = put_utf8(out, c);
            uint8_t of_character = characters[c];
            any |= of_character;
            for (; out < end; ++out) *kind++ = of_character;
        });
        length = static_cast<uint32_t>(out - bytes.data());
        unsegmented = any & kUnsegmented;
        std::memset(out, 0, kPadding);
        std::memset(kind, 0, kPadding);
        for (uint32_t at = 0; at <= length; at += 64) add_edges(word_bits(classes.data() + at), at);
    }
};

}  // namespace halfbayes
