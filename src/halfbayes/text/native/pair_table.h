// Pairs of words to numbers: the key of a pair is the numbers of its words, never their letters.
#pragma once

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
    PairTable(Seed seed, uint32_t first)
        : seed_(seed), first_(first), slots_(size_t{mask_} + 1, Slot{0, kAbsent}) {}

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

    Seed seed_;
    size_t first_;
    size_t mask_ = 1023;
    std::vector<Slot> slots_;
    std::vector<uint64_t> keys_;
};

// A given vocabulary of words and pairs. What follows the first blank of a term is one word here; a
// term of three words so becomes a pair that no text has.
struct FixedPairs {
    TermTable words;  // also those that occur in pairs only
    PairTable pairs;
    std::vector<uint32_t> columns;  // of each word, then of each pair
    size_t size;                    // terms given

    template <class Term>  // term(i) is the i-th term
    FixedPairs(size_t given, Term&& term, Seed seed) : words(seed), pairs(seed, 0), size(given) {
        std::vector<std::pair<uint32_t, uint32_t>> parts;  // the second is absent in a word
        parts.reserve(size);
        std::vector<uint8_t> copy;
        auto entered = [&](std::string_view word) {
            return words.find_or_insert(padded_key(word, copy, seed));
        };
        std::string_view last;  // in order, terms with the same first word follow each other
        uint32_t one = kAbsent;
        for (size_t i = 0; i < size; ++i) {
            std::string_view whole = term(i);
            size_t blank = whole.find(' ');
            std::string_view first = whole.substr(0, blank);
            if (one == kAbsent || first != last) one = entered(last = first);
            bool pair = blank != std::string_view::npos;
            parts.emplace_back(one, pair ? entered(whole.substr(blank + 1)) : kAbsent);
        }
        pairs = PairTable(seed, words.size());
        columns.assign(words.size(), kAbsent);
        for (uint32_t i = 0; i < size; ++i) {
            auto [first, other] = parts[i];
            uint32_t id =
                other == kAbsent ? first : pairs.find_or_insert(PairTable::key(first, other));
            if (id == columns.size()) columns.push_back(i);
            columns[id] = i;
        }
    }

    uint32_t word(std::string_view term, std::vector<uint8_t>& copy) const {
        return words.find(padded_key(term, copy, words.seed()));
    }
};

}  // namespace halfbayes
