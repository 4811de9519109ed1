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

// Sums of weighted terms, by class, and their squared length.
struct PartSum {
    std::vector<double> sum;  // and lanes beyond the classes
    double squares = 0.0;

    void start() {
        std::fill(sum.begin(), sum.end(), 0.0);
        squares = 0.0;
    }
    HALFBAYES_WITHIN void add(double tf, const double* record) {
        const double value = tf * record[0];
        squares += value * value;
        add_scaled(sum.data(), record + 1, value, sum.size());
    }
    void add_to(std::span<double> scores, const double* base, double squared_length) const {
        if (squared_length <= 0.0) return;
        const double factor = 1.0 / std::sqrt(squared_length);
        for (size_t k = 0; k < scores.size(); ++k) scores[k] += sum[k] * factor + base[k];
    }
};

// Scores the documents of one thread.
class DocumentScorer {
public:
    DocumentScorer(const TextWeights& model, const MetWords& met, const OpenWords& open)
        : model_(model),
          met_(met),
          open_(open),
          n_words_(model.n_words()),
          n_pairs_(static_cast<uint32_t>(model.known->pairs.keys().size())),
          piece_length_(model.pieces) {
        words_.sum.resize(in_lanes(model.classes));
        pair_sum_ = piece_sum_ = words_;
        fields_.assign(model.fields.size(), words_);
        pairs_.expect(0, n_pairs_);
    }

    // rows[f * stride] is field f of the document, numbers[worker] what the words of a row are here.
    void score(const Row* rows, size_t stride, size_t n_fields,
               const std::vector<const uint32_t*>& numbers, std::span<double> scores) {
        whole_.start();
        found_.clear();
        by_field_.clear();
        for (size_t f = 0; f < n_fields; ++f) {
            const Row& row = rows[f * stride];
            if (row.length > 0) read(row, numbers[row.worker], f, n_fields);
        }
        add_words(*this);
        words_.add_to(scores, model_.words.base, words_.squares);
        for (size_t f = 0; f < fields_.size(); ++f)
            fields_[f].add_to(scores, model_.fields[f].base, fields_[f].squares);
        if (model_.pieces.part)
            piece_sum_.add_to(scores, model_.pieces.part.base, piece_length_.squared());
        if (model_.pairs) add_pairs(*this, scores);
    }

    // Memory taken beside counts.
    size_t bytes() const { return piece_length_.bytes(); }

private:
    void read(const Row& row, const uint32_t* number, size_t field, size_t n_fields) {
        const Cell* cells = row.cells;
        const size_t size = row.length;
        ids_.resize(size + 1);
        ids_[0] = kAbsent;
        for (size_t i = 0; i < size; ++i) {
            const uint32_t id = cells[i].term == kAbsent ? kAbsent : number[cells[i].term];
            ids_[i + 1] = id;
            if (id != kAbsent) whole_.prefetch(id);
            if (i < kEarly && id < n_words_)
                model_.words.prefetch(id);
        }
        if (model_.pairs) find_pairs(size);
        whole_.expect(size, n_words_ + open_.size());
        if (n_fields > 1) by_field_.resize((whole_.cells().size() + size) * n_fields);
        for (size_t i = 1; i <= size; ++i) {
            if (ids_[i] == kAbsent) continue;
            const uint32_t place = whole_.count(ids_[i]);
            if (n_fields > 1) ++by_field_[place * n_fields + field];
        }
    }

    // Of the words in `ids_`.
    void find_pairs(size_t size) {
        const PairTable& pairs = model_.known->pairs;
        likely_.resize(size);
        size_t likely = 0;
        for (size_t i = 0; i < size; ++i) {
            const uint32_t one = ids_[i], other = ids_[i + 1];
            const uint64_t key = PairTable::key(one, other);
            likely_[likely] = key;
            likely += (one < n_words_) & (other < n_words_) & model_.filter.may_have(key);
        }
        for (size_t i = 0; i < likely; ++i) pairs.prefetch(likely_[i]);
        for (size_t i = 0; i < likely; ++i) {
            const uint32_t pair = pairs.find(likely_[i]);
            if (pair == kAbsent) continue;
            found_.push_back(pair - n_words_);
            pairs_.prefetch(found_.back());
        }
    }

    HALFBAYES_WIDE static void add_words(DocumentScorer& self) { self.sum_up_words(); }
    HALFBAYES_WIDE static void add_pairs(DocumentScorer& self, std::span<double> scores) { self.sum_up_pairs(scores); }

    HALFBAYES_WITHIN void sum_up_words() {
        words_.start();
        for (PartSum& field : fields_) field.start();
        piece_sum_.start();
        piece_length_.start();
        const std::span<const Cell> cells = whole_.cells();
        for (size_t i = 0; i < cells.size(); ++i) {
            if (i + kAhead < cells.size()) prefetch(cells[i + kAhead].term, i + kAhead);
            if (cells[i].term < n_words_)
                add_known(cells[i], i);
            else
                add_pieces(open_.in_pieces, cells[i].term - n_words_, sublinear_[cells[i].count]);
        }
    }

    HALFBAYES_WITHIN void add_known(const Cell& cell, size_t place) {
        const double tf = sublinear_[cell.count];
        if (cell.term < model_.known->words_given) {
            words_.add(tf, model_.words[cell.term]);
            for (size_t f = 0; f < fields_.size(); ++f) {
                const uint32_t count = by_field_[place * fields_.size() + f];
                if (count > 0) fields_[f].add(sublinear_[count], model_.fields[f][cell.term]);
            }
        }
        if (model_.pieces.part) add_pieces(met_.in_pieces, met_.place(cell.term), tf);
    }

    HALFBAYES_WITHIN void add_pieces(const WordsInPieces& words, size_t word, double tf) {
        const double* weights = &words.weights[word * model_.classes];
        add_scaled(piece_sum_.sum.data(), weights, tf, piece_sum_.sum.size());
        piece_length_.add(tf, words.pieces(word));
    }

    HALFBAYES_WITHIN void sum_up_pairs(std::span<double> scores) {
        const ScoredPart& part = model_.pairs;
        pair_sum_.start();
        pairs_.start();
        pairs_.expect(found_.size(), n_pairs_);
        for (uint32_t pair : found_) pairs_.count(pair);
        const std::span<const Cell> cells = pairs_.cells();
        for (size_t i = 0; i < cells.size(); ++i) {
            if (i + kAhead < cells.size()) part.prefetch(cells[i + kAhead].term);
            pair_sum_.add(sublinear_[cells[i].count], part[cells[i].term]);
        }
        pair_sum_.add_to(scores, part.base, pair_sum_.squares);
    }

    // What will be read of a word: not the fields that do not have it.
    void prefetch(uint32_t term, size_t place) const {
        if (term >= n_words_) return open_.in_pieces.prefetch(term - n_words_);
        model_.words.prefetch(term);
        for (size_t f = 0; f < fields_.size(); ++f)
            if (by_field_[place * fields_.size() + f] > 0) model_.fields[f].prefetch(term);
        if (model_.pieces.part) met_.in_pieces.prefetch(met_.place(term));
    }

    static constexpr size_t kAhead = 6, kEarly = 12;  // words whose weights are asked for before

    const TextWeights& model_;
    const MetWords& met_;
    const OpenWords& open_;
    uint32_t n_words_, n_pairs_;
    SublinearCounts sublinear_;
    Tally whole_, pairs_;
    std::vector<uint32_t> by_field_;  // counts of each word of the document in each field
    PieceLength piece_length_;
    PartSum words_, pair_sum_, piece_sum_;
    std::vector<PartSum> fields_;
    std::vector<uint32_t> ids_, found_;  // words, and known pairs, in reading order
    std::vector<uint64_t> likely_;       // keys of pairs that may be known
};

}  // namespace halfbayes
