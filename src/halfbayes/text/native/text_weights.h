// What a model says about text, and what it says of the words that documents have.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "pair_table.h"
#include "parts.h"
#include "pieces.h"
#include "term_table.h"
#include "topics.h"

namespace halfbayes {

// All that a model says about text; words and pairs go by their numbers in `known`.
struct TextWeights {
    const FixedPairs* known = nullptr;
    size_t classes = 0;
    ScoredPart words, pairs;
    std::vector<ScoredPart> fields;  // of words, where a document has several
    PieceWeights pieces;
    TopicWeights topics;
    KeyFilter filter;  // of pairs
    bool arranged = false;

    void arrange() {
        filter.start(known->pairs.keys().size());
        for (uint64_t pair : known->pairs.keys()) filter.add(pair);
        arranged = true;
    }

    uint32_t n_words() const { return known->words.size(); }
};

// Stems that documents had, numbered in order of arrival: words of the model and, where it knows pieces of
// words, open ones, which say what their pieces say; where it knows topics, open ones that have any.
class MetStems {
public:
    explicit MetStems(const TextWeights& model)
        : in_pieces(model.pieces, model.classes),
          in_topics(model.topics, model.classes),
          model_(model),
          words_(model.known->words),
          of_words_(model.n_words(), kAbsent),
          open_(words_.seed()) {}

    // The number of the stem; kAbsent where the model knows nothing about it.
    uint32_t number(const Key& key) {
        const uint32_t word = words_.find(key);
        if (word != kAbsent) return numbered(of_words_[word], word, key);
        if (!model_.pieces.part && (!model_.topics.part || model_.topics.of(key).empty())) return kAbsent;
        const uint32_t id = open_.find_or_insert(key);
        if (id == of_open_.size()) of_open_.push_back(kAbsent);
        return numbered(of_open_[id], words_.size() + id, key);
    }

    // Takes the stems to pieces that came since the last time.
    void weigh() {
        if (model_.pieces.part) in_pieces.add_up_to(size(), [&](size_t stem) { return term(words[stem]); });
    }

    uint32_t size() const { return static_cast<uint32_t>(words.size()); }
    size_t bytes() const {
        return in_pieces.bytes() + in_topics.bytes() + open_.bytes() + 4 * (words.size() + of_words_.size() + of_open_.size());
    }

    std::vector<uint32_t> words;  // of each stem its number in the model, or one beyond all of these
    WordsInPieces in_pieces;
    WordsInTopics in_topics;

private:
    uint32_t numbered(uint32_t& number, uint32_t word, const Key& key) {
        if (number == kAbsent) {
            number = size();
            words.push_back(word);
            if (model_.topics.part) in_topics.add(key);
        }
        return number;
    }

    std::string_view term(uint32_t word) const {
        return word < words_.size() ? words_.term(word) : open_.term(word - words_.size());
    }

    const TextWeights& model_;
    const TermTable& words_;
    std::vector<uint32_t> of_words_, of_open_;  // the numbers of the stems
    TermTable open_;
};

}  // namespace halfbayes
