// Reading string columns through the Arrow C data interface, without copying them.
// https://arrow.apache.org/docs/format/CDataInterface.html and CStreamInterface.html
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "document.h"

struct ArrowSchema {
    const char *format, *name, *metadata;
    int64_t flags, n_children;
    ArrowSchema **children, *dictionary;
    void (*release)(ArrowSchema*);
    void* private_data;
};

struct ArrowArray {
    int64_t length, null_count, offset, n_buffers, n_children;
    const void** buffers;
    ArrowArray **children, *dictionary;
    void (*release)(ArrowArray*);
    void* private_data;
};

struct ArrowArrayStream {
    int (*get_schema)(ArrowArrayStream*, ArrowSchema*);
    int (*get_next)(ArrowArrayStream*, ArrowArray*);
    const char* (*get_last_error)(ArrowArrayStream*);
    void (*release)(ArrowArrayStream*);
    void* private_data;
};

namespace halfbayes {

// Owns an Arrow structure and gives it back when done.
template <class T>
struct Released : T {
    Released() : T{} {}
    Released(const Released&) = delete;
    ~Released() {
        if (this->release) this->release(this);
    }
};

inline DocumentView utf8_view(const void* data, int64_t length) {
    if (length > kLongestDocument) throw std::length_error(kTooLong);
    auto* bytes = static_cast<const uint8_t*>(data);
    auto size = static_cast<uint32_t>(length);
    return {bytes, size, all_ascii(bytes, size) ? Encoding::ascii : Encoding::utf8, false};
}

// The views of one Arrow array; a null is an empty document.
class ArrowStrings {
public:
    static bool readable(const ArrowSchema& schema) {
        std::string format = schema.format;
        if (schema.dictionary) return false;
        return format == "u" || format == "U" || format == "vu" || format == "n";
    }

    static void append(const ArrowArray& array, const std::string& format,
                       std::vector<DocumentView>& views) {
        auto* valid = array.n_buffers > 0 ? static_cast<const uint8_t*>(array.buffers[0]) : nullptr;
        for (int64_t i = array.offset; i < array.offset + array.length; ++i) {
            bool null = format == "n" || (valid && !((valid[i >> 3] >> (i & 7)) & 1));
            views.push_back(null ? DocumentView{} : value(array, format, i));
        }
    }

private:
    static DocumentView value(const ArrowArray& array, const std::string& format, int64_t i) {
        if (format == "vu") return string_view(array, i);
        auto* text = static_cast<const uint8_t*>(array.buffers[2]);
        if (format == "u") {
            auto* offsets = static_cast<const int32_t*>(array.buffers[1]);
            return utf8_view(text + offsets[i], offsets[i + 1] - offsets[i]);
        }
        auto* offsets = static_cast<const int64_t*>(array.buffers[1]);
        return utf8_view(text + offsets[i], offsets[i + 1] - offsets[i]);
    }

    static DocumentView string_view(const ArrowArray& array, int64_t i) {
        auto* view = static_cast<const uint8_t*>(array.buffers[1]) + 16 * i;
        int32_t length, buffer, offset;
        std::memcpy(&length, view, 4);
        if (length <= 12) return utf8_view(view + 4, length);
        std::memcpy(&buffer, view + 8, 4);
        std::memcpy(&offset, view + 12, 4);
        return utf8_view(static_cast<const uint8_t*>(array.buffers[2 + buffer]) + offset, length);
    }
};

}  // namespace halfbayes
