// The counts of each document, and their way into a CSR matrix.
//
// While counting, a row is a list of (number of the term, count) in order of first appearance, in
// blocks that belong to one worker. `arrange` gives the terms their columns (several terms may share
// one, some may have none), sorts each row and adds equal columns. Blocks are freed as soon as their
// rows have been copied out, so that counts and matrix are never whole at the same time.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

namespace halfbayes {

struct Cell {
    uint32_t term, count;
};

struct Block {
    std::unique_ptr<Cell[]> cells;
    size_t used = 0, capacity = 0;
    std::atomic<uint32_t> rows{0};  // not yet copied out
};

struct Row {
    Cell* cells = nullptr;
    Block* block = nullptr;
    size_t length = 0;  // words in reading order may be very many
    uint32_t worker = 0;
};

class BlockChain {
public:
    // Copies the cells, and leaves this much room before them; the row starts with the room.
    Row keep(const Cell* cells, size_t length, size_t room, uint32_t worker) {
        if (length == 0) return {nullptr, nullptr, 0, worker};
        if (blocks_.empty() || blocks_.back()->capacity - blocks_.back()->used < room + length)
            add_block(room + length);
        Block& block = *blocks_.back();
        Cell* place = block.cells.get() + block.used;
        std::memcpy(place + room, cells, length * sizeof(Cell));
        block.used += room + length;
        block.rows.fetch_add(1, std::memory_order_relaxed);
        return {place, &block, length, worker};
    }

    // All cells are free again, and the memory of the last block stays, unless it was much.
    void restart() {
        if (blocks_.empty()) return;
        if (blocks_.back()->used > kKept) return blocks_.clear();
        blocks_.erase(blocks_.begin(), blocks_.end() - 1);
        blocks_.back()->used = 0;
        blocks_.back()->rows = 0;
    }

private:
    static constexpr size_t kKept = size_t{1} << 18;
    // Large blocks come straight from the system and go straight back to it.
    static constexpr size_t kFirst = size_t{1} << 14, kLargest = (size_t{33} << 20) / sizeof(Cell);

    void add_block(size_t at_least) {
        size_t capacity = blocks_.empty() ? kFirst : kLargest;
        if (capacity < at_least) capacity = at_least;
        auto block = std::make_unique<Block>();
        block->cells.reset(new Cell[capacity]);
        block->capacity = capacity;
        blocks_.push_back(std::move(block));
    }

    std::vector<std::unique_ptr<Block>> blocks_;
};

// Sorts the cells of a row by column and adds equal ones: a bit per column, and a bit per word of bits.
class RowSorter {
public:
    explicit RowSorter(size_t columns)
        : columns_(columns / 64 + 1), summary_(columns / 4096 + 1), counts_(new uint32_t[columns]) {}

    // `column[term]` is where a term goes, or kAbsent. Returns the new length.
    uint32_t sort(Cell* cells, size_t length, const uint32_t* column, uint32_t absent) {
        size_t low = summary_.size(), high = 0;
        for (size_t i = 0; i < length; ++i) {
            uint32_t at = column[cells[i].term];
            if (at == absent) continue;
            uint64_t& word = columns_[at >> 6];
            uint64_t bit = 1ull << (at & 63);
            if (word & bit) {
                counts_[at] += cells[i].count;
                continue;
            }
            word |= bit;
            counts_[at] = cells[i].count;
            size_t group = at >> 12;
            summary_[group] |= 1ull << ((at >> 6) & 63);
            low = group < low ? group : low;
            high = group > high ? group : high;
        }
        return low <= high && low < summary_.size() ? gather(cells, low, high) : 0;
    }

private:
    uint32_t gather(Cell* cells, size_t low, size_t high) {
        Cell* out = cells;
        for (size_t group = low; group <= high; ++group) {
            for (uint64_t words = summary_[group]; words; words &= words - 1) {
                size_t at = group * 64 + std::countr_zero(words);
                for (uint64_t bits = columns_[at]; bits; bits &= bits - 1) {
                    auto column = static_cast<uint32_t>(at * 64 + std::countr_zero(bits));
                    *out++ = {column, counts_[column]};
                }
                columns_[at] = 0;
            }
            summary_[group] = 0;
        }
        return static_cast<uint32_t>(out - cells);
    }

    std::vector<uint64_t> columns_, summary_;
    std::unique_ptr<uint32_t[]> counts_;  // set with the bit of the column, and not before
};

}  // namespace halfbayes
