// Third stage: the keys of a document become its row.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "row_store.h"
#include "term_table.h"

namespace halfbayes {

// For each term the last document that had it and the place in that document's row. Fresh zero pages
// cost nothing until they are touched: one short document against a large vocabulary is cheap.
class LastSeen {
public:
    struct Seen {
        uint32_t document, place;
    };

    Seen& operator[](uint32_t id) { return seen_.get()[id]; }

    void reach(uint32_t id) {
        if (id >= size_) resize(size_t{id} + id / 2 + 1024);
    }

    void prefetch(uint32_t id) const { prefetch_memory(seen_.get() + id); }

    void resize(size_t size) {
        std::unique_ptr<Seen, Free> larger(static_cast<Seen*>(std::calloc(size, sizeof(Seen))));
        if (!larger) throw std::bad_alloc();
        if (size_) std::memcpy(larger.get(), seen_.get(), size_ * sizeof(Seen));
        seen_ = std::move(larger);
        size_ = size;
    }

private:
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    std::unique_ptr<Seen, Free> seen_;
    size_t size_ = 0;
};

// Turns the keys of a document into its row. Keys wait in a small batch, so that slot and entry of
// each are on their way from memory before they are needed.
class RowCounter {
public:
    RowCounter(TermTable* own, const TermTable* fixed)
        : own_(own), table_(own ? *own : *fixed), row_(4 * kBatch) {
        if (!own) seen_.resize(table_.size() + size_t{1});
    }

    Seed seed() const { return table_.seed(); }

    void add(const Key& key) {
        batch_[waiting_++] = key;
        table_.prefetch_slot(key.hash);
        if (waiting_ == kBatch) flush();
    }

    void start() {
        ++document_;
        length_ = 0;
    }

    // Valid until the next document starts.
    std::pair<const Cell*, size_t> finish() {
        flush();
        return {row_.data(), length_};
    }

    void flush() {
        uint32_t candidates[kBatch];
        const uint32_t waiting = waiting_;
        waiting_ = 0;
        for (uint32_t i = 0; i < waiting; ++i) {
            uint32_t id = candidates[i] = table_.candidate(batch_[i].hash);
            if (id == kAbsent) continue;
            table_.prefetch_entry(id);
            seen_.prefetch(id);
        }
        if (row_.size() < length_ + kBatch) row_.resize(2 * row_.size() + kBatch);
        for (uint32_t i = 0; i < waiting; ++i) {
            const Key& key = batch_[i];
            uint32_t id = candidates[i];
            if (id == kAbsent || !table_.holds(id, key)) {
                id = own_ ? own_->find_or_insert(key) : table_.find(key);
                if (id == kAbsent) continue;
                seen_.reach(id);
            }
            count(id);
        }
    }

private:
    static constexpr uint32_t kBatch = 64;

    // Without a branch: whether a word is new in a document cannot be foretold.
    void count(uint32_t id) {
        LastSeen::Seen& seen = seen_[id];
        const uint32_t again = seen.document == document_;
        const uint32_t place = (seen.place & (0 - again)) | (length_ & (again - 1));
        seen = {document_, place};
        Cell& cell = row_[place];
        cell = {id, (cell.count & (0 - again)) + 1};
        length_ += 1 - again;
    }

    TermTable* own_;          // to add to, or null:
    const TermTable& table_;  // only terms of this table are counted
    LastSeen seen_;
    std::vector<Cell> row_;
    uint32_t length_ = 0;
    Key batch_[kBatch];
    uint32_t waiting_ = 0;
    uint32_t document_ = 0;
};

}  // namespace halfbayes
