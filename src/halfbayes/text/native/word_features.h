// Features that words have, such as pieces they are made of: what a word says by them, and how long a document
// is in them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "parts.h"

namespace halfbayes {

// Features of a word that are read at once, however many it has; few words have more.
constexpr size_t kBeyond = 16;

// Words as sums of the features that the model has seen, in the order in which they are added.
class WordFeatures {
public:
    WordFeatures(const ScoredPart& part, size_t classes)
        : part_(part), adding_(classes, true), stride_(classes < kLanes ? classes : in_lanes(classes)) {}

    size_t size() const { return ends_.size() - 1; }
    size_t bytes() const { return 8 * weights_.size() + 4 * features_.size() + 8 * ends_.size(); }

    // The features of a word, each as often as the word has it; kBeyond more numbers can be read.
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

// The length of a document in features: the root of the sum over features of (idf sum of tf)^2, the inner sum
// over the words that have the feature, as often as they have it. The features of all words are brought
// together first: how many the next word has cannot be foretold, and would be asked after each of them.
class LengthInFeatures {
public:
    LengthInFeatures(const ScoredPart& part, size_t features) {
        if (!part) return;
        sums_.resize(features);
        for (size_t feature = 0; feature < sums_.size(); ++feature) {
            const double idf = part.idf(part[feature]);
            sums_[feature].squared_idf = idf * idf;
        }
    }

    void start() { length_ = 0; }

    // So many numbers from the first feature of the word on are read: kBeyond, or the next multiple of it.
    HALFBAYES_WITHIN void add(double weight, std::span<const uint32_t> word) {
        if (features_.size() < length_ + word.size() + kBeyond) {
            features_.resize(2 * (length_ + word.size() + kBeyond));
            weights_.resize(features_.size());
        }
        uint32_t* features = &features_[length_];
        double* weights = &weights_[length_];
        const uint32_t* from = word.data();
        length_ += word.size();
        for (size_t left = word.size();; left -= kBeyond) {
            for (size_t i = 0; i < kBeyond; ++i) features[i] = from[i];
            for (size_t i = 0; i < kBeyond; ++i) weights[i] = weight;
            if (left <= kBeyond) return;
            features += kBeyond, weights += kBeyond, from += kBeyond;
        }
    }

    size_t bytes() const { return sizeof(Sum) * sums_.size(); }

    double squared() {
        Sum* const sums = sums_.data();
        double even = 0.0, odd = 0.0;
        size_t i = 0;
        for (; i + 2 <= length_; i += 2) {
            even += added(sums[features_[i]], weights_[i]);
            odd += added(sums[features_[i + 1]], weights_[i + 1]);
        }
        if (i < length_) even += added(sums[features_[i]], weights_[i]);
        for (i = 0; i < length_; ++i) sums[features_[i]].sum = 0.0;
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

    std::vector<Sum> sums_;  // of each feature; zero between documents
    std::vector<uint32_t> features_;
    std::vector<double> weights_;
    size_t length_ = 0;
};

}  // namespace halfbayes
