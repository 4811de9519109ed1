// What scoring text is made of: sums of weights, counts of the terms of a document, pieces of words.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
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

// sum += factor * weights
HALFBAYES_WITHIN void add_scaled(double* __restrict sum, const double* __restrict weights,
                                 double factor, size_t size) {
    for (size_t k = 0; k < size; ++k) sum[k] += factor * weights[k];
}

inline void prefetch_row(const double* row, size_t size) {
    for (size_t at = 0; at < size; at += 8) prefetch_memory(row + at);
}

// One way of seeing documents: a weight for each term and class, and what stands for the mean document.
struct ScoredPart {
    const double* weights = nullptr;  // (terms, classes)
    const double* idf = nullptr;      // (terms,)
    const double* base = nullptr;     // (classes,); null where there is no such part
    explicit operator bool() const { return base != nullptr; }
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

// Character n-grams of words: those of the words the model knows, and all by number.
struct PieceWeights {
    ScoredPart part;                  // of the pieces themselves
    const FixedTable* table = nullptr;
    uint32_t shortest = 0, longest = 0;
    const double* words = nullptr;    // (words, classes): sums over the pieces of a word
    const int32_t* starts = nullptr;  // (words + 1,): where the pieces of a word begin
    const int32_t* pieces = nullptr;
    const double* values = nullptr;   // idf, as often as the word has the piece
};

// Words the model has not seen, as sums of the pieces it has seen.
class OpenWords {
public:
    OpenWords(const PieceWeights& pieces, size_t classes, Seed seed)
        : words_(seed), model_(pieces), classes_(classes) {}

    uint32_t number(const Key& key) { return words_.find_or_insert(key); }

    // Works out what words say that came since the last time.
    void weigh() {
        weights.resize(size_t{words_.size()} * classes_);
        for (auto id = static_cast<uint32_t>(starts.size() - 1); id < words_.size(); ++id) weigh(id);
    }

    uint32_t size() const { return words_.size(); }

    std::vector<double> weights;  // (words, classes)
    std::vector<int64_t> starts{0};
    std::vector<int32_t> pieces;
    std::vector<double> values;

private:
    void weigh(uint32_t id) {
        padded(words_.term(id));
        tally_.start();
        const size_t size = starts_.size() - 1;  // in characters
        known_.assign(size + 1, true);
        tally_.expect((model_.longest - model_.shortest + 1) * size,
                      static_cast<uint32_t>(model_.table->columns.size()));
        for (size_t n = model_.shortest; n <= model_.longest; ++n) {
            look_up(std::min(n, size), size);
            if (size <= n) break;
        }
        for (const Cell& cell : tally_.cells()) {
            pieces.push_back(static_cast<int32_t>(cell.term));
            values.push_back(cell.count * model_.part.idf[cell.term]);
        }
        add_up(*this, id);
        starts.push_back(static_cast<int64_t>(pieces.size()));
    }

    // The weights of the pieces that were just listed.
    HALFBAYES_WIDE static void add_up(OpenWords& self, uint32_t id) {
        for (size_t i = self.starts[id]; i < self.pieces.size(); ++i)
            add_scaled(&self.weights[id * self.classes_],
                       self.model_.part.weights + self.pieces[i] * self.classes_, self.values[i],
                       self.classes_);
    }

    // The word with a blank on either side, and where its characters start.
    void padded(std::string_view word) {
        bytes_.resize(word.size() + 2 + kPadding);
        bytes_[0] = bytes_[word.size() + 1] = ' ';
        std::memcpy(bytes_.data() + 1, word.data(), word.size());
        starts_.clear();
        for (uint32_t at = 0; at < word.size() + 2; ++at)
            if ((bytes_[at] & 0xC0) != 0x80) starts_.push_back(at);
        starts_.push_back(static_cast<uint32_t>(word.size() + 2));
    }

    // Counts the pieces of n characters. What has a piece that is not known is not known itself:
    // the model has every piece of its words. Memory is asked for all before any is looked at.
    void look_up(size_t n, size_t size) {
        const TermTable& table = model_.table->table;
        keys_.clear();
        places_.clear();
        for (size_t i = 0; i + n <= size; ++i) {
            const bool may_be = known_[i] && (n == model_.shortest || known_[i + 1]);
            known_[i] = false;
            if (!may_be) continue;
            const uint32_t start = starts_[i];
            keys_.push_back(make_key(bytes_.data() + start, starts_[i + n] - start, table.seed()));
            table.slots().prefetch(keys_.back().hash);
            places_.push_back(i);
        }
        for (size_t at = 0; at < keys_.size(); ++at) {
            const uint32_t id = table.find(keys_[at]);
            if (id == kAbsent) continue;
            known_[places_[at]] = true;
            const uint32_t piece = model_.table->columns[id];
            prefetch_row(model_.part.weights + piece * classes_, classes_);
            tally_.count(piece);
        }
    }

    TermTable words_;
    const PieceWeights& model_;
    size_t classes_;
    Tally tally_;
    std::vector<uint8_t> bytes_;
    std::vector<uint32_t> starts_;
    std::vector<Key> keys_;
    std::vector<size_t> places_;  // in the word, of the keys
    std::vector<uint8_t> known_;  // whether the piece that starts here is known, of the last length
};

// The length of a sum of the pieces of words, whose entries come in any order.
class PieceLength {
public:
    explicit PieceLength(size_t pieces) : sums_(pieces) {}

    void start() {
        if (++document_ == 0) std::fill(sums_.begin(), sums_.end(), Sum{}), document_ = 1;
        squares_ = 0.0;
    }

    // No piece comes twice here, so that neighbours need not wait for each other.
    HALFBAYES_WITHIN void add(double weight, const int32_t* pieces, const double* values, size_t size) {
        Sum* const sums = sums_.data();
        const uint32_t document = document_;
        double squares[2] = {0.0, 0.0};
        size_t i = 0;
        for (; i + 2 <= size; i += 2) {
            squares[0] += added(sums[pieces[i]], weight * values[i], document);
            squares[1] += added(sums[pieces[i + 1]], weight * values[i + 1], document);
        }
        if (i < size) squares[0] += added(sums[pieces[i]], weight * values[i], document);
        squares_ += squares[0] + squares[1];
    }

    double squared() const { return squares_; }

private:
    struct Sum {
        double value = 0.0;
        uint32_t document = 0;
    };

    // (before + more)^2 - before^2
    HALFBAYES_WITHIN static double added(Sum& sum, double more, uint32_t document) {
        const double before = sum.document == document ? sum.value : 0.0;
        sum = {before + more, document};
        return more * (2.0 * before + more);
    }

    std::vector<Sum> sums_;
    uint32_t document_ = 0;
    double squares_ = 0.0;
};

}  // namespace halfbayes
