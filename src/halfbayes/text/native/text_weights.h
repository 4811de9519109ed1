// What a model says about text, and what it says of the words that documents have: those of the model that
// some document had, and those the model has never seen.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "pair_table.h"
#include "parts.h"
#include "pieces.h"
#include "term_table.h"

namespace halfbayes {

// All that a model says about text; words and pairs go by their numbers in `known`.
struct TextWeights {
    const FixedPairs* known = nullptr;
    size_t classes = 0;
    ScoredPart words, pairs;
    std::vector<ScoredPart> fields;  // of words, where a document has several
    PieceWeights pieces;
    KeyFilter filter;  // of pairs
    bool arranged = false;

    void arrange() {
        filter.start(known->pairs.keys().size());
        for (uint64_t pair : known->pairs.keys()) filter.add(pair);
        arranged = true;
    }

    uint32_t n_words() const { return known->words.size(); }
};

// Words of the model that some document had, as sums of their pieces. Only these are taken to pieces.
class MetWords {
public:
    explicit MetWords(const TextWeights& model)
        : in_pieces(model.pieces, model.classes),
          words_(model.known->words),
          places_(model.pieces.part ? model.n_words() : 0, kAbsent) {}

    // Takes the word to pieces if it comes for the first time.
    void meet(uint32_t word) {
        if (places_.empty() || places_[word] != kAbsent) return;
        places_[word] = static_cast<uint32_t>(met_.size());
        met_.push_back(word);
    }

    void weigh() {
        in_pieces.add_up_to(met_.size(), [&](size_t i) { return words_.term(met_[i]); });
    }

    size_t bytes() const { return in_pieces.bytes() + 4 * (places_.size() + met_.size()); }

    // Where the word is in `in_pieces`.
    uint32_t place(uint32_t word) const { return places_[word]; }

    WordsInPieces in_pieces;

private:
    const TermTable& words_;
    std::vector<uint32_t> places_, met_;  // of each word of the model; the word at each place
};

// Words the model has not seen: they say what their pieces say.
class OpenWords {
public:
    explicit OpenWords(const TextWeights& model)
        : in_pieces(model.pieces, model.classes), words_(model.known->words.seed()) {}

    uint32_t number(const Key& key) { return words_.find_or_insert(key); }

    // Takes the words to pieces that came since the last time.
    void weigh() {
        in_pieces.add_up_to(words_.size(), [&](size_t id) { return words_.term(static_cast<uint32_t>(id)); });
    }

    uint32_t size() const { return words_.size(); }
    size_t bytes() const { return in_pieces.bytes() + words_.bytes(); }

    WordsInPieces in_pieces;

private:
    TermTable words_;
};

}  // namespace halfbayes
