// Rows of words in reading order become rows of words and pairs; both find their columns.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "pair_table.h"
#include "row_store.h"
#include "term_order.h"

namespace halfbayes {

// The words are in the second half of twice as many cells, kAbsent where no pair may reach across.
// word[i] is the number of word i, or kAbsent; find(key) that of a pair. Returns the new length.
template <class Find>
size_t pair_up(Cell* cells, size_t length, const uint32_t* word, const PairTable& table, Find&& find) {
    constexpr size_t kBatch = 64;
    const Cell* from = cells + length;
    const Cell* const end = from + length;
    Cell* out = cells;
    uint32_t numbers[kBatch + 1];
    numbers[0] = kAbsent;
    while (from < end) {
        // A batch is read before its cells are written, and those never reach the next batch.
        const auto size = std::min<size_t>(kBatch, end - from);
        for (size_t i = 0; i < size; ++i, ++from) {
            uint32_t number = numbers[i + 1] = from->term == kAbsent ? kAbsent : word[from->term];
            if (numbers[i] != kAbsent && number != kAbsent)
                table.prefetch(PairTable::key(numbers[i], number));
        }
        for (size_t i = 0; i < size; ++i) {
            if (numbers[i + 1] == kAbsent) continue;
            *out++ = {numbers[i + 1], 1};
            if (numbers[i] == kAbsent) continue;
            uint32_t pair = find(PairTable::key(numbers[i], numbers[i + 1]));
            if (pair != kAbsent) *out++ = {pair, 1};
        }
        numbers[0] = numbers[size];
    }
    return static_cast<size_t>(out - cells);
}

inline void count_up(std::vector<uint32_t>& numbers, size_t size) {
    numbers.resize(size);
    std::iota(numbers.begin(), numbers.end(), 0);
}

// Enters the pairs of every worker into the table of the first; numbers[i] is what the words and
// pairs of worker i are there.
inline void bring_pairs_together(std::vector<PairTable>& tables, size_t words,
                                 std::vector<std::vector<uint32_t>>& numbers) {
    for (size_t worker = 1; worker < tables.size(); ++worker) {
        count_up(numbers[worker], words);
        for (uint64_t key : tables[worker].keys())
            numbers[worker].push_back(tables[0].find_or_insert(key));
    }
    count_up(numbers[0], words + tables[0].keys().size());
}

struct PairOrder {
    std::vector<uint64_t> keys;     // of the pairs in order
    std::vector<uint32_t> columns;  // of each word, then of each pair as it is numbered, or kAbsent
};

// How many documents have each pair; a document is its rows, one of each field. numbers[worker] is what
// the words and pairs of a row are.
inline std::vector<uint32_t> documents_of_pairs(std::span<const Row> rows, size_t n_fields, size_t words,
                                                const std::vector<std::vector<uint32_t>>& numbers,
                                                size_t pairs) {
    struct Seen {
        uint32_t document = kAbsent, count = 0;
    };
    std::vector<Seen> seen(pairs);
    const size_t documents = rows.size() / n_fields;
    for (size_t document = 0; document < documents; ++document)
        for (size_t field = 0; field < n_fields; ++field) {
            const Row& row = rows[field * documents + document];
            for (size_t i = 0; i < row.length; ++i) {
                const uint32_t number = numbers[row.worker][row.cells[i].term];
                if (number < words) continue;
                Seen& pair = seen[number - words];
                pair.count += pair.document != document;
                pair.document = static_cast<uint32_t>(document);
            }
        }
    std::vector<uint32_t> counts;
    counts.reserve(pairs);
    for (const Seen& pair : seen) counts.push_back(pair.count);
    return counts;
}

// A blank comes before every character of a word. So a word is followed by its pairs, in the order
// of their second words, and then by the next word. Pairs of fewer documents than `least` are left out.
inline PairOrder pair_order(const PairTable& table, size_t words, std::span<const uint32_t> documents,
                            uint32_t least) {
    std::vector<Prefix> order;
    order.reserve(table.keys().size());
    for (uint32_t id = 0; id < table.keys().size(); ++id) {
        const uint64_t key = table.keys()[id];
        if (documents.empty() || documents[id] >= least)
            order.push_back({(key >> 32) * words + (key & kAbsent), id});
    }
    sort_by_head(order);
    PairOrder found;
    found.keys.reserve(order.size());
    found.columns.resize(words + table.keys().size(), kAbsent);
    uint32_t column = 0;
    size_t word = 0;
    for (const Prefix& prefix : order) {
        uint64_t key = table.keys()[prefix.id];
        for (; word <= key >> 32; ++word) found.columns[word] = column++;
        found.columns[words + prefix.id] = column++;
        found.keys.push_back(key);
    }
    for (; word < words; ++word) found.columns[word] = column++;
    return found;
}

// Writes words, which are copied first so that sixteen bytes can be read from each.
class PairWriter {
public:
    PairWriter(std::span<const uint8_t> bytes, std::span<const int64_t> offsets)
        : bytes_(bytes.begin(), bytes.end()), offsets_(offsets) {
        bytes_.resize(bytes_.size() + 16);
    }

    // The words and pairs in order.
    TermList listed(const std::vector<uint64_t>& pairs) {
        const size_t words = offsets_.size() - 1;
        size_t total = bytes_.size() - 16;
        for (uint64_t key : pairs) total += length(key >> 32) + 1 + length(key & kAbsent);
        list_.bytes.resize(total + 16);
        list_.offsets.reserve(words + pairs.size() + 1);
        list_.offsets.push_back(0);
        out_ = list_.bytes.data();
        size_t word = 0;
        for (uint64_t key : pairs) {
            for (; word <= key >> 32; ++word) write(word), end_term();
            write(key >> 32);
            *out_++ = ' ';
            write(key & kAbsent);
            end_term();
        }
        for (; word < words; ++word) write(word), end_term();
        list_.bytes.resize(total);
        return std::move(list_);
    }

private:
    size_t length(size_t word) const { return offsets_[word + 1] - offsets_[word]; }

    void write(size_t word) {
        size_t size = length(word);
        // What is copied too much, the next one overwrites.
        std::memcpy(out_, bytes_.data() + offsets_[word], size <= 16 ? 16 : size);
        out_ += size;
    }

    void end_term() { list_.offsets.push_back(out_ - list_.bytes.data()); }

    std::vector<uint8_t> bytes_;
    std::span<const int64_t> offsets_;
    TermList list_;
    uint8_t* out_ = nullptr;
};

}  // namespace halfbayes
