// Documents as rows of terms: the work is dealt out to threads, and their terms are brought together.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "pairing.h"
#include "row_store.h"
#include "term_table.h"
#include "threads.h"
#include "worker.h"

namespace halfbayes {

class Worded {
public:
    Worded(const Task& task, uint32_t threads) : threads_(std::max(threads, 1u)) {
        for (uint32_t worker = 0; worker < threads_; ++worker)
            workers_.push_back(std::make_unique<Worker>(task, worker));
    }
    Worded(const Worded&) = delete;

    void add(const DocumentView* views, size_t size, const Characters& characters) {
        size_t first = rows_.size();
        rows_.resize(first + size);
        // A thread costs more to start than a few documents cost to count.
        uint32_t threads = size < 64 ? 1 : threads_;
        in_pieces(threads, size, threads == 1 ? size : 16, [&](uint32_t worker, size_t from, size_t to) {
            for (size_t i = from; i < to; ++i) {
                if (i + 1 < to) Worker::prefetch(views[i + 1]);
                rows_[first + i] = workers_[worker]->count(views[i], characters);
            }
        });
    }

    // Enters the terms of every worker into the table of the first, which it returns; from then on
    // numbers_[worker] is what its terms are there, but for the first worker, whose table it is.
    TermTable& brought_together() {
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
        return all;
    }

protected:
    Seed seed() const { return workers_[0]->table.seed(); }

    uint32_t threads_;
    std::vector<std::unique_ptr<Worker>> workers_;
    std::vector<Row> rows_;
    std::vector<std::vector<uint32_t>> numbers_;  // of each worker's terms
};

}  // namespace halfbayes
