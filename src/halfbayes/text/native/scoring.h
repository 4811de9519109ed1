// Documents to scores of classes in one go: words in reading order are counted, weighted and summed up
// against the weights of a model, and no matrix is made. What is computed is said in text/scoring.py.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "pair_table.h"
#include "row_counter.h"
#include "row_store.h"
#include "term_table.h"

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__)
// No lane depends on another and nothing is fused: every version gives the same bytes.
#define HALFBAYES_WIDE __attribute__((target_clones("avx2", "default")))
#define HALFBAYES_WITHIN __attribute__((always_inline)) inline
#else
#define HALFBAYES_WIDE
#define HALFBAYES_WITHIN inline
#endif

namespace halfbayes {

// sum += factor * weights
HALFBAYES_WITHIN void add_scaled(double* __restrict sum, const double* __restrict weights,
                                 double factor, size_t size) {
    for (size_t k = 0; k < size; ++k) sum[k] += factor * weights[k];
}

inline void prefetch_row(const double* row, size_t size) {
    for (size_t at = 0; at < size; at += 8) prefetch_memory(row + at);
}

// One way of seeing documents: a weight for each term and class, and what stands for the mean document.
struct ScoredPart {
    const double* weights = nullptr;  // (terms, classes)
    const double* idf = nullptr;      // (terms,)
    const double* base = nullptr;     // (classes,); null where there is no such part
    explicit operator bool() const { return base != nullptr; }
};

// Terms with their counts in one document, in order of first appearance.
class Tally {
public:
    void start() {
        ++document_;
        length_ = 0;
    }

    // So many more terms, all below this number, may be counted from here on.
    void expect(size_t terms, uint32_t below) {
        if (cells_.size() < length_ + terms) cells_.resize(2 * (length_ + terms));
        seen_.reach(below);
    }

    // The place of the term in `cells`. Without a branch: whether a word is new in a document cannot
    // be foretold.
    uint32_t count(uint32_t id) {
        LastSeen::Seen& seen = seen_.data()[id];
        const uint32_t again = seen.document == document_;
        const uint32_t place = (seen.place & (0 - again)) | (length_ & (again - 1));
        seen = {document_, place};
        cells_[place] = {id, (cells_[place].count & (0 - again)) + 1};
        length_ += 1 - again;
        return place;
    }

    void prefetch(uint32_t id) const { seen_.prefetch(id); }

    std::span<const Cell> cells() const { return {cells_.data(), length_}; }

private:
    std::vector<Cell> cells_;
    LastSeen seen_;
    uint32_t document_ = 0, length_ = 0;
};

// 1 + log count.
class SublinearCounts {
public:
    SublinearCounts() : small_(256) {
        for (size_t n = 1; n < small_.size(); ++n) small_[n] = 1.0 + std::log(static_cast<double>(n));
    }
    double operator[](uint32_t count) const {
        return count < small_.size() ? small_[count] : 1.0 + std::log(static_cast<double>(count));
    }

private:
    std::vector<double> small_;
};

// Character n-grams of words: those of the words the model knows, and all by number.
struct PieceWeights {
    ScoredPart part;                  // of the pieces themselves
    const FixedTable* table = nullptr;
    uint32_t shortest = 0, longest = 0;
    const double* words = nullptr;    // (words, classes): sums over the pieces of a word
    const int32_t* starts = nullptr;  // (words + 1,): where the pieces of a word begin
    const int32_t* pieces = nullptr;
    const double* values = nullptr;   // idf, as often as the word has the piece
};

// Words the model has not seen, as sums of the pieces it has seen.
class OpenWords {
public:
    OpenWords(const PieceWeights& pieces, size_t classes, Seed seed)
        : words_(seed), model_(pieces), classes_(classes) {}

    uint32_t number(const Key& key) { return words_.find_or_insert(key); }

    // Works out what all words say, once they are known.
    void weigh() {
        weights.assign(size_t{words_.size()} * classes_, 0.0);
        starts.assign(1, 0);
        for (uint32_t id = 0; id < words_.size(); ++id) weigh(id);
    }

    std::vector<double> weights;  // (words, classes)
    std::vector<int32_t> starts, pieces;
    std::vector<double> values;

private:
    void weigh(uint32_t id) {
        padded(words_.term(id));
        tally_.start();
        const size_t size = starts_.size() - 1;  // in characters
        known_.assign(size + 1, true);
        tally_.expect((model_.longest - model_.shortest + 1) * size,
                      static_cast<uint32_t>(model_.table->columns.size()));
        for (size_t n = model_.shortest; n <= model_.longest; ++n) {
            look_up(std::min(n, size), size);
            if (size <= n) break;
        }
        for (const Cell& cell : tally_.cells()) {
            const double value = cell.count * model_.part.idf[cell.term];
            pieces.push_back(static_cast<int32_t>(cell.term));
            values.push_back(value);
            add_scaled(&weights[id * classes_], model_.part.weights + cell.term * classes_, value,
                       classes_);
        }
        starts.push_back(static_cast<int32_t>(pieces.size()));
    }

    // The word with a blank on either side, and where its characters start.
    void padded(std::string_view word) {
        bytes_.resize(word.size() + 2 + kPadding);
        bytes_[0] = bytes_[word.size() + 1] = ' ';
        std::memcpy(bytes_.data() + 1, word.data(), word.size());
        starts_.clear();
        for (uint32_t at = 0; at < word.size() + 2; ++at)
            if ((bytes_[at] & 0xC0) != 0x80) starts_.push_back(at);
        starts_.push_back(static_cast<uint32_t>(word.size() + 2));
    }

    // Counts the pieces of n characters. What has a piece that is not known is not known itself:
    // the model has every piece of its words. Memory is asked for all before any is looked at.
    void look_up(size_t n, size_t size) {
        const TermTable& table = model_.table->table;
        keys_.clear();
        places_.clear();
        for (size_t i = 0; i + n <= size; ++i) {
            const bool may_be = known_[i] && (n == model_.shortest || known_[i + 1]);
            known_[i] = false;
            if (!may_be) continue;
            const uint32_t start = starts_[i];
            keys_.push_back(make_key(bytes_.data() + start, starts_[i + n] - start, table.seed()));
            table.slots().prefetch(keys_.back().hash);
            places_.push_back(i);
        }
        for (size_t at = 0; at < keys_.size(); ++at) {
            const uint32_t id = table.find(keys_[at]);
            if (id == kAbsent) continue;
            known_[places_[at]] = true;
            const uint32_t piece = model_.table->columns[id];
            prefetch_row(model_.part.weights + piece * classes_, classes_);
            tally_.count(piece);
        }
    }

    TermTable words_;
    const PieceWeights& model_;
    size_t classes_;
    Tally tally_;
    std::vector<uint8_t> bytes_;
    std::vector<uint32_t> starts_;
    std::vector<Key> keys_;
    std::vector<size_t> places_;  // in the word, of the keys
    std::vector<uint8_t> known_;  // whether the piece that starts here is known, of the last length
};

// The length of a sum of the pieces of words, whose entries come in any order.
class PieceLength {
public:
    explicit PieceLength(size_t pieces) : sums_(pieces) {}

    void start() {
        ++document_;
        squares_ = 0.0;
    }

    HALFBAYES_WITHIN void add(double weight, const int32_t* pieces, const double* values, size_t size) {
        for (size_t i = 0; i < size; ++i) {
            Sum& sum = sums_[pieces[i]];
            const double before = sum.document == document_ ? sum.value : 0.0;
            const double more = weight * values[i];
            squares_ += more * (2.0 * before + more);  // (before + more)^2 - before^2
            sum = {before + more, document_};
        }
    }

    double squared() const { return squares_; }

private:
    struct Sum {
        double value = 0.0;
        uint32_t document = 0;
    };
    std::vector<Sum> sums_;
    uint32_t document_ = 0;
    double squares_ = 0.0;
};

// Says of most pairs that are not known that they are not, from memory that stays in the cache.
class PairFilter {
public:
    void fill(const PairTable& pairs) {
        bits_.assign(std::bit_ceil(pairs.keys().size() / 4 + 1), 0);  // sixteen bits a pair
        for (uint64_t key : pairs.keys()) bits_[word(key)] |= bit(key);
    }

    bool may_have(uint64_t key) const { return bits_[word(key)] & bit(key); }

private:
    static uint64_t mixed(uint64_t key) { return key * 0x9E3779B97F4A7C15ull; }
    size_t word(uint64_t key) const { return (mixed(key) >> 38) & (bits_.size() - 1); }
    static uint64_t bit(uint64_t key) { return 1ull << (mixed(key) >> 32 & 63); }

    std::vector<uint64_t> bits_;
};

// All that a model says about text; words and pairs go by their numbers in `known`.
struct TextWeights {
    const FixedPairs* known = nullptr;
    size_t classes = 0;
    ScoredPart words, pairs;
    std::vector<ScoredPart> fields;  // of words, where a document has several
    PieceWeights pieces;

    // What a word says lies together: for the document and for each field its idf and its weights,
    // then the weights of its pieces. One word, one wait for memory.
    std::vector<double> records;
    size_t record = 0;  // length of one
    PairFilter filter;

    void arrange() {
        filter.fill(known->pairs);
        const size_t n_words = known->words.size(), K = classes;
        record = (1 + fields.size()) * (K + 1) + (pieces.part ? K : 0);
        records.resize(n_words * record);
        for (size_t word = 0; word < n_words; ++word) {
            double* out = &records[word * record];
            out = copied(out, words, word);
            for (const ScoredPart& field : fields) out = copied(out, field, word);
            if (pieces.part) std::copy_n(pieces.words + word * K, K, out);
        }
    }

private:
    double* copied(double* out, const ScoredPart& part, size_t word) const {
        *out++ = part.idf[word];
        return std::copy_n(part.weights + word * classes, classes, out);
    }
};

// Sums of weighted terms, by class, and their squared length.
struct PartSum {
    std::vector<double> sum;
    double squares = 0.0;

    void start() {
        std::fill(sum.begin(), sum.end(), 0.0);
        squares = 0.0;
    }
    // The weights begin with the idf.
    HALFBAYES_WITHIN void add(double tf, const double* weights) {
        const double value = tf * weights[0];
        squares += value * value;
        add_scaled(sum.data(), weights + 1, value, sum.size());
    }
    void add_to(double* scores, const double* base, double squared_length) const {
        if (squared_length <= 0.0) return;
        const double length = std::sqrt(squared_length);
        for (size_t k = 0; k < sum.size(); ++k) scores[k] += sum[k] / length + base[k];
    }
};

// Scores the documents of one thread.
class DocumentScorer {
public:
    DocumentScorer(const TextWeights& model, const OpenWords& open)
        : model_(model),
          open_(open),
          n_words_(model.known->words.size()),
          n_open_(static_cast<uint32_t>(open.starts.size())),
          n_pairs_(static_cast<uint32_t>(model.known->pairs.keys().size())),
          piece_length_(model.pieces.part ? model.pieces.table->columns.size() : 0) {
        words_.sum.resize(model.classes);
        pair_sum_.sum.resize(model.classes);
        piece_sum_.sum.resize(model.classes);
        fields_.assign(model.fields.size(), words_);
        whole_.expect(0, n_words_ + n_open_);
        pairs_.expect(0, n_pairs_);
    }

    // rows[f * stride] is field f of the document, numbers[worker] what the words of a row are here.
    void score(const Row* rows, size_t stride, size_t n_fields,
               const std::vector<std::vector<uint32_t>>& numbers, double* scores) {
        whole_.start();
        found_.clear();
        by_field_.clear();
        for (size_t f = 0; f < n_fields; ++f) {
            const Row& row = rows[f * stride];
            if (row.length > 0) read(row, numbers[row.worker].data(), f, n_fields);
        }
        add_words(*this);
        words_.add_to(scores, model_.words.base, words_.squares);
        for (size_t f = 0; f < fields_.size(); ++f)
            fields_[f].add_to(scores, model_.fields[f].base, fields_[f].squares);
        if (model_.pieces.part)
            piece_sum_.add_to(scores, model_.pieces.part.base, piece_length_.squared());
        if (model_.pairs) add_pairs(*this, scores);
    }

private:
    void read(const Row& row, const uint32_t* number, size_t field, size_t n_fields) {
        const Cell* cells = row.cells + row.length;  // the words are behind the room for pairs
        const size_t size = row.length;
        ids_.resize(size + 1);
        ids_[0] = kAbsent;
        for (size_t i = 0; i < size; ++i) {
            const uint32_t id = cells[i].term == kAbsent ? kAbsent : number[cells[i].term];
            ids_[i + 1] = id;
            if (id != kAbsent) whole_.prefetch(id);
        }
        if (model_.pairs) find_pairs(size);
        whole_.expect(size, n_words_ + n_open_);
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
    HALFBAYES_WIDE static void add_pairs(DocumentScorer& self, double* scores) { self.sum_up_pairs(scores); }

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
                add_open(cells[i].term - n_words_, sublinear_[cells[i].count]);
        }
    }

    HALFBAYES_WITHIN void add_known(const Cell& cell, size_t place) {
        const size_t K = model_.classes;
        const double* record = &model_.records[cell.term * model_.record];
        const double tf = sublinear_[cell.count];
        words_.add(tf, record);
        for (size_t f = 0; f < fields_.size(); ++f) {
            record += K + 1;
            const uint32_t count = by_field_[place * fields_.size() + f];
            if (count > 0) fields_[f].add(sublinear_[count], record);
        }
        if (!model_.pieces.part) return;
        add_scaled(piece_sum_.sum.data(), record + K + 1, tf, K);
        const PieceWeights& pieces = model_.pieces;
        const int32_t start = pieces.starts[cell.term], end = pieces.starts[cell.term + 1];
        piece_length_.add(tf, pieces.pieces + start, pieces.values + start, end - start);
    }

    HALFBAYES_WITHIN void add_open(size_t word, double tf) {
        add_scaled(piece_sum_.sum.data(), &open_.weights[word * model_.classes], tf, model_.classes);
        const int32_t start = open_.starts[word], end = open_.starts[word + 1];
        piece_length_.add(tf, open_.pieces.data() + start, open_.values.data() + start, end - start);
    }

    HALFBAYES_WITHIN void sum_up_pairs(double* scores) {
        const ScoredPart& part = model_.pairs;
        const size_t K = model_.classes;
        pair_sum_.start();
        pairs_.start();
        pairs_.expect(found_.size(), n_pairs_);
        for (uint32_t pair : found_) pairs_.count(pair);
        const std::span<const Cell> cells = pairs_.cells();
        for (size_t i = 0; i < cells.size(); ++i) {
            if (i + kAhead < cells.size()) {
                prefetch_row(part.weights + cells[i + kAhead].term * K, K);
                prefetch_memory(part.idf + cells[i + kAhead].term);
            }
            const double value = sublinear_[cells[i].count] * part.idf[cells[i].term];
            pair_sum_.squares += value * value;
            add_scaled(pair_sum_.sum.data(), part.weights + cells[i].term * K, value, K);
        }
        pair_sum_.add_to(scores, part.base, pair_sum_.squares);
    }

    // What will be read of the record of a word: not the fields that do not have it.
    void prefetch(uint32_t term, size_t place) const {
        if (term >= n_words_) return;
        const size_t size = model_.classes + 1;
        const double* record = &model_.records[term * model_.record];
        prefetch_row(record, size);
        for (size_t f = 0; f < fields_.size(); ++f) {
            record += size;
            if (by_field_[place * fields_.size() + f] > 0) prefetch_row(record, size);
        }
        if (model_.pieces.part) prefetch_row(record + size, model_.classes);
    }

    static constexpr size_t kAhead = 6;

    const TextWeights& model_;
    const OpenWords& open_;
    uint32_t n_words_, n_open_, n_pairs_;
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
