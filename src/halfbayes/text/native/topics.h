// Topics of words: what a word says by those of its stem.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
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

    // Those of a stem; none of one that is in no topic.
    std::span<const uint32_t> of(const Key& key) const {
        const uint32_t id = stems->table.find(key);
        if (id == kAbsent) return {};
        const uint32_t stem = stems->columns[id];
        return topics.subspan(starts[stem], starts[stem + 1] - starts[stem]);
    }

    // The first and the second look at the memory that `of` will read.
    void prefetch_slot(const Key& key) const { stems->table.slots().prefetch(key.hash); }
    void prefetch_entry(const Key& key) const {
        const uint32_t id = stems->table.slots().candidate(key.hash);
        if (id != kAbsent) stems->table.prefetch_entry(id);
    }
};

// Words that have topics, numbered among themselves: half of the words have none. Their topics are filled up to
// whole lanes by numbers beyond the last topic, which say nothing: how many a word has cannot be foretold.
class WordsInTopics : public WordFeatures {
public:
    WordsInTopics(const TopicWeights& topics, size_t classes) : WordFeatures(topics.part, classes), model_(topics) {}

    // Adds a word by its stem.
    void add(const Key& key) {
        const std::span<const uint32_t> topics = model_.of(key);
        numbers_.push_back(topics.empty() ? kAbsent : static_cast<uint32_t>(size()));
        if (!topics.empty()) add(topics);
    }

    // The number of the word among those that have topics, or kAbsent.
    uint32_t number(size_t word) const { return numbers_[word]; }

    // How much the word of this number has of each of its topics: together they have length 1.
    double share(size_t number) const { return shares_[number]; }

    void prefetch_word(size_t word) const {
        if (numbers_[word] != kAbsent) prefetch(numbers_[word]);
    }

    size_t bytes() const { return WordFeatures::bytes() + 4 * numbers_.size() + 8 * shares_.size(); }

private:
    void add(std::span<const uint32_t> topics) {
        features_.insert(features_.end(), topics.begin(), topics.end());
        for (uint32_t i = 0; i < in_lanes(topics.size()) - topics.size(); ++i)
            features_.push_back(static_cast<uint32_t>(model_.size) + i);
        ends_.push_back(features_.size());
        shares_.push_back(1.0 / std::sqrt(static_cast<double>(topics.size())));
        expect(size());
        weigh(size() - 1, shares_.back());
    }

    const TopicWeights& model_;
    std::vector<uint32_t> numbers_;  // of all words
    std::vector<double> shares_;     // of those that have topics
};

// The length of a document in topics: the root of the sum over topics of (idf sum of tf)^2.
class LengthInTopics {
public:
    explicit LengthInTopics(const TopicWeights& model) {
        if (!model.part) return;
        terms_.resize(in_lanes(model.size) + kLanes);
        for (size_t topic = 0; topic < model.size; ++topic) {
            const double idf = model.part.idf(model.part[topic]);
            terms_[topic].squared_idf = idf * idf;
        }
    }

    // Of a word, whose topics fill whole lanes.
    HALFBAYES_WITHIN void add(double weight, std::span<const uint32_t> topics) {
        Term* const terms = terms_.data();
        for (size_t at = 0; at < topics.size(); at += kLanes)
            for (size_t i = 0; i < kLanes; ++i) terms[topics[at + i]].sum += weight;
    }

    // What the topics of a word add to the square, once all words are there: a topic is asked once, and is zero
    // again then.
    HALFBAYES_WITHIN double square_of(std::span<const uint32_t> topics) {
        Term* const terms = terms_.data();
        double each[kLanes] = {};
        for (size_t at = 0; at < topics.size(); at += kLanes)
            for (size_t i = 0; i < kLanes; ++i) {
                Term& term = terms[topics[at + i]];
                each[i] += term.squared_idf * (term.sum * term.sum);
                term.sum = 0.0;
            }
        return (each[0] + each[1]) + (each[2] + each[3]);
    }

    size_t bytes() const { return sizeof(Term) * terms_.size(); }

private:
    struct Term {
        double sum = 0.0, squared_idf = 0.0;
    };

    std::vector<Term> terms_;  // of each topic, and beyond; sums are zero between documents
};

// A word that has topics, and its tf in a document.
struct AboutSomething {
    uint32_t number;
    double tf;
};

}  // namespace halfbayes
