// Inner products of documents: rare terms are multiplied here, frequent ones are handed back.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <stdexcept>
#include <vector>

#include "arrays.h"

namespace halfbayes {

// Rows of a sparse matrix.
template <class Index>
struct SparseRows {
    std::span<const Index> starts, terms;
    std::span<const double> values;

    size_t size() const { return starts.size() - 1; }
};

// Where a term has been met, in the order of the documents.
template <class T>
struct Posting {
    uint32_t document;
    T value;
};

// The inner products of rows, in numbers of type T.
template <class Index, class T>
class InnerProducts {
public:
    // A term with more than `most` entries is frequent; values are times `scale`.
    InnerProducts(SparseRows<Index> rows, size_t n_terms, double scale, size_t most)
        : rows_(rows), scale_(scale), places_(n_terms), next_(n_terms) {
        if (rows_.terms.size() > std::numeric_limits<uint32_t>::max())
            throw std::length_error("more entries than can be numbered");
        std::vector<uint32_t> entries(n_terms);
        for (Index term : rows_.terms) {
            if (static_cast<size_t>(term) >= n_terms) throw std::invalid_argument("expected terms below their number");
            ++entries[static_cast<size_t>(term)];
        }
        uint32_t postings = 0;
        for (size_t term = 0; term < n_terms; ++term) {
            if (entries[term] > most) {
                places_[term] = static_cast<int32_t>(frequent_++);
            } else if (entries[term] == 1) {
                places_[term] = kAlone;
            } else {
                places_[term] = kRare;
                next_[term] = {postings, postings};
                postings += entries[term];
            }
        }
        postings_.resize(postings);
    }

    size_t frequent() const { return frequent_; }

    // Add the products over rare terms to the lower triangle of `inner`, and write the frequent
    // terms of each document into `dense`, which holds zeros.
    void write(T* inner, T* dense) {
        for (size_t i = 0; i < rows_.size(); ++i) {
            const auto from = static_cast<size_t>(rows_.starts[i]);
            const auto to = static_cast<size_t>(rows_.starts[i + 1]);
            T* row = inner + i * rows_.size();
            for (size_t at = from; at < to; ++at) enter(at, i, row[i], dense + i * frequent_);
            // The document itself is among the postings: so a term it has twice counts twice.
            for (size_t at = from; at < to; ++at) {
                const auto term = static_cast<size_t>(rows_.terms[at]);
                if (places_[term] != kRare) continue;
                const T value = scaled(at);
                const auto [first, end] = next_[term];
                for (uint32_t p = first; p < end; ++p)
                    row[postings_[p].document] += value * postings_[p].value;
            }
        }
    }

private:
    static constexpr int32_t kRare = -1, kAlone = -2;

    struct Range {
        uint32_t first, end;
    };

    T scaled(size_t at) const { return static_cast<T>(rows_.values[at] * scale_); }

    void enter(size_t at, size_t document, T& itself, T* frequent) {
        const auto term = static_cast<size_t>(rows_.terms[at]);
        const T value = scaled(at);
        const int32_t place = places_[term];
        if (place >= 0)
            frequent[place] += value;
        else if (place == kAlone)
            itself += value * value;
        else
            postings_[next_[term].end++] = {static_cast<uint32_t>(document), value};
    }

    SparseRows<Index> rows_;
    double scale_;
    size_t frequent_ = 0;
    std::vector<int32_t> places_;  // of a frequent term among its kind; or what else it is
    std::vector<Range> next_;      // where the postings of a rare term begin, and end so far
    std::vector<Posting<T>> postings_;
};

template <class T>
using Square = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// Whether rows that start here begin with the first entry and end with the last.
template <class Index>
bool runs_up_to(const Read<Index>& starts, size_t entries) {
    const Index *first = starts.data(), *last = first + starts.size() - 1;
    return *first == 0 && static_cast<size_t>(*last) == entries && std::is_sorted(first, last + 1);
}

template <class Index, class T>
nb::ndarray<nb::numpy, T> add_inner_products(Read<Index> starts, Read<Index> terms, Read<double> values,
                                             size_t n_terms, double scale, size_t most, Square<T> inner) {
    const size_t n = starts.size() > 0 ? starts.size() - 1 : 0;
    if (starts.size() == 0 || inner.shape(0) != n || inner.shape(1) != n)
        throw std::invalid_argument("expected a row and a column for each document");
    if (values.size() != terms.size() || !runs_up_to(starts, terms.size()))
        throw std::invalid_argument("expected rows that lie one after the other");
    InnerProducts<Index, T> products({{starts.data(), starts.size()}, {terms.data(), terms.size()},
                                      {values.data(), values.size()}}, n_terms, scale, most);
    auto* dense = new std::vector<T>(n * products.frequent());
    nb::capsule owner(dense, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    {
        nb::gil_scoped_release released;
        products.write(inner.data(), dense->data());
    }
    return nb::ndarray<nb::numpy, T>(dense->data(), {n, products.frequent()}, owner);
}

template <class Index, class T>
void define_inner_products(nb::module_& m) {
    m.def("add_inner_products", &add_inner_products<Index, T>, nb::arg("starts"), nb::arg("terms"),
          nb::arg("values"), nb::arg("n_terms"), nb::arg("scale"), nb::arg("most"),
          nb::arg("inner").noconvert());
}

}  // namespace halfbayes
