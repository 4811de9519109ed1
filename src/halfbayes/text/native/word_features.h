// Features that words have, such as pieces they are made of: what a word says by them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "parts.h"

namespace halfbayes {

// Words as sums of the features that the model has seen, in the order in which they are added.
class WordFeatures {
public:
    WordFeatures(const ScoredPart& part, size_t classes)
        : part_(part), adding_(classes, true), stride_(classes < kLanes ? classes : in_lanes(classes)) {}

    size_t size() const { return ends_.size() - 1; }
    size_t bytes() const { return 8 * weights_.size() + 4 * features_.size() + 8 * ends_.size(); }

    // The features of a word, each as often as the word has it.
    std::span<const uint32_t> features(size_t word) const {
        return {features_.data() + ends_[word], ends_[word + 1] - ends_[word]};
    }

    // The weight of each class, and up to three numbers more.
    const double* operator[](size_t word) const { return &weights_[word * stride_]; }

    void prefetch_features(size_t word) const { prefetch_memory(features_.data() + ends_[word]); }
    void prefetch(size_t word) const {
        prefetch_row((*this)[word], stride_);
        prefetch_features(word);
    }

protected:
    // Room for the weights of so many words.
    void expect(size_t words) { weights_.resize(words * stride_ + kLanes); }

    // Sums up the weights of the features of a word, each so many times. Whole lanes are written: words go in
    // order, and what one writes of the next is overwritten.
    void weigh(size_t word, double times) {
        addends_.clear();
        for (uint32_t feature : features(word)) addends_.push_back({part_[feature], times});
        adding_(addends_, &weights_[word * stride_]);
    }

    const ScoredPart& part_;
    std::vector<uint32_t> features_;  // word after word, and what may be read after them
    std::vector<size_t> ends_{0};     // of the words before each word

private:
    Adding adding_;
    size_t stride_;
    std::vector<double> weights_;  // (words, classes), and what may be written or read after them
    std::vector<Addend> addends_;  // of one word
};

}  // namespace halfbayes
