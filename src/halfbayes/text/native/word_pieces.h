// Which pieces words have, and how often: the rows of a matrix whose columns are the pieces in order.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "arrays.h"
#include "piece_cutter.h"
#include "term_order.h"
#include "term_table.h"

namespace halfbayes {

class WordPieces {
public:
    // With room for words of so many characters together: they have hardly more different pieces.
    WordPieces(size_t shortest, size_t longest, Seed seed, size_t characters)
        : cutter_(shortest, longest), table_(seed, characters) {
        pieces_.reserve((longest - shortest + 1) * characters);
    }

    void add(std::string_view word) {
        cutter_.take(word);
        cutter_.each([&](const uint8_t* bytes, uint32_t length) {
            pieces_.push_back(table_.find_or_insert(make_key(bytes, length, table_.seed())));
        });
        if (pieces_.size() > INT32_MAX) throw std::length_error("words have more than 2 billion pieces");
        ends_.push_back(pieces_.size());
    }

    // Fills the rows, and lists the columns.
    TermList arrange() {
        const std::vector<uint32_t> ids = sorted_ids(table_);
        std::vector<int32_t> column(ids.size());
        for (size_t i = 0; i < ids.size(); ++i) column[ids[i]] = static_cast<int32_t>(i);
        columns.reserve(pieces_.size());
        counts.reserve(pieces_.size());
        starts.reserve(ends_.size());
        for (size_t word = 0; word + 1 < ends_.size(); ++word) {
            row_.clear();
            for (size_t i = ends_[word]; i < ends_[word + 1]; ++i) row_.push_back(column[pieces_[i]]);
            add_row();
        }
        return listed(table_, ids);
    }

    std::vector<int32_t> starts{0}, columns;
    std::vector<double> counts;

private:
    void add_row() {
        std::sort(row_.begin(), row_.end());
        for (size_t i = 0; i < row_.size(); ++i) {
            if (i > 0 && row_[i] == row_[i - 1]) {
                counts.back() += 1.0;
            } else {
                columns.push_back(row_[i]);
                counts.push_back(1.0);
            }
        }
        starts.push_back(static_cast<int32_t>(columns.size()));
    }

    PieceCutter cutter_;
    TermTable table_;
    std::vector<uint32_t> pieces_;  // numbers in the table, word after word
    std::vector<size_t> ends_{0};   // of the words before each word
    std::vector<int32_t> row_;
};

inline nb::tuple word_pieces(const Read<uint8_t>& packed, const Read<int64_t>& offsets, size_t shortest,
                             size_t longest, std::pair<uint64_t, uint64_t> seed) {
    if (shortest == 0 || longest < shortest) throw std::invalid_argument("expected lengths of pieces in order");
    const size_t characters = packed.size() + 2 * offsets.size();  // with the blanks
    WordPieces found(shortest, longest, Seed{seed.first, seed.second}, characters);
    TermList pieces;
    {
        nb::gil_scoped_release released;
        for (size_t i = 0; i + 1 < offsets.size(); ++i) found.add(term_at(packed, offsets, i));
        pieces = found.arrange();
    }
    return nb::make_tuple(given_to_python(std::move(pieces)), given_to_python(std::move(found.starts)),
                          given_to_python(std::move(found.columns)), given_to_python(std::move(found.counts)));
}

}  // namespace halfbayes
