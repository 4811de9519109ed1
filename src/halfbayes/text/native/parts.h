// What scoring text is made of: sums of weights, and counts of the terms of a document.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
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

// A row of weights, a weight for each class, and what it counts.
struct Addend {
    const double* weights;
    double factor;
};

inline void prefetch_row(const double* row, size_t size) {
    for (size_t at = 0; at < size; at += 8) prefetch_memory(row + at);
}

#if defined(__GNUC__)
using Lanes = double __attribute__((vector_size(kLanes * sizeof(double))));
#else
struct Lanes {
    double of[kLanes] = {};
    friend Lanes operator*(double factor, Lanes lanes) {
        for (double& lane : lanes.of) lane *= factor;
        return lanes;
    }
    Lanes& operator+=(const Lanes& other) {
        for (size_t k = 0; k < kLanes; ++k) of[k] += other.of[k];
        return *this;
    }
};
#endif

// Adds up addends, whose rows of weights are asked for while others are added.
class Adding {
public:
    // Each row is followed by an idf, by which it is multiplied; or not.
    Adding(size_t classes, bool has_idf) : classes_(classes), has_idf_(has_idf) {}

    // Writes the sums to `sums`, which has room for whole lanes; the sum of the squared factors.
    double operator()(std::span<const Addend> addends, double* sums) const { return add_up(*this, addends, sums); }

private:
    static constexpr size_t kAhead = 6;  // addends
    static constexpr size_t kMost = 8;   // lanes whose sums stay in registers

    HALFBAYES_WIDE static double add_up(const Adding& self, std::span<const Addend> addends, double* sums) {
        return self.has_idf_ ? self.of_lanes<true>(addends, sums) : self.of_lanes<false>(addends, sums);
    }

    template <bool with_idf>
    HALFBAYES_WITHIN double of_lanes(std::span<const Addend> addends, double* sums) const {
        const size_t lanes = in_lanes(classes_) / kLanes;
        double squares = 0.0;
        for (size_t first = 0; first < lanes; first += kMost)
            squares = of_some<with_idf>(addends, sums, first, std::min(kMost, lanes - first));
        return squares;
    }

    template <bool with_idf>
    HALFBAYES_WITHIN double of_some(std::span<const Addend> addends, double* sums, size_t first, size_t lanes) const {
        switch (lanes) {
            case 1: return in_registers<with_idf>(addends, sums, first, std::make_index_sequence<1>());
            case 2: return in_registers<with_idf>(addends, sums, first, std::make_index_sequence<2>());
            case 3: return in_registers<with_idf>(addends, sums, first, std::make_index_sequence<3>());
            case 4: return in_registers<with_idf>(addends, sums, first, std::make_index_sequence<4>());
            case 5: return in_registers<with_idf>(addends, sums, first, std::make_index_sequence<5>());
            case 6: return in_registers<with_idf>(addends, sums, first, std::make_index_sequence<6>());
            case 7: return in_registers<with_idf>(addends, sums, first, std::make_index_sequence<7>());
            default: return in_registers<with_idf>(addends, sums, first, std::make_index_sequence<kMost>());
        }
    }

    template <bool with_idf, size_t... lane>
    HALFBAYES_WITHIN double in_registers(std::span<const Addend> addends, double* sums, size_t first,
                                         std::index_sequence<lane...>) const {
        Lanes totals[sizeof...(lane)] = {};
        double squares = 0.0;
        for (size_t i = 0; i < addends.size(); ++i) {
            if (first == 0 && i + kAhead < addends.size())
                prefetch_row(addends[i + kAhead].weights, classes_ + with_idf);
            const double* weights = addends[i].weights;
            const double factor = with_idf ? addends[i].factor * weights[classes_] : addends[i].factor;
            squares += factor * factor;
            Lanes of_lanes[sizeof...(lane)];
            (std::memcpy(&of_lanes[lane], weights + (first + lane) * kLanes, sizeof(Lanes)), ...);
            ((totals[lane] += factor * of_lanes[lane]), ...);
        }
        std::memcpy(sums + first * kLanes, totals, sizeof totals);
        return squares;
    }

    size_t classes_;
    bool has_idf_;
};

// One way of seeing documents: of each term a weight for each class and its idf, and what stands for the
// mean document.
class ScoredPart {
public:
    ScoredPart() = default;
    // Rows of the records lie `stride` numbers apart.
    ScoredPart(const double* records, const double* base, size_t terms, size_t classes, size_t stride)
        : base(base),
          records_(records),
          terms_(terms),
          size_(classes + 1),
          stride_(stride),
          last_(2 * (size_ + kLanes)) {
        if (terms > 0) std::copy_n(records + (terms - 1) * stride, size_, last_.data());
    }

    explicit operator bool() const { return base != nullptr; }

    // The weight of each class, the idf, and up to two numbers more; zeros beyond the terms.
    const double* operator[](size_t term) const {
        return term + 1 < terms_ ? records_ + term * stride_ : last_.data() + (term < terms_ ? 0 : size_ + kLanes);
    }

    double idf(const double* record) const { return record[size_ - 1]; }

    void prefetch(size_t term) const { prefetch_row((*this)[term], size_); }

    const double* base = nullptr;  // (classes,); null where there is no such part

private:
    const double* records_ = nullptr;
    size_t terms_ = 0, size_ = 0, stride_ = 0;
    std::vector<double> last_;  // the last record, as nothing may be read after it, and one of zeros
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
