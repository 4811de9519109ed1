// A model's weights for text, kept together with the arrays of Python they lie in.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <optional>
#include <stdexcept>
#include <vector>

#include "arrays.h"
#include "counts.h"
#include "english_stemmer.h"
#include "scoring.h"
#include "source.h"

namespace halfbayes {

using Matrix = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Places = nb::ndarray<const int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Vector = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

class Scorer {
public:
    Scorer(const FixedPairs& known, size_t classes, uint32_t shortest, uint32_t longest) {
        weights_.known = &known;
        weights_.classes = classes;
        weights_.pieces.shortest = shortest;
        weights_.pieces.longest = longest;
    }
    Scorer(const Scorer&) = delete;

    void set_words(Matrix weights, Vector idf, Vector base) {
        weights_.words = part(weights, idf, base, n_words());
    }
    void set_pairs(Matrix weights, Vector idf, Vector base) {
        weights_.pairs = part(weights, idf, base, weights_.known->pairs.keys().size());
    }
    void add_field(Matrix weights, Vector idf, Vector base) {
        weights_.fields.push_back(part(weights, idf, base, n_words()));
    }
    void set_pieces(const FixedTable& table, Matrix weights, Vector idf, Vector base) {
        weights_.pieces.part = part(weights, idf, base, table.columns.size());
        weights_.pieces.table = &table;
    }
    // The words as sums of their pieces, and these pieces as a CSR matrix (words, pieces).
    void set_words_in_pieces(Matrix weights, Places starts, Places pieces, Vector values) {
        if (!weights_.pieces.table || weights.shape(0) != n_words() || weights.shape(1) != classes() ||
            starts.shape(0) != n_words() + size_t{1} || pieces.shape(0) != values.shape(0))
            throw std::invalid_argument("expected the pieces of each word");
        for (size_t i = 0; i < pieces.shape(0); ++i)
            if (static_cast<size_t>(pieces.data()[i]) >= weights_.pieces.table->columns.size())
                throw std::invalid_argument("expected numbers of pieces");
        matrices_.push_back(weights);
        vectors_.push_back(values);
        places_ = {starts, pieces};
        weights_.pieces.words = weights.data();
        weights_.pieces.starts = starts.data();
        weights_.pieces.pieces = pieces.data();
        weights_.pieces.values = values.data();
    }

    size_t classes() const { return weights_.classes; }

    // What each distinct word of `words` is: the next of `stems` where it is marked, otherwise
    // itself, or its English stem.
    template <class Term, class Marked, class Stem>
    void score(Counts& counts, size_t n_fields, size_t size, Term&& term, Marked&& marked,
               Stem&& next_stem, bool english, std::span<double> scores) {
        if (!weights_.words || (n_fields > 1 && weights_.fields.size() != n_fields))
            throw std::invalid_argument("expected weights for words and for each field");
        if (weights_.pieces.part && !weights_.pieces.starts)
            throw std::invalid_argument("expected the pieces of each word");
        if (weights_.record == 0) weights_.arrange();
        const Seed seed = weights_.known->words.seed();
        OpenWords open(weights_.pieces, weights_.classes, seed);
        EnglishStemmer stemmer;
        std::vector<uint32_t> number(size);
        for (size_t from = 0; from < size; from += kBatch) {
            // The words of a batch are hashed before any is looked up.
            const size_t batch = std::min(kBatch, size - from);
            Key keys[kBatch];
            for (size_t i = 0; i < batch; ++i) {
                std::vector<uint8_t>& copy = copies_[i];
                const bool replaced = marked(from + i);
                uint32_t length = replaced ? next_stem(copy) : copied(term(from + i), copy);
                if (english && !replaced)
                    length = stemmer.stem(reinterpret_cast<char*>(copy.data()), length);
                keys[i] = make_key(copy.data(), length, seed);
                weights_.known->words.slots().prefetch(keys[i].hash);
            }
            for (size_t i = 0; i < batch; ++i) {
                const uint32_t id = weights_.known->words.slots().candidate(keys[i].hash);
                if (id != kAbsent) weights_.known->words.prefetch_entry(id);
            }
            for (size_t i = 0; i < batch; ++i) {
                const uint32_t known = weights_.known->words.find(keys[i]);
                number[from + i] = known != kAbsent       ? known
                                   : weights_.pieces.part ? n_words() + open.number(keys[i])
                                                          : kAbsent;
            }
        }
        nb::gil_scoped_release released;
        if (weights_.pieces.part) open.weigh();
        counts.score(weights_, open, n_fields, number, scores);
    }

private:
    uint32_t n_words() const { return weights_.known->words.size(); }

    static uint32_t copied(std::string_view term, std::vector<uint8_t>& copy) {
        copy.resize(term.size() + kPadding);
        if (!term.empty()) std::memcpy(copy.data(), term.data(), term.size());
        return static_cast<uint32_t>(term.size());
    }

    ScoredPart part(const Matrix& weights, const Vector& idf, const Vector& base, size_t terms) {
        if (weights.shape(0) != terms || idf.shape(0) != terms || base.shape(0) != classes() ||
            weights.shape(1) != classes())
            throw std::invalid_argument("expected a weight for each term and class");
        matrices_.push_back(weights);
        vectors_.push_back(idf);
        vectors_.push_back(base);
        return {weights.data(), idf.data(), base.data()};
    }

    static constexpr size_t kBatch = 32;

    TextWeights weights_;
    std::vector<uint8_t> copies_[kBatch];  // of the words of a batch; used with the GIL held
    std::vector<Matrix> matrices_;  // keep the arrays alive
    std::vector<Vector> vectors_;
    std::vector<Places> places_;
};

// Scores of the documents whose counted words, as distinct_terms gave them, are these; those marked
// are replaced by the stems in turn, the others by their English stems if asked.
inline nb::ndarray<nb::numpy, double> scored(Scorer& scorer, Counts& counts, size_t n_fields,
                                             const Read<uint8_t>& packed, const Read<int64_t>& offsets,
                                             const Marks& replaced, nb::list stems, bool english) {
    if (n_fields == 0) throw std::invalid_argument("expected one field or more");
    size_t next = 0;
    auto next_stem = [&](std::vector<uint8_t>& copy) {
        DocumentView view = str_view(nb::handle(stems[next++]).ptr());
        copy.resize(size_t{4} * view.length + kPadding);
        uint8_t* end = copy.data();
        each_character(view, [&](uint32_t c) { end = put_utf8(end, c); });
        return static_cast<uint32_t>(end - copy.data());
    };
    const size_t documents = counts.documents() / n_fields, classes = scorer.classes();
    auto* scores = new std::vector<double>(documents * classes);
    nb::capsule owner(scores, [](void* p) noexcept { delete static_cast<std::vector<double>*>(p); });
    scorer.score(
        counts, n_fields, offsets.size() - 1,
        [&](size_t i) { return term_at(packed, offsets, i); },
        [&](size_t i) { return marked(replaced, i); }, next_stem, english, *scores);
    return nb::ndarray<nb::numpy, double>(scores->data(), {documents, classes}, owner);
}

}  // namespace halfbayes
