// Pieces of words to numbers: a piece of up to eight bytes is one number itself, and is found in one place.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string_view>
#include <vector>

#include "parts.h"
#include "term_table.h"

namespace halfbayes {

// A given vocabulary of pieces.
class PieceTable {
public:
    static constexpr uint32_t kShort = 8;  // bytes

    // What a word may have: the bytes of a piece and zeros after them, as no word has a zero, and its hash.
    // Of a long piece that is known, the column.
    struct Candidate {
        uint64_t key, hash;
        uint32_t column;
    };

    template <class Term>  // term(i) is the i-th piece
    PieceTable(size_t size, Term&& term, Seed seed)
        : seed_(seed), size_(size), slots_(std::bit_ceil(2 * size + 1), Slot{0, kAbsent}), long_(seed) {
        filter_.start(size);
        std::vector<uint8_t> copy;
        for (size_t i = 0; i < size; ++i) enter(term(i), static_cast<uint32_t>(i), copy);
    }

    size_t size() const { return size_; }

    // Writes the piece to `out` and says whether it may be known. The bytes must be followed by at least 16
    // readable ones.
    bool may_have(const uint8_t* bytes, uint32_t length, Candidate& out) const {
        if (length > kShort) {
            const uint32_t id = long_.find(make_key(bytes, length, seed_));
            out = {0, 0, id == kAbsent ? kAbsent : long_columns_[id]};
            return id != kAbsent;
        }
        const uint64_t key = load_word(bytes) & kMasks.first[length], hash = hash_of(key);
        out = {key, hash, kAbsent};
        return filter_.may_have(hash);
    }

    void prefetch(const Candidate& piece) const { prefetch_memory(&slots_[piece.hash & (slots_.size() - 1)]); }

    // The column of a piece that may be known, or kAbsent.
    uint32_t column(const Candidate& piece) const {
        return piece.column != kAbsent ? piece.column : slots_[slot_of(piece.key, piece.hash)].column;
    }

private:
    struct Slot {
        uint64_t key;
        uint32_t column;
    };

    uint64_t hash_of(uint64_t key) const { return folded_product(key ^ seed_.first, seed_.second); }

    void enter(std::string_view term, uint32_t column, std::vector<uint8_t>& copy) {
        if (term.find('\0') != std::string_view::npos) return;
        const Key padded = padded_key(term, copy, seed_);
        if (term.size() > kShort) {
            if (long_.find_or_insert(padded) == long_columns_.size()) long_columns_.push_back(column);
            return;
        }
        const uint64_t hash = hash_of(padded.first);
        Slot& slot = slots_[slot_of(padded.first, hash)];
        if (slot.column == kAbsent) slot = {padded.first, column};
        filter_.add(hash);
    }

    // Where the key is, or the empty slot where it belongs.
    size_t slot_of(uint64_t key, uint64_t hash) const {
        const size_t mask = slots_.size() - 1;
        size_t at = hash & mask;
        while (slots_[at].column != kAbsent && slots_[at].key != key) at = (at + 1) & mask;
        return at;
    }

    Seed seed_;
    size_t size_;
    std::vector<Slot> slots_;  // of short pieces
    KeyFilter filter_;
    TermTable long_;
    std::vector<uint32_t> long_columns_;
};

}  // namespace halfbayes
