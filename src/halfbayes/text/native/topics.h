// Topics of words: what a word says by those of its stem.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "parts.h"
#include "term_table.h"
#include "word_features.h"

namespace halfbayes {

// Topics by number, and which of them each stem has.
struct TopicWeights {
    ScoredPart part;
    size_t size = 0;
    const FixedTable* stems = nullptr;
    std::span<const uint32_t> starts, topics;  // where those of each stem begin, and the end
};

// Words that have topics, numbered among themselves: most words have none.
class WordsInTopics : public WordFeatures {
public:
    WordsInTopics(const TopicWeights& topics, size_t classes) : WordFeatures(topics.part, classes), model_(topics) {
        size_t most = 0;
        for (size_t stem = 0; stem + 1 < topics.starts.size(); ++stem) most = std::max(most, of(stem).size());
        shares_.assign(most + 1, 1.0);
        for (size_t d = 1; d <= most; ++d) shares_[d] = 1.0 / std::sqrt(static_cast<double>(d));
    }

    // Adds words up to `end`; word(i) is the i-th.
    template <class Word>
    void add_up_to(size_t end, Word&& word) {
        while (numbers_.size() < end) {
            const uint32_t stem = model_.stems->column(word(numbers_.size()), copy_);
            const bool has_any = stem != kAbsent && !of(stem).empty();
            numbers_.push_back(has_any ? static_cast<uint32_t>(size()) : kAbsent);
            if (has_any) add(of(stem));
        }
    }

    // The number of the word among those that have topics, or kAbsent.
    uint32_t number(size_t word) const { return numbers_[word]; }

    // How much the word of this number has of each of its topics: together they have length 1.
    double share(size_t number) const { return shares_[features(number).size()]; }

    void prefetch_word(size_t word) const {
        if (numbers_[word] != kAbsent) prefetch(numbers_[word]);
    }

    size_t bytes() const { return WordFeatures::bytes() + 4 * numbers_.size(); }

private:
    std::span<const uint32_t> of(size_t stem) const {
        return model_.topics.subspan(model_.starts[stem], model_.starts[stem + 1] - model_.starts[stem]);
    }

    void add(std::span<const uint32_t> topics) {
        features_.resize(ends_.back());
        features_.insert(features_.end(), topics.begin(), topics.end());
        features_.resize(features_.size() + kBeyond);
        ends_.push_back(ends_.back() + topics.size());
        expect(size());
        weigh(size() - 1, share(size() - 1));
    }

    const TopicWeights& model_;
    std::vector<uint32_t> numbers_;  // of all words
    std::vector<double> shares_;     // by the number of topics
    std::vector<uint8_t> copy_;
};

}  // namespace halfbayes
