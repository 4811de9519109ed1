// All documents: terms find their columns, rows are arranged and written.
//
// Which thread counts which document is left to chance; the result is not, because terms are sorted
// and rows are put in the order of the documents.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "pair_table.h"
#include "pairing.h"
#include "row_store.h"
#include "term_order.h"
#include "term_table.h"
#include "threads.h"
#include "worded.h"

namespace halfbayes {

class Counts : public Worded {
public:
    Counts(const Task& task, uint32_t threads)
        : Worded(task, threads), in_pairs_(task.pairs()) {
        if (!task.fixed) return;
        numbers_.assign(threads_, task.fixed->columns);
        terms_ = task.fixed->columns.size();
        stage_ = Stage::listed;
    }

    // Whether these are words and pairs of words, to be paired once the words have their numbers.
    bool in_pairs() const { return in_pairs_; }

    // Pairs that fewer documents have than this are dropped as soon as they are counted; the documents
    // are given field by field.
    void drop_rare_pairs(uint32_t least, size_t n_fields) {
        check(stage_ == Stage::counted, "to be told before the terms are listed");
        check(n_fields > 0 && rows_.size() % n_fields == 0, "each field of each document");
        least_documents_ = least;
        n_fields_ = n_fields;
    }

    // The distinct terms as they arrived, of pairs only the words; from now on columns are places here.
    TermList distinct_terms() {
        TermTable& all = numbered_terms();
        TermList list = listed(all, numbers_[0]);
        all = TermTable(all.seed());
        return list;
    }

    // The distinct terms in order, with the pairs.
    TermList sorted_terms() {
        TermTable& all = numbered_terms();
        std::vector<uint32_t> ids = sorted_ids(all), column(ids.size());
        for (uint32_t i = 0; i < ids.size(); ++i) column[ids[i]] = i;
        TermList list = listed(all, ids);
        all = TermTable(all.seed());
        if (in_pairs_) return paired_terms(list.bytes, list.offsets, column);
        renumber(column);
        return list;
    }

    // Pairs the words, once word i of the list is the number[i]-th of these, which are in order. All
    // terms in order; columns are places in this list from now on.
    TermList paired_terms(std::span<const uint8_t> bytes, std::span<const int64_t> offsets,
                          std::span<const uint32_t> number) {
        const size_t words = offsets.size() - 1;
        number_words(number, words);
        std::vector<PairTable> tables(threads_, PairTable(seed(), static_cast<uint32_t>(words)));
        pair_rows([&](uint32_t worker, Cell* cells, size_t length, const uint32_t* word) {
            return pair_up(cells, length, word, tables[worker],
                           [&](uint64_t key) { return tables[worker].find_or_insert(key); });
        });
        bring_pairs_together(tables, words, numbers_);
        std::vector<uint32_t> documents;
        if (least_documents_ > 1)
            documents = documents_of_pairs(rows_, n_fields_, words, numbers_, tables[0].keys().size());
        PairOrder order = pair_order(tables[0], words, documents, least_documents_);
        terms_ = words + order.keys.size();
        tables.clear();
        renumber(order.columns);
        return PairWriter(bytes, offsets).listed(order.keys);
    }

    // The same for words and columns of a given vocabulary, which has to outlive this.
    void pair_known(const FixedPairs& known, std::span<const uint32_t> number) {
        number_words(number, known.words.size());
        pair_rows([&](uint32_t, Cell* cells, size_t length, const uint32_t* word) {
            return pair_up(cells, length, word, known.pairs,
                           [&](uint64_t key) { return known.pairs.find(key); });
        });
        numbers_.clear();
        known_ = &known;
        terms_ = known.size;
    }

    // Sorts every row. If given, target[i] is the new column of column i, or kAbsent.
    void arrange(std::span<const uint32_t> target, size_t columns) {
        pass(Stage::listed, Stage::arranged);
        check(target.empty() || target.size() == terms_, "a target for each term");
        check(!known_ || (target.empty() && terms_ <= columns), "the columns of the vocabulary");
        if (!target.empty()) renumber(target);
        for (const auto& numbers : numbers_)
            for (uint32_t number : numbers)
                check(number < columns || number == kAbsent, "columns below their number");
        columns_ = columns;
        std::vector<std::unique_ptr<RowSorter>> sorters(threads_);
        in_pieces(threads_, rows_.size(), 256, [&](uint32_t worker, size_t from, size_t to) {
            if (!sorters[worker]) sorters[worker] = std::make_unique<RowSorter>(columns_);
            for (size_t i = from; i < to; ++i) {
                Row& row = rows_[i];
                if (row.length == 0) continue;
                const auto& column = known_ ? known_->columns : numbers_[row.worker];
                row.length = sorters[worker]->sort(row.cells, row.length, column.data(), kAbsent);
            }
        });
        numbers_.clear();
    }

    // How many documents have each column, and how often it occurs in all.
    void frequencies(int64_t* documents, int64_t* occurrences) const {
        check(stage_ >= Stage::arranged, "to be asked once the columns are arranged");
        for (const Row& row : rows_)
            for (uint32_t i = 0; i < row.length; ++i) {
                documents[row.cells[i].term] += 1;
                occurrences[row.cells[i].term] += row.cells[i].count;
            }
    }

    // Where each row of the matrix starts, of the columns that have a place in `keep` (all if null).
    void row_starts(std::span<const uint32_t> keep, int64_t* starts) const {
        check(keep.empty() || keep.size() == columns_, "a place for each column");
        starts[0] = 0;
        for (size_t i = 0; i < rows_.size(); ++i) {
            const Row& row = rows_[i];
            int64_t length = row.length;
            for (uint32_t j = 0; !keep.empty() && j < row.length; ++j)
                length -= keep[row.cells[j].term] == kAbsent;
            starts[i + 1] = starts[i] + length;
        }
    }

    // Writes the matrix and frees the counts.
    template <class Index, class Value>
    void write(std::span<const uint32_t> keep, std::span<const int64_t> starts,
               std::span<Index> indices, std::span<Value> data, bool binary) {
        pass(Stage::arranged, Stage::written);
        check(keep.empty() || keep.size() == columns_, "a place for each column");
        check(starts.size() == rows_.size() + 1, "a start for each row");
        check(indices.size() == data.size() && static_cast<int64_t>(data.size()) == starts.back(),
              "room for each entry");
        in_pieces(threads_, rows_.size(), 256, [&](uint32_t, size_t from, size_t to) {
            for (size_t i = from; i < to; ++i) {
                Row& row = rows_[i];
                int64_t at = starts[i];
                for (uint32_t j = 0; j < row.length; ++j) {
                    uint32_t column = row.cells[j].term;
                    if (!keep.empty()) column = keep[column];
                    if (column == kAbsent) continue;
                    indices[at] = static_cast<Index>(column);
                    data[at++] = binary ? Value{1} : static_cast<Value>(row.cells[j].count);
                }
                if (row.block && row.block->rows.fetch_sub(1) == 1) row.block->cells.reset();
                row = {};
            }
        });
        rows_.clear();
    }

    size_t documents() const { return rows_.size(); }
    size_t columns() const { return columns_; }

private:
    enum class Stage { counted, worded, listed, arranged, written };

    static void check(bool holds, const char* expected) {
        if (!holds) throw std::invalid_argument(std::string("expected ") + expected);
    }

    void pass(Stage from, Stage to) {
        check(stage_ == from, "terms to be listed, rows arranged and written, once each, in turn");
        stage_ = to;
    }

    void number_words(std::span<const uint32_t> numbers, size_t words) {
        pass(Stage::worded, Stage::listed);
        check(numbers.size() == terms_, "a number for each word");
        for (uint32_t number : numbers)
            check(number < words || number == kAbsent, "numbers below that of the words");
        renumber(numbers);
    }

    void renumber(std::span<const uint32_t> target) {
        for (auto& numbers : numbers_)
            for (uint32_t& number : numbers)
                if (number != kAbsent) number = target[number];
    }

    // Rows belong to the worker that paired them afterwards. work returns the new length.
    template <class Work>
    void pair_rows(Work&& work) {
        in_pieces(threads_, rows_.size(), 64, [&](uint32_t worker, size_t from, size_t to) {
            for (size_t i = from; i < to; ++i) {
                Row& row = rows_[i];
                if (row.length == 0) continue;
                row.length = work(worker, row.cells, row.length, numbers_[row.worker].data());
                row.worker = worker;
            }
        });
    }

    TermTable& numbered_terms() {
        pass(Stage::counted, in_pairs_ ? Stage::worded : Stage::listed);
        TermTable& all = brought_together();
        terms_ = all.size();
        count_up(numbers_[0], terms_);
        return all;
    }

    bool in_pairs_;
    const FixedPairs* known_ = nullptr;  // has the columns instead
    size_t terms_ = 0, columns_ = 0, n_fields_ = 1;
    uint32_t least_documents_ = 1;
    Stage stage_ = Stage::counted;
};

}  // namespace halfbayes
