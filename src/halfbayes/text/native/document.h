// A document as it lies in memory: a view into a Python str (PEP 393) or an Arrow buffer.
#pragma once

#include <cstdint>
#include <cstring>

namespace halfbayes {

enum class Encoding : uint8_t { ascii, latin, two_bytes, four_bytes, utf8 };

// So that its places, in bytes of UTF-8, fit 32 bits.
constexpr int64_t kLongestDocument = INT32_MAX / 4;
constexpr const char* kTooLong = "a document has more than 536,870,911 characters";

struct DocumentView {
    const void* data = nullptr;
    uint32_t length = 0;  // in units of the encoding
    Encoding encoding = Encoding::ascii;
    bool lowered = false;  // Python has lowered it already
};

inline bool all_ascii(const uint8_t* bytes, size_t length) {
    uint64_t seen = 0;
    size_t at = 0;
    for (; at + 8 <= length; at += 8) {
        uint64_t word;
        std::memcpy(&word, bytes + at, 8);
        seen |= word;
    }
    for (; at < length; ++at) seen |= bytes[at];
    return (seen & 0x8080808080808080ull) == 0;
}

// The next character of UTF-8 text; what is not UTF-8 becomes U+FFFD, one byte at a time.
inline uint32_t next_utf8(const uint8_t* bytes, uint32_t length, uint32_t& at) {
    uint8_t head = bytes[at++];
    if (head < 0x80) return head;
    uint32_t more = head >= 0xF0 ? 3 : head >= 0xE0 ? 2 : 1;
    if (head < 0xC2 || head > 0xF4 || at + more > length) return 0xFFFD;
    uint32_t character = head & (0x3F >> more);
    for (uint32_t i = 0; i < more; ++i) {
        uint8_t next = bytes[at + i];
        if ((next & 0xC0) != 0x80) return 0xFFFD;
        character = (character << 6) | (next & 0x3F);
    }
    constexpr uint32_t kSmallest[] = {0, 0x80, 0x800, 0x10000};
    if (character < kSmallest[more] || character >= 0x110000) return 0xFFFD;
    at += more;
    return character;
}

// Calls use(character) for each character of the document.
template <class Use>
void each_character(const DocumentView& view, Use&& use) {
    auto units = [&](auto* data) {
        for (uint32_t i = 0; i < view.length; ++i) use(uint32_t{data[i]});
    };
    switch (view.encoding) {
        case Encoding::ascii:
        case Encoding::latin: return units(static_cast<const uint8_t*>(view.data));
        case Encoding::two_bytes: return units(static_cast<const uint16_t*>(view.data));
        case Encoding::four_bytes: return units(static_cast<const uint32_t*>(view.data));
        case Encoding::utf8: {
            auto* bytes = static_cast<const uint8_t*>(view.data);
            for (uint32_t at = 0; at < view.length;) use(next_utf8(bytes, view.length, at));
        }
    }
}

inline uint8_t* put_utf8(uint8_t* out, uint32_t c) {
    if (c < 0x80) {
        *out++ = static_cast<uint8_t>(c);
    } else if (c < 0x800) {
        *out++ = static_cast<uint8_t>(0xC0 | (c >> 6));
        *out++ = static_cast<uint8_t>(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        *out++ = static_cast<uint8_t>(0xE0 | (c >> 12));
        *out++ = static_cast<uint8_t>(0x80 | ((c >> 6) & 0x3F));
        *out++ = static_cast<uint8_t>(0x80 | (c & 0x3F));
    } else {
        *out++ = static_cast<uint8_t>(0xF0 | (c >> 18));
        *out++ = static_cast<uint8_t>(0x80 | ((c >> 12) & 0x3F));
        *out++ = static_cast<uint8_t>(0x80 | ((c >> 6) & 0x3F));
        *out++ = static_cast<uint8_t>(0x80 | (c & 0x3F));
    }
    return out;
}

}  // namespace halfbayes
