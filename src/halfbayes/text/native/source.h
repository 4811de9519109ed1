// Where documents come from: a sequence of Python strings, or an Arrow stream. The GIL is held here.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>
#include <vector>

#include "arrow.h"
#include "characters.h"
#include "document.h"

namespace halfbayes {

namespace nb = nanobind;

// A str is read where it lies (PEP 393): no UTF-8 copy is left behind in it.
inline DocumentView str_view(PyObject* text) {
#if PY_VERSION_HEX < 0x030C0000
    if (PyUnicode_READY(text) < 0) throw nb::python_error();
#endif
    Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    if (length > kLongestDocument) throw std::length_error(kTooLong);
    Encoding encoding = PyUnicode_IS_ASCII(text)                       ? Encoding::ascii
                        : PyUnicode_KIND(text) == PyUnicode_1BYTE_KIND ? Encoding::latin
                        : PyUnicode_KIND(text) == PyUnicode_2BYTE_KIND ? Encoding::two_bytes
                                                                       : Encoding::four_bytes;
    return {PyUnicode_DATA(text), static_cast<uint32_t>(length), encoding, false};
}

class Source {
public:
    std::vector<DocumentView> views;

    Source() = default;
    Source(const Source&) = delete;

    // A tuple whose items are str or None. False, and nothing read, if any is something else.
    bool read_tuple(nb::tuple documents) {
        std::vector<DocumentView> found;
        found.reserve(documents.size());
        for (size_t i = 0; i < documents.size(); ++i) {
            PyObject* item = PyTuple_GET_ITEM(documents.ptr(), static_cast<Py_ssize_t>(i));
            if (PyUnicode_Check(item))
                found.push_back(str_view(item));
            else if (item == Py_None)
                found.emplace_back();
            else
                return false;
        }
        owner_ = documents;
        views = std::move(found);
        return true;
    }

    // What __arrow_c_stream__ returns. False, and nothing read, if it is no column of strings.
    bool read_stream(nb::handle capsule) {
        auto* stream = pointer<ArrowArrayStream>(capsule, "arrow_array_stream");
        Released<ArrowSchema> schema;
        check(stream, stream->get_schema(stream, &schema));
        if (!ArrowStrings::readable(schema)) return false;
        for (;;) {
            auto array = std::make_unique<Released<ArrowArray>>();
            check(stream, stream->get_next(stream, array.get()));
            if (!array->release) return true;
            ArrowStrings::append(*array, schema.format, views);
            arrays_.push_back(std::move(array));
        }
    }

    // What __arrow_c_array__ returns.
    bool read_array(nb::handle schema_capsule, nb::handle array_capsule) {
        auto* schema = pointer<ArrowSchema>(schema_capsule, "arrow_schema");
        if (!ArrowStrings::readable(*schema)) return false;
        auto* given = pointer<ArrowArray>(array_capsule, "arrow_array");
        auto array = std::make_unique<Released<ArrowArray>>();
        static_cast<ArrowArray&>(*array) = *given;
        given->release = nullptr;  // moved
        ArrowStrings::append(*array, schema->format, views);
        arrays_.push_back(std::move(array));
        return true;
    }

    // Whether some document has characters beyond Latin-1 or comes as UTF-8.
    bool beyond_latin() const {
        for (const DocumentView& view : views)
            if (view.encoding > Encoding::latin) return true;
        return false;
    }

    // Documents that NFC or lower-casing change in more than single characters go through Python's own
    // functions. The views then point into strings kept until they are dropped.
    void prepare(size_t from, size_t to, const Characters& characters, bool lowercase,
                 nb::callable prepared) {
        const uint8_t wanted = lowercase ? kRecompose | kContextLower : kRecompose;
        for (size_t i = from; i < to; ++i) {
            DocumentView& view = views[i];
            if (view.encoding <= Encoding::latin) continue;
            uint8_t found = 0;
            each_character(view, [&](uint32_t c) { found |= characters[c]; });
            if (!(found & wanted)) continue;
            prepared_.push_back(prepared(text_of(view)));
            view = str_view(prepared_.back().ptr());
            view.lowered = lowercase;
        }
    }

    void drop_prepared() { prepared_.clear(); }

private:
    template <class T>
    static T* pointer(nb::handle capsule, const char* name) {
        auto* found = static_cast<T*>(PyCapsule_GetPointer(capsule.ptr(), name));
        if (!found) throw nb::python_error();
        if (!found->release) throw nb::value_error("the Arrow data has been read before");
        return found;
    }

    static void check(ArrowArrayStream* stream, int code) {
        if (code == 0) return;
        const char* why = stream->get_last_error(stream);
        throw std::runtime_error(std::string("the Arrow stream failed: ") + (why ? why : "no reason"));
    }

    static nb::object text_of(const DocumentView& view) {
        PyObject* text =
            view.encoding == Encoding::utf8
                ? PyUnicode_DecodeUTF8(static_cast<const char*>(view.data), view.length, "replace")
                : PyUnicode_FromKindAndData(view.encoding == Encoding::two_bytes ? 2 : 4, view.data,
                                            view.length);
        if (!text) throw nb::python_error();
        return nb::steal(text);
    }

    nb::object owner_;
    std::vector<std::unique_ptr<Released<ArrowArray>>> arrays_;
    std::vector<nb::object> prepared_;
};

}  // namespace halfbayes
