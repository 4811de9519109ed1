// Pairs of words to numbers: the key of a pair is the numbers of its words, never their letters.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "term_table.h"

namespace halfbayes {

// Pairs are numbered in order of arrival from `first`, the number of the words, on.
class PairTable {
public:
    // With room for so many pairs.
    PairTable(Seed seed, uint32_t first, size_t expected = 0)
        : seed_(seed),
          first_(first),
          slots_(std::bit_ceil(std::max(2 * expected, kLeastSlots)), Slot{0, kAbsent}) {
        keys_.reserve(expected);
    }

    static uint64_t key(uint32_t one, uint32_t other) { return uint64_t{one} << 32 | other; }

    const std::vector<uint64_t>& keys() const { return keys_; }

    void prefetch(uint64_t key) const { prefetch_memory(&slots_[place(key)]); }

    uint32_t find(uint64_t key) const { return slots_[slot_of(key)].id; }

    uint32_t find_or_insert(uint64_t key) {
        Slot& slot = slots_[slot_of(key)];
        if (slot.id != kAbsent) return slot.id;
        if (first_ + keys_.size() >= kAbsent - 1)
            throw std::length_error("more than 4 billion distinct terms");
        auto id = static_cast<uint32_t>(first_ + keys_.size());
        slot = {key, id};
        keys_.push_back(key);
        if (keys_.size() > slots_.size() / 2) grow();
        return id;
    }

private:
    struct Slot {
        uint64_t key;
        uint32_t id;
    };

    size_t place(uint64_t key) const {
        return folded_product(key ^ seed_.first, seed_.second) & mask_;
    }

    // Where the key is, or the empty slot where it belongs.
    size_t slot_of(uint64_t key) const {
        size_t at = place(key);
        while (slots_[at].id != kAbsent && slots_[at].key != key) at = (at + 1) & mask_;
        return at;
    }

    void grow() {
        mask_ = 2 * slots_.size() - 1;
        slots_.assign(mask_ + 1, Slot{0, kAbsent});
        for (size_t i = 0; i < keys_.size(); ++i)
            slots_[slot_of(keys_[i])] = {keys_[i], static_cast<uint32_t>(first_ + i)};
    }

    static constexpr size_t kLeastSlots = 1024;

    Seed seed_;
    size_t first_;
    std::vector<Slot> slots_;
    size_t mask_ = slots_.size() - 1;
    std::vector<uint64_t> keys_;
};

// A given vocabulary of words and pairs, numbered as they are given: words, words that occur in pairs
// only, pairs. What follows the first blank of a term is one word here; a term of three words so becomes
// a pair that no text has.
struct FixedPairs {
    TermTable words;
    PairTable pairs;
    std::vector<uint32_t> columns;  // of each word, then of each pair
    size_t size;                    // terms given
    uint32_t words_given = 0;

    template <class Term>  // term(i) is the i-th term
    FixedPairs(size_t given, Term&& term, Seed seed) : words(seed), pairs(seed, 0), size(given) {
        std::vector<uint8_t> copy;
        auto entered = [&](std::string_view word) {
            return words.find_or_insert(padded_key(word, copy, seed));
        };
        auto found_in = [&](uint32_t column, uint32_t id) {
            if (id == columns.size()) columns.push_back(column);
            columns[id] = column;
        };
        std::vector<std::pair<uint32_t, size_t>> blanks;  // columns of pairs, and where each has its blank
        for (uint32_t i = 0; i < size; ++i) {
            const size_t blank = term(i).find(' ');
            if (blank == std::string_view::npos)
                found_in(i, entered(term(i)));
            else
                blanks.emplace_back(i, blank);
        }
        words_given = words.size();
        std::vector<uint64_t> keys;
        keys.reserve(blanks.size());
        std::string_view last;  // in order, terms with the same first word follow each other
        uint32_t one = kAbsent;
        for (const auto& [i, blank] : blanks) {
            const std::string_view first = term(i).substr(0, blank);
            if (one == kAbsent || first != last) one = entered(last = first);
            keys.push_back(PairTable::key(one, entered(term(i).substr(blank + 1))));
        }
        columns.resize(words.size(), kAbsent);
        pairs = PairTable(seed, words.size(), keys.size());
        for (size_t at = 0; at < keys.size(); ++at) found_in(blanks[at].first, pairs.find_or_insert(keys[at]));
    }

    uint32_t word(std::string_view term, std::vector<uint8_t>& copy) const {
        return words.find(padded_key(term, copy, words.seed()));
    }
};

}  // namespace halfbayes
