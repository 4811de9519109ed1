// Pieces of words: what a word says by those that the model has seen, and how long a document is in pieces.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "parts.h"
#include "piece_cutter.h"
#include "piece_table.h"
#include "word_features.h"

namespace halfbayes {

// Pieces of a word that are read at once, however many it has; few words have more.
constexpr size_t kBeyond = 16;

// Character n-grams of words, by number.
struct PieceWeights {
    ScoredPart part;
    const PieceTable* table = nullptr;
    uint32_t shortest = 0, longest = 0;
};

// The pieces of a word can be read with kBeyond more numbers.
class WordsInPieces : public WordFeatures {
public:
    WordsInPieces(const PieceWeights& pieces, size_t classes)
        : WordFeatures(pieces.part, classes), model_(pieces), cutter_(pieces.shortest, pieces.longest) {}

    // Adds words up to `end`; word(i) is the i-th. Of a batch, memory is asked for all pieces before any is
    // looked at, and then for the weights of all before any is summed up.
    template <class Word>
    void add_up_to(size_t end, Word&& word) {
        while (size() < end) {
            const size_t first = size(), batch = std::min(kBatch, end - first);
            cut_ = 0;
            for (size_t i = 0; i < batch; ++i) {
                cut(word(first + i));
                cuts_[i] = cut_;
            }
            find(batch);
            expect(first + batch);
            for (size_t i = 0; i < batch; ++i) weigh(first + i, 1.0);
        }
    }

private:
    static constexpr size_t kBatch = 16;  // words

    // Cuts the word, and keeps the pieces that may be known.
    void cut(std::string_view word) {
        const size_t most = cut_ + cutter_.take(word);
        if (candidates_.size() < most) candidates_.resize(2 * most);
        // Without a branch: whether a piece is known cannot be foretold.
        cutter_.each([&](const uint8_t* bytes, uint32_t length) {
            cut_ += model_.table->may_have(bytes, length, candidates_[cut_]);
        });
    }

    // Which of the pieces are known. Without a branch: that cannot be foretold.
    void find(size_t batch) {
        size_t found = ends_.back();
        features_.resize(found + cut_ + kBeyond);
        for (size_t i = 0; i < cut_; ++i) model_.table->prefetch(candidates_[i]);
        for (size_t i = 0, piece = 0; i < batch; ++i) {
            for (; piece < cuts_[i]; ++piece) {
                const uint32_t column = model_.table->column(candidates_[piece]);
                features_[found] = column;
                found += column != kAbsent;
                model_.part.prefetch(column);
            }
            ends_.push_back(found);
        }
    }

    const PieceWeights& model_;
    PieceCutter cutter_;
    std::vector<PieceTable::Candidate> candidates_;  // pieces of the words of a batch that may be known
    size_t cut_ = 0;                                 // how many there are
    size_t cuts_[kBatch];                            // after each word
};

// The length of a document in pieces: the root of the sum over pieces of (idf sum of tf)^2, the inner sum
// over the words that have the piece, as often as they have it. The pieces of all words are brought
// together first: how many the next word has cannot be foretold, and would be asked after each of them.
class LengthInPieces {
public:
    explicit LengthInPieces(const PieceWeights& model) {
        if (!model.part) return;
        sums_.resize(model.table->size());
        for (size_t piece = 0; piece < sums_.size(); ++piece) {
            const double idf = model.part.idf(model.part[piece]);
            sums_[piece].squared_idf = idf * idf;
        }
    }

    void start() { length_ = 0; }

    // So many numbers from the first piece of the word on are read: kBeyond, or the next multiple of it.
    HALFBAYES_WITHIN void add(double weight, std::span<const uint32_t> word) {
        if (pieces_.size() < length_ + word.size() + kBeyond) {
            pieces_.resize(2 * (length_ + word.size() + kBeyond));
            weights_.resize(pieces_.size());
        }
        uint32_t* pieces = &pieces_[length_];
        double* weights = &weights_[length_];
        const uint32_t* from = word.data();
        length_ += word.size();
        for (size_t left = word.size();; left -= kBeyond) {
            for (size_t i = 0; i < kBeyond; ++i) pieces[i] = from[i];
            for (size_t i = 0; i < kBeyond; ++i) weights[i] = weight;
            if (left <= kBeyond) return;
            pieces += kBeyond, weights += kBeyond, from += kBeyond;
        }
    }

    size_t bytes() const { return sizeof(Sum) * sums_.size(); }

    double squared() {
        Sum* const sums = sums_.data();
        double even = 0.0, odd = 0.0;
        size_t i = 0;
        for (; i + 2 <= length_; i += 2) {
            even += added(sums[pieces_[i]], weights_[i]);
            odd += added(sums[pieces_[i + 1]], weights_[i + 1]);
        }
        if (i < length_) even += added(sums[pieces_[i]], weights_[i]);
        for (i = 0; i < length_; ++i) sums[pieces_[i]].sum = 0.0;
        return even + odd;
    }

private:
    struct Sum {
        double sum = 0.0, squared_idf = 0.0;
    };

    // (idf (before + more))^2 - (idf before)^2
    static double added(Sum& sum, double more) {
        const double before = sum.sum;
        sum.sum = before + more;
        return sum.squared_idf * (more * (2.0 * before + more));
    }

    std::vector<Sum> sums_;  // of each piece; zero between documents
    std::vector<uint32_t> pieces_;
    std::vector<double> weights_;
    size_t length_ = 0;
};

}  // namespace halfbayes
