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

    Seen* data() { return seen_.get(); }

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
    RowCounter(TermTable* own, const TermTable* fixed, bool in_order)
        : own_(own), table_(own ? *own : *fixed), in_order_(in_order && own), row_(4 * kBatch) {
        if (!own) seen_.resize(table_.size() + size_t{1});
    }

    Seed seed() const { return table_.seed(); }

    // Whether the row is every term in reading order, and not each term with its count.
    bool in_order() const { return in_order_; }

    // Where the next keys may be counted; at most kBatch of them.
    Slots slots() const { return table_.slots(); }

    void add(const Key& key) {
        batch_[waiting_++] = key;
        table_.slots().prefetch(key.hash);
        if (waiting_ == kBatch) flush();
    }

    // Of a row in order: the terms on either side are no neighbours.
    void part() { add({0, 0, kAbsent, 0}); }

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
        count(batch_, waiting_);
        waiting_ = 0;
    }

    // Counts up to kBatch keys, whose slots are best on their way already.
    void count(const Key* keys, uint32_t size) {
        if (in_order_) return record(keys, size);
        uint32_t candidates[kBatch];
        const Slots slots = table_.slots();
        for (uint32_t i = 0; i < size; ++i) {
            uint32_t id = candidates[i] = slots.candidate(keys[i].hash);
            if (id == kAbsent) continue;
            table_.prefetch_entry(id);
            seen_.prefetch(id);
        }
        if (row_.size() < length_ + kBatch) row_.resize(2 * row_.size() + kBatch);
        // Locals: members would be read again after every write to the row.
        Cell* const row = row_.data();
        LastSeen::Seen* seen = seen_.data();
        const uint32_t document = document_;
        auto length = static_cast<uint32_t>(length_);
        for (uint32_t i = 0; i < size; ++i) {
            uint32_t id = candidates[i];
            if (id == kAbsent || !table_.holds(id, keys[i])) {
                id = own_ ? own_->find_or_insert(keys[i]) : table_.find(keys[i]);
                if (id == kAbsent) continue;
                seen_.reach(id);
                seen = seen_.data();
            }
            // Without a branch: whether a word is new in a document cannot be foretold.
            const uint32_t again = seen[id].document == document;
            const uint32_t place = (seen[id].place & (0 - again)) | (length & (again - 1));
            seen[id] = {document, place};
            row[place] = {id, (row[place].count & (0 - again)) + 1};
            length += 1 - again;
        }
        length_ = length;
    }

    static constexpr uint32_t kBatch = 64;

private:
    void record(const Key* keys, uint32_t size) {
        uint32_t candidates[kBatch];
        const Slots slots = table_.slots();
        for (uint32_t i = 0; i < size; ++i) {
            candidates[i] = slots.candidate(keys[i].hash);
            if (candidates[i] != kAbsent) table_.prefetch_entry(candidates[i]);
        }
        if (row_.size() < length_ + kBatch) row_.resize(2 * row_.size() + kBatch);
        for (uint32_t i = 0; i < size; ++i) {
            uint32_t id = candidates[i];
            if (keys[i].length == kAbsent)
                id = kAbsent;
            else if (id == kAbsent || !table_.holds(id, keys[i]))
                id = own_->find_or_insert(keys[i]);
            row_[length_++] = {id, 1};
        }
    }

    TermTable* own_;          // to add to, or null:
    const TermTable& table_;  // only terms of this table are counted
    bool in_order_;
    LastSeen seen_;
    std::vector<Cell> row_;
    size_t length_ = 0;
    Key batch_[kBatch];
    uint32_t waiting_ = 0;
    uint32_t document_ = 0;
};

}  // namespace halfbayes
