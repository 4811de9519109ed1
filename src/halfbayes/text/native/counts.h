// All documents: work is dealt out to threads, their terms are brought together, rows are arranged.
//
// Which thread counts which document is left to chance; the result is not, because terms are sorted
// and rows are put in the order of the documents.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "character_reader.h"
#include "lowered_text.h"
#include "options.h"
#include "row_counter.h"
#include "row_store.h"
#include "term_order.h"
#include "term_table.h"
#include "word_reader.h"

namespace halfbayes {

// Runs work(worker) on each thread; the first exception is thrown again here.
template <class Work>
void on_threads(uint32_t threads, Work&& work) {
    if (threads <= 1) return work(0);
    std::exception_ptr error;
    std::mutex guard;
    auto safely = [&](uint32_t worker) {
        try {
            work(worker);
        } catch (...) {
            std::lock_guard lock(guard);
            error = std::current_exception();
        }
    };
    std::vector<std::thread> pool;
    for (uint32_t worker = 1; worker < threads; ++worker) pool.emplace_back(safely, worker);
    safely(0);
    for (std::thread& thread : pool) thread.join();
    if (error) std::rethrow_exception(error);
}

// Calls work(worker, from, to) for pieces of 0..size until all are done.
template <class Work>
void in_pieces(uint32_t threads, size_t size, size_t piece, Work&& work) {
    std::atomic<size_t> next{0};
    on_threads(threads, [&](uint32_t worker) {
        for (size_t from; (from = next.fetch_add(piece)) < size;)
            work(worker, from, std::min(size, from + piece));
    });
}

struct Task {
    Options options;
    const FixedTable* fixed = nullptr;       // count these terms only
    const FixedTable* stop_words = nullptr;  // the same seed as all tables of the call
    Seed seed;
};

class Worker {
public:
    Worker(const Task& task, uint32_t number)
        : table(task.seed),
          number_(number),
          options_(task.options),
          counter_(task.fixed ? nullptr : &table, task.fixed ? &task.fixed->table : nullptr),
          words_(options_, task.stop_words ? &task.stop_words->table : nullptr, counter_),
          characters_(options_, counter_) {}
    Worker(const Worker&) = delete;

    Row count(const DocumentView& view, const Characters& characters) {
        if (view.length == 0) return {};
        counter_.start();
        if (options_.analyzer == Analyzer::word) {
            text_.load(view, characters, options_.lowercase);
            words_.read(text_);
        } else {
            characters_.read(view, characters);
        }
        auto [cells, length] = counter_.finish();
        return chain_.keep(cells, length, number_);
    }

    TermTable table;

private:
    uint32_t number_;
    Options options_;
    RowCounter counter_;
    WordReader words_;
    CharacterReader characters_;
    LoweredText text_;
    BlockChain chain_;
};

class Counts {
public:
    Counts(const Task& task, uint32_t threads) : threads_(std::max(threads, 1u)) {
        for (uint32_t worker = 0; worker < threads_; ++worker)
            workers_.push_back(std::make_unique<Worker>(task, worker));
        if (!task.fixed) return;
        numbers_.assign(threads_, task.fixed->columns);
        terms_ = task.fixed->columns.size();
        stage_ = Stage::listed;
    }
    Counts(const Counts&) = delete;

    void add(const DocumentView* views, size_t size, const Characters& characters) {
        size_t first = rows_.size();
        rows_.resize(first + size);
        // A thread costs more to start than a few documents cost to count.
        uint32_t threads = size < 64 ? 1 : threads_;
        in_pieces(threads, size, threads == 1 ? size : 16, [&](uint32_t worker, size_t from, size_t to) {
            for (size_t i = from; i < to; ++i) {
                if (i + 1 < to) prefetch_start(views[i + 1]);
                rows_[first + i] = workers_[worker]->count(views[i], characters);
            }
        });
    }

    // The terms of all workers in order of arrival; columns are places in this list from now on.
    TermList distinct_terms() {
        pass(Stage::counted, Stage::listed);
        TermTable& all = workers_[0]->table;
        bring_together();
        numbers_[0].resize(all.size());
        std::iota(numbers_[0].begin(), numbers_[0].end(), 0);
        TermList list = listed(all, numbers_[0]);
        all = TermTable(all.seed());
        return list;
    }

    // The same in order of the terms.
    TermList sorted_terms() {
        pass(Stage::counted, Stage::listed);
        TermTable& all = workers_[0]->table;
        bring_together();
        std::vector<uint32_t> ids = sorted_ids(all);
        std::vector<uint32_t> column(ids.size());
        for (uint32_t i = 0; i < ids.size(); ++i) column[ids[i]] = i;
        for (size_t worker = 1; worker < workers_.size(); ++worker)
            for (uint32_t& number : numbers_[worker]) number = column[number];
        numbers_[0] = std::move(column);
        TermList list = listed(all, ids);
        all = TermTable(all.seed());
        return list;
    }

    // Sorts every row. If given, target[i] is the new column of column i, or kAbsent.
    void arrange(std::span<const uint32_t> target, size_t columns) {
        pass(Stage::listed, Stage::arranged);
        check(target.empty() || target.size() == terms_, "a target for each term");
        for (auto& numbers : numbers_)
            for (uint32_t& number : numbers) {
                if (!target.empty()) number = target[number];
                check(number < columns || number == kAbsent, "columns below their number");
            }
        columns_ = columns;
        std::vector<std::unique_ptr<RowSorter>> sorters(threads_);
        in_pieces(threads_, rows_.size(), 256, [&](uint32_t worker, size_t from, size_t to) {
            if (!sorters[worker]) sorters[worker] = std::make_unique<RowSorter>(columns_);
            for (size_t i = from; i < to; ++i) {
                Row& row = rows_[i];
                if (row.length == 0) continue;
                row.length = sorters[worker]->sort(row.cells, row.length,
                                                   numbers_[row.worker].data(), kAbsent);
            }
        });
        numbers_.clear();
    }

    // How many documents have each column, and how often it occurs in all.
    void frequencies(int64_t* documents, int64_t* occurrences) const {
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
    enum class Stage { counted, listed, arranged, written };

    static void check(bool holds, const char* expected) {
        if (!holds) throw std::invalid_argument(std::string("expected ") + expected);
    }

    void pass(Stage from, Stage to) {
        check(stage_ == from, "terms to be listed, rows arranged and written, once each, in turn");
        stage_ = to;
    }

    // The processor notices a walk through memory only after a few lines of it.
    static void prefetch_start(const DocumentView& view) {
        auto* bytes = static_cast<const uint8_t*>(view.data);
        for (uint32_t at = 0; at < std::min(view.length, 1024u); at += 64) prefetch_memory(bytes + at);
    }

    // Enters the terms of every worker into the table of the first.
    void bring_together() {
        TermTable& all = workers_[0]->table;
        numbers_.resize(workers_.size());
        std::vector<uint8_t> copy;
        for (size_t worker = 1; worker < workers_.size(); ++worker) {
            TermTable& table = workers_[worker]->table;
            for (uint32_t id = 0; id < table.size(); ++id)
                numbers_[worker].push_back(
                    all.find_or_insert(padded_key(table.term(id), copy, all.seed())));
            table = TermTable(all.seed());
        }
        terms_ = all.size();
    }

    uint32_t threads_;
    std::vector<std::unique_ptr<Worker>> workers_;
    std::vector<Row> rows_;
    std::vector<std::vector<uint32_t>> numbers_;  // of each worker's terms: their columns
    size_t terms_ = 0, columns_ = 0;
    Stage stage_ = Stage::counted;
};

}  // namespace halfbayes
