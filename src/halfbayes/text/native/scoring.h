// Documents to scores of classes in one go: words in reading order are counted, weighted and summed up
// against the weights of a model, and no matrix is made. What is computed is said in text/scoring.py.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "pair_table.h"
#include "parts.h"
#include "pieces.h"
#include "row_store.h"
#include "text_weights.h"

namespace halfbayes {

// The terms that a document has of one part.
class PartSum {
public:
    PartSum(const ScoredPart& part, size_t classes, bool has_idf = true)
        : part_(part), adding_(classes, has_idf), sums_(in_lanes(classes)) {}

    // At most so many terms will be added.
    void start(size_t most) {
        if (addends_.size() < most) addends_.resize(2 * most);
        size_ = 0;
    }
    void add(double tf, const double* weights) { addends_[size_++] = {weights, tf}; }
    void add(double tf, uint32_t term) { add(tf, part_[term]); }

    // Adds the terms up; their squared length.
    double sum_up() { return adding_({addends_.data(), size_}, sums_.data()); }

    void add_to(std::span<double> scores, double squared_length) const {
        if (squared_length == 0.0) return;
        const double factor = 1.0 / std::sqrt(squared_length);
        for (size_t k = 0; k < scores.size(); ++k) scores[k] += sums_[k] * factor + part_.base[k];
    }

private:
    const ScoredPart& part_;
    Adding adding_;
    std::vector<double> sums_;  // and lanes beyond the classes
    std::vector<Addend> addends_;
    size_t size_ = 0;
};

// Scores the documents of one thread.
class DocumentScorer {
public:
    DocumentScorer(const TextWeights& model, const MetStems& stems)
        : model_(model),
          stems_(stems),
          n_words_(model.n_words()),
          n_pairs_(static_cast<uint32_t>(model.known->pairs.keys().size())),
          piece_length_(model.pieces),
          topic_length_(model.topics),
          words_(model.words, model.classes),
          pair_sum_(model.pairs, model.classes),
          piece_sum_(model.pieces.part, model.classes, false),
          topic_sum_(model.topics.part, model.classes, false) {
        for (const ScoredPart& field : model.fields) fields_.emplace_back(field, model.classes);
        pairs_.expect(0, n_pairs_);
    }

    // rows[f * stride] is field f of the document, number[form] the stem of a form.
    void score(const Row* rows, size_t stride, size_t n_fields, const uint32_t* number,
               std::span<double> scores) {
        whole_.start();
        found_.clear();
        by_field_.clear();
        for (size_t f = 0; f < n_fields; ++f) {
            const Row& row = rows[f * stride];
            if (row.length > 0) read(row, number, f, n_fields);
        }
        add_words(*this);
        words_.add_to(scores, words_.sum_up());
        for (PartSum& field : fields_) field.add_to(scores, field.sum_up());
        if (model_.pieces.part) {
            piece_sum_.sum_up();
            piece_sum_.add_to(scores, piece_length_.squared());
        }
        if (model_.topics.part) {
            topic_sum_.sum_up();
            topic_sum_.add_to(scores, squared_in_topics_);
        }
        if (model_.pairs) {
            add_pairs();
            pair_sum_.add_to(scores, pair_sum_.sum_up());
        }
    }

    // Memory taken beside counts.
    size_t bytes() const { return piece_length_.bytes() + topic_length_.bytes(); }

private:
    void read(const Row& row, const uint32_t* number, size_t field, size_t n_fields) {
        const Cell* cells = row.cells;
        const size_t size = row.length;
        stems_here_.resize(size);
        for (size_t i = 0; i < size; ++i) {
            const uint32_t stem = cells[i].term == kAbsent ? kAbsent : number[cells[i].term];
            stems_here_[i] = stem;
            if (stem == kAbsent) continue;
            whole_.prefetch(stem);
            if (i < kEarly) prefetch(stem);
        }
        if (model_.pairs) find_pairs(size);
        whole_.expect(size, stems_.size());
        if (n_fields > 1) by_field_.resize((whole_.cells().size() + size) * n_fields);
        for (size_t i = 0; i < size; ++i) {
            if (stems_here_[i] == kAbsent) continue;
            const uint32_t place = whole_.count(stems_here_[i]);
            if (n_fields > 1) ++by_field_[place * n_fields + field];
        }
    }

    // Of the stems in `stems_here_`.
    void find_pairs(size_t size) {
        const PairTable& pairs = model_.known->pairs;
        likely_.resize(size);
        size_t likely = 0;
        uint32_t one = kAbsent;
        for (size_t i = 0; i < size; ++i) {
            const uint32_t other = stems_here_[i] == kAbsent ? kAbsent : stems_.words[stems_here_[i]];
            const uint64_t key = PairTable::key(one, other);
            likely_[likely] = key;
            likely += (one < n_words_) & (other < n_words_) & model_.filter.may_have(key);
            one = other;
        }
        for (size_t i = 0; i < likely; ++i) pairs.prefetch(likely_[i]);
        for (size_t i = 0; i < likely; ++i) {
            const uint32_t pair = pairs.find(likely_[i]);
            if (pair == kAbsent) continue;
            found_.push_back(pair - n_words_);
            pairs_.prefetch(found_.back());
        }
    }

    // Words that the model does not know are all zeros.
    HALFBAYES_WIDE static void add_words(DocumentScorer& self) {
        const std::span<const Cell> cells = self.whole_.cells();
        self.start_words(cells.size());
        size_t n_about = 0;
        const bool in_pieces = bool(self.model_.pieces.part), in_topics = bool(self.model_.topics.part);
        for (size_t i = 0; i < cells.size(); ++i) {
            if (in_pieces && i + kAhead < cells.size()) self.stems_.in_pieces.prefetch_features(cells[i + kAhead].term);
            const double tf = self.sublinear_[cells[i].count];
            const uint32_t stem = cells[i].term, word = self.stems_.words[stem];
            self.words_.add(tf, word);
            for (size_t f = 0; f < self.fields_.size(); ++f) {
                const uint32_t count = self.by_field_[i * self.fields_.size() + f];
                if (count > 0) self.fields_[f].add(self.sublinear_[count], word);
            }
            if (in_topics) {
                // Without a branch: whether a word has topics cannot be foretold.
                const uint32_t number = self.stems_.in_topics.number(stem);
                self.about_[n_about] = {number, tf};
                n_about += number != kAbsent;
            }
            if (!in_pieces) continue;
            self.piece_sum_.add(tf, self.stems_.in_pieces[stem]);
            self.piece_length_.add(tf, self.stems_.in_pieces.features(stem));
        }
        self.add_topics(n_about);
    }

    // Of the first words of `about_`.
    HALFBAYES_WITHIN void add_topics(size_t n_about) {
        const WordsInTopics& topics = stems_.in_topics;
        for (size_t i = 0; i < n_about; ++i) {
            const auto [number, tf] = about_[i];
            if (i + kAhead < n_about) topics.prefetch_features(about_[i + kAhead].number);
            topic_sum_.add(tf, topics[number]);
            topic_length_.add(tf * topics.share(number), topics.features(number));
        }
        squared_in_topics_ = 0.0;
        for (size_t i = 0; i < n_about; ++i) squared_in_topics_ += topic_length_.square_of(topics.features(about_[i].number));
    }

    void start_words(size_t most) {
        words_.start(most);
        for (PartSum& field : fields_) field.start(most);
        piece_sum_.start(most);
        piece_length_.start();
        topic_sum_.start(most);
        if (about_.size() < most + 1) about_.resize(2 * most + 1);
    }

    void add_pairs() {
        pairs_.start();
        pairs_.expect(found_.size(), n_pairs_);
        for (uint32_t pair : found_) pairs_.count(pair);
        const std::span<const Cell> cells = pairs_.cells();
        pair_sum_.start(cells.size());
        for (const Cell& cell : cells) pair_sum_.add(sublinear_[cell.count], cell.term);
    }

    void prefetch(uint32_t stem) const {
        model_.words.prefetch(stems_.words[stem]);
        if (model_.pieces.part) stems_.in_pieces.prefetch(stem);
        if (model_.topics.part) stems_.in_topics.prefetch_word(stem);
    }

    static constexpr size_t kAhead = 6;   // words whose pieces are asked for before
    static constexpr size_t kEarly = 12;  // terms whose weights are asked for when they are read

    const TextWeights& model_;
    const MetStems& stems_;
    uint32_t n_words_, n_pairs_;
    SublinearCounts sublinear_;
    Tally whole_, pairs_;
    std::vector<uint32_t> by_field_;  // counts of each stem of the document in each field
    LengthInPieces piece_length_;
    LengthInTopics topic_length_;
    std::vector<AboutSomething> about_;  // the words of a document that have topics
    double squared_in_topics_ = 0.0;
    PartSum words_, pair_sum_, piece_sum_, topic_sum_;
    std::vector<PartSum> fields_;
    std::vector<uint32_t> stems_here_, found_;  // stems, and known pairs, in reading order
    std::vector<uint64_t> likely_;              // keys of pairs that may be known
};

}  // namespace halfbayes
