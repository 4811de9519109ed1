// What Python asks of terms that lie packed one after the other: their numbers, stems and order.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "arrays.h"
#include "english_stemmer.h"
#include "pair_table.h"
#include "source.h"
#include "term_entry.h"
#include "term_table.h"

namespace halfbayes {

// A table of packed terms.
template <class Table>
std::unique_ptr<Table> table_of(const Read<uint8_t>& packed, const Read<int64_t>& offsets,
                                std::pair<uint64_t, uint64_t> seed) {
    auto term = [&](size_t i) { return term_at(packed, offsets, i); };
    return std::make_unique<Table>(offsets.size() - 1, term, Seed{seed.first, seed.second});
}

// The number of each word among those of the table, kAbsent where it has none.
inline nb::ndarray<nb::numpy, uint32_t> word_numbers(const FixedPairs& table,
                                                     const Read<uint8_t>& packed,
                                                     const Read<int64_t>& offsets) {
    std::vector<uint32_t> found;
    std::vector<uint8_t> copy;
    for (size_t i = 0; i + 1 < offsets.size(); ++i)
        found.push_back(table.word(term_at(packed, offsets, i), copy));
    return given_to_python(std::move(found));
}

// The column of each term in the table, kAbsent where it has none.
inline nb::ndarray<nb::numpy, uint32_t> places(const FixedTable& table, const Read<uint8_t>& packed,
                                               const Read<int64_t>& offsets) {
    std::vector<uint32_t> found;
    std::vector<uint8_t> copy;
    for (size_t i = 0; i + 1 < offsets.size(); ++i)
        found.push_back(table.column(term_at(packed, offsets, i), copy));
    return given_to_python(std::move(found));
}

// Which words the kernel's English stemmer leaves to PyStemmer.
inline nb::ndarray<nb::numpy, bool> beyond_english(const Read<uint8_t>& packed,
                                                   const Read<int64_t>& offsets) {
    const size_t size = offsets.size() - 1;
    auto* found = new bool[size];
    nb::capsule owner(found, [](void* p) noexcept { delete[] static_cast<bool*>(p); });
    for (size_t i = 0; i < size; ++i) found[i] = !EnglishStemmer::knows(term_at(packed, offsets, i));
    return nb::ndarray<nb::numpy, bool>(found, {size}, owner);
}

// Sorted distinct terms, once those marked are replaced by the strings in turn, and the others by
// their English stems if asked; and the place of each term among them.
inline nb::tuple sorted_union(const Read<uint8_t>& packed, const Read<int64_t>& offsets,
                              const Marks& replaced, nb::list strings, bool english,
                              std::pair<uint64_t, uint64_t> seed) {
    TermEntry entry(Seed{seed.first, seed.second});
    size_t next = 0;
    for (size_t i = 0; i + 1 < offsets.size(); ++i) {
        if (marked(replaced, i))
            entry.add(str_view(nb::handle(strings[next++]).ptr()));
        else if (english)
            entry.add_stem(term_at(packed, offsets, i));
        else
            entry.add(term_at(packed, offsets, i));
    }
    std::vector<uint32_t> place;
    nb::tuple terms = given_to_python(entry.sorted(place));
    return nb::make_tuple(terms[0], terms[1], given_to_python(std::move(place)));
}

// The terms, or those marked, as Python strings.
inline nb::list decoded(const Read<uint8_t>& packed, const Read<int64_t>& offsets,
                        const Marks& chosen) {
    nb::list terms;
    for (size_t i = 0; i + 1 < offsets.size(); ++i) {
        if (chosen && !marked(chosen, i)) continue;
        std::string_view term = term_at(packed, offsets, i);
        PyObject* text = PyUnicode_DecodeUTF8(term.data(), static_cast<Py_ssize_t>(term.size()),
                                              "surrogatepass");
        if (!text) throw nb::python_error();
        terms.append(nb::steal(text));
    }
    return terms;
}

}  // namespace halfbayes
