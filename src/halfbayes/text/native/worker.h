// One thread's share of the counting: documents become rows over the worker's own terms.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "character_reader.h"
#include "lowered_text.h"
#include "options.h"
#include "row_counter.h"
#include "row_store.h"
#include "term_table.h"
#include "word_reader.h"

namespace halfbayes {

struct Task {
    Options options;
    const FixedTable* fixed = nullptr;       // count these terms only
    const FixedTable* stop_words = nullptr;  // the same seed as all tables of the call
    Seed seed;
    bool room_for_pairs = true;  // is left in rows of words in order

    // Words and pairs of words: rows are the words in reading order until they are paired.
    bool pairs() const {
        return !fixed && options.analyzer == Analyzer::word && options.shortest == 1 &&
               options.longest == 2;
    }
};

class Worker {
public:
    Worker(const Task& task, uint32_t number)
        : table(task.seed),
          number_(number),
          options_(task.options),
          room_for_pairs_(task.room_for_pairs),
          counter_(task.fixed ? nullptr : &table, task.fixed ? &task.fixed->table : nullptr,
                   task.pairs()),
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
        // A word and the pair it ends take two cells.
        return chain_.keep(cells, length, counter_.in_order() && room_for_pairs_ ? length : 0, number_);
    }

    // Rows that were counted are gone; the terms stay.
    void restart() { chain_.restart(); }

    // The processor notices a walk through memory only after a few lines of it.
    static void prefetch(const DocumentView& view) {
        auto* bytes = static_cast<const uint8_t*>(view.data);
        for (uint32_t at = 0; at < std::min(view.length, 1024u); at += 64) prefetch_memory(bytes + at);
    }

    TermTable table;

private:
    uint32_t number_;
    Options options_;
    bool room_for_pairs_;
    RowCounter counter_;
    WordReader words_;
    CharacterReader characters_;
    LoweredText text_;
    BlockChain chain_;
};

}  // namespace halfbayes
