// First stage: a document of any encoding becomes lower-case UTF-8 and the edges of its runs.
//
// A run is a maximal stretch of word characters. `edges` holds start, end, start, end ... in bytes.
// ASCII documents, nearly all of English, go 64 bytes at a time: one word of 64 bits says
// which bytes are word characters, and the edges are where neighbouring bits differ.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
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
    static constexpr uint32_t kStretch = 16;

    // Where the next character and its class go.
    struct Output {
        uint8_t *bytes, *kinds;

        uint8_t put(uint32_t c, const Characters& characters, bool lower) {
            if (c < 0x80) {
                *bytes++ = lower ? ascii_lowered(static_cast<uint8_t>(c)) : static_cast<uint8_t>(c);
                *kinds++ = is_ascii_word(static_cast<uint8_t>(c)) ? kWord : 0;
                return 0;
            }
            if (lower) c = characters.lowered(c);
            uint8_t* end = put_utf8(bytes, c);
            const uint8_t kind = characters[c];
            for (; bytes < end; ++bytes) *kinds++ = kind;
            return kind;
        }

        // A stretch of ASCII; false, and nothing put, where it is not.
        template <class Unit>
        bool put_stretch(const Unit* units, bool lower) {
            uint32_t all = 0;
            for (uint32_t i = 0; i < kStretch; ++i) all |= units[i];
            if (all >= 0x80) return false;
            for (uint32_t i = 0; i < kStretch; ++i) {
                const auto c = static_cast<uint8_t>(units[i]);
                const auto low = static_cast<uint8_t>(c | (uint8_t{static_cast<uint8_t>(c - 'A') < 26} << 5));
                const bool word = (static_cast<uint8_t>(low - 'a') < 26) | (static_cast<uint8_t>(c - '0') < 10) |
                                  (c == '_');
                bytes[i] = lower ? low : c;
                kinds[i] = static_cast<uint8_t>(word * kWord);
            }
            bytes += kStretch;
            kinds += kStretch;
            return true;
        }
    };

    template <class Unit, class Put>
    static void load_units(const DocumentView& view, bool lower, Output& to, Put&& put) {
        const Unit* unit = static_cast<const Unit*>(view.data);
        const Unit* const end = unit + view.length;
        while (unit < end) {
            if (end - unit >= kStretch && to.put_stretch(unit, lower)) {
                unit += kStretch;
                continue;
            }
            const Unit* const next = unit + std::min<ptrdiff_t>(kStretch, end - unit);
            while (unit < next) put(*unit++);
        }
    }

    template <class Put>
    static void load_utf8(const DocumentView& view, bool lower, Output& to, Put&& put) {
        auto* bytes = static_cast<const uint8_t*>(view.data);
        for (uint32_t at = 0; at < view.length;) {
            if (view.length - at >= kStretch && to.put_stretch(bytes + at, lower)) {
                at += kStretch;
                continue;
            }
            const uint32_t next = std::min(at + kStretch, view.length);
            while (at < next) put(next_utf8(bytes, view.length, at));
        }
    }

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
        Output to{bytes.data(), classes.data()};
        uint8_t any = 0;
        auto put = [&](uint32_t c) { any |= to.put(c, characters, lower); };
        switch (view.encoding) {
            case Encoding::utf8: load_utf8(view, lower, to, put); break;
            case Encoding::two_bytes: load_units<uint16_t>(view, lower, to, put); break;
            case Encoding::four_bytes: load_units<uint32_t>(view, lower, to, put); break;
            default: load_units<uint8_t>(view, lower, to, put);
        }
        uint8_t *out = to.bytes, *kind = to.kinds;
        length = static_cast<uint32_t>(out - bytes.data());
        unsegmented = any & kUnsegmented;
        std::memset(out, 0, kPadding);
        std::memset(kind, 0, kPadding);
        for (uint32_t at = 0; at <= length; at += 64) add_edges(word_bits(classes.data() + at), at);
    }
};

}  // namespace halfbayes
