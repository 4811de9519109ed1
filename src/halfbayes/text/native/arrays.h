// Arrays that come from Python and go to it.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "term_order.h"

namespace halfbayes {

namespace nb = nanobind;

template <class T>
using Array = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Read = Array<const T>;
using Columns = std::optional<Read<uint32_t>>;

template <class T>
nb::ndarray<nb::numpy, T> given_to_python(std::vector<T>&& values) {
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::ndarray<nb::numpy, T>(kept->data(), {kept->size()}, owner);
}

inline nb::tuple given_to_python(TermList&& list) {
    return nb::make_tuple(given_to_python(std::move(list.bytes)),
                          given_to_python(std::move(list.offsets)));
}

inline std::string_view term_at(const Read<uint8_t>& bytes, const Read<int64_t>& offsets, size_t i) {
    return {reinterpret_cast<const char*>(bytes.data()) + offsets.data()[i],
            static_cast<size_t>(offsets.data()[i + 1] - offsets.data()[i])};
}

using Marks = std::optional<Read<bool>>;

inline bool marked(const Marks& marks, size_t i) { return marks && marks->data()[i]; }

}  // namespace halfbayes
