// What scoring text is made of: sums of weights, and counts of the terms of a document.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "row_counter.h"
#include "row_store.h"
#include "term_table.h"

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__)
// No lane depends on another and nothing is fused: every version gives the same bytes.
#define HALFBAYES_WIDE __attribute__((target_clones("avx2", "default")))
#define HALFBAYES_WITHIN __attribute__((always_inline)) inline
#else
#define HALFBAYES_WIDE
#define HALFBAYES_WITHIN inline
#endif

namespace halfbayes {

// Classes are gone through by so many at a time. Up to three numbers after a row of weights are read with
// it, whatever they are, and end in sums that nobody looks at.
constexpr size_t kLanes = 4;

constexpr size_t in_lanes(size_t classes) { return (classes + kLanes - 1) / kLanes * kLanes; }

// sum += factor * weights; the size is a multiple of kLanes.
HALFBAYES_WITHIN void add_scaled(double* __restrict sum, const double* __restrict weights,
                                 double factor, size_t size) {
    for (size_t k = 0; k < size; k += kLanes)
        for (size_t lane = 0; lane < kLanes; ++lane) sum[k + lane] += factor * weights[k + lane];
}

inline void prefetch_row(const double* row, size_t size) {
    for (size_t at = 0; at < size; at += 8) prefetch_memory(row + at);
}

// One way of seeing documents: of each term its idf and a weight for each class, and what stands for the
// mean document.
class ScoredPart {
public:
    ScoredPart() = default;
    ScoredPart(const double* records, const double* base, size_t terms, size_t classes)
        : base(base), records_(records), terms_(terms), size_(classes + 1), last_(size_ + kLanes) {
        if (terms > 0) std::copy_n(records + (terms - 1) * size_, size_, last_.data());
    }

    explicit operator bool() const { return base != nullptr; }

    // The idf, the weight of each class, and up to three numbers more.
    const double* operator[](size_t term) const {
        return term + 1 < terms_ ? records_ + term * size_ : last_.data();
    }

    void prefetch(size_t term) const { prefetch_row(records_ + term * size_, size_); }

    const double* base = nullptr;  // (classes,); null where there is no such part

private:
    const double* records_ = nullptr;
    size_t terms_ = 0, size_ = 0;
    std::vector<double> last_;  // the last record: nothing may be read after it
};

// Terms with their counts in one document, in order of first appearance.
class Tally {
public:
    void start() {
        if (++document_ == 0) seen_ = {}, document_ = 1;  // numbers of documents begin anew
        length_ = 0;
    }

    // So many more terms, all below this number, may be counted from here on.
    void expect(size_t terms, uint32_t below) {
        if (cells_.size() < length_ + terms) cells_.resize(2 * (length_ + terms));
        seen_.reach(below);
    }

    // The place of the term in `cells`. Without a branch: whether a word is new in a document cannot
    // be foretold.
    uint32_t count(uint32_t id) {
        LastSeen::Seen& seen = seen_.data()[id];
        const uint32_t again = seen.document == document_;
        const uint32_t place = (seen.place & (0 - again)) | (length_ & (again - 1));
        seen = {document_, place};
        cells_[place] = {id, (cells_[place].count & (0 - again)) + 1};
        length_ += 1 - again;
        return place;
    }

    void prefetch(uint32_t id) const { seen_.prefetch(id); }

    std::span<const Cell> cells() const { return {cells_.data(), length_}; }

private:
    std::vector<Cell> cells_;
    LastSeen seen_;
    uint32_t document_ = 0, length_ = 0;
};

// 1 + log count.
class SublinearCounts {
public:
    SublinearCounts() : small_(256) {
        for (size_t n = 1; n < small_.size(); ++n) small_[n] = 1.0 + std::log(static_cast<double>(n));
    }
    double operator[](uint32_t count) const {
        return count < small_.size() ? small_[count] : 1.0 + std::log(static_cast<double>(count));
    }

private:
    std::vector<double> small_;
};

// Says of most keys that are not there that they are not, from memory that stays in the cache.
class KeyFilter {
public:
    void start(size_t keys) { bits_.assign(std::bit_ceil(keys / 4 + 1), 0); }  // sixteen bits a key

    void add(uint64_t key) { bits_[word(key)] |= bit(key); }

    bool may_have(uint64_t key) const { return bits_[word(key)] >> place(key) & 1; }

private:
    static uint64_t mixed(uint64_t key) { return key * 0x9E3779B97F4A7C15ull; }
    size_t word(uint64_t key) const { return (mixed(key) >> 38) & (bits_.size() - 1); }
    static uint64_t place(uint64_t key) { return mixed(key) >> 32 & 63; }
    static uint64_t bit(uint64_t key) { return 1ull << place(key); }

    std::vector<uint64_t> bits_;
};

}  // namespace halfbayes
