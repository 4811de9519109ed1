// Pieces of words: what a word says by those that the model has seen.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "parts.h"
#include "piece_cutter.h"
#include "piece_table.h"
#include "word_features.h"

namespace halfbayes {

// Character n-grams of words, by number.
struct PieceWeights {
    ScoredPart part;
    const PieceTable* table = nullptr;
    uint32_t shortest = 0, longest = 0;

    size_t size() const { return table ? table->size() : 0; }
};

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

}  // namespace halfbayes
