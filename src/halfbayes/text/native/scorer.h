// A model's weights for text, kept together with the arrays of Python they lie in.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include "arrays.h"
#include "english_stemmer.h"
#include "forms.h"
#include "scoring.h"
#include "source.h"
#include "worded.h"

namespace halfbayes {

using Matrix = nb::ndarray<const double, nb::ndim<2>, nb::device::cpu>;
using Vector = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

class Scorer {
public:
    // The options are for words and pairs of words.
    Scorer(const FixedPairs& known, const Options& options, size_t classes, uint32_t shortest,
           uint32_t longest)
        : options_(options) {
        if (!Task{options, nullptr, nullptr, {}}.pairs())
            throw std::invalid_argument("expected words and pairs of words");
        if (classes < 2) throw std::invalid_argument("expected two classes or more");
        weights_.known = &known;
        weights_.classes = classes;
        weights_.pieces.shortest = shortest;
        weights_.pieces.longest = longest;
    }
    Scorer(const Scorer&) = delete;

    // Records are (terms, classes + 1): of each term its weights and its idf.
    void set_words(Matrix records, Vector base) {
        weights_.words = part(records, base, weights_.known->words_given);
    }
    void set_pairs(Matrix records, Vector base) {
        weights_.pairs = part(records, base, weights_.known->pairs.keys().size());
    }
    void add_field(Matrix records, Vector base) {
        weights_.fields.push_back(part(records, base, weights_.known->words_given));
    }
    void set_pieces(const PieceTable& table, Matrix records, Vector base) {
        weights_.pieces.part = part(records, base, table.size());
        weights_.pieces.table = &table;
    }

    size_t classes() const { return weights_.classes; }

    const Options& options() const { return options_; }

    // Lays the weights out, once all are there.
    void arrange(size_t n_fields) {
        if (!weights_.words || weights_.fields.size() != (n_fields > 1 ? n_fields : 0))
            throw std::invalid_argument("expected weights for words and for each field");
        if (!weights_.arranged) weights_.arrange();
    }

    // The forms seen so far; a call that finds them taken starts with none. The GIL is held.
    std::unique_ptr<Forms> taken() {
        return forms_ ? std::move(forms_) : std::make_unique<Forms>(weights_, options_);
    }
    void give_back(std::unique_ptr<Forms> forms) {
        if (forms->bytes() < kMostBytes) forms_ = std::move(forms);
    }

private:
    ScoredPart part(const Matrix& records, const Vector& base, size_t terms) {
        if (records.shape(0) != terms || records.shape(1) != classes() + 1 || base.shape(0) != classes())
            throw std::invalid_argument("expected a record for each term and a base for each class");
        const int64_t stride = terms > 1 ? records.stride(0) : records.shape(1);
        if (records.stride(1) != 1 || stride < static_cast<int64_t>(records.shape(1)))
            throw std::invalid_argument("expected the numbers of a record beside one another");
        matrices_.push_back(records);
        vectors_.push_back(base);
        return {records.data(), base.data(), terms, classes(), static_cast<size_t>(stride)};
    }

    static constexpr size_t kMostBytes = size_t{64} << 20;  // of forms kept from call to call

    Options options_;
    TextWeights weights_;
    std::unique_ptr<Forms> forms_;
    std::vector<Matrix> matrices_;  // keep the arrays alive
    std::vector<Vector> vectors_;
};

// Stems that Python found: which words are replaced, and by what, in turn.
class Stems {
public:
    Stems() = default;
    explicit Stems(nb::tuple found) : marks_(nb::cast<Marks>(found[0])), strings_(found[1]) {}

    bool replaces(size_t i) const { return marked(marks_, i); }

    // Writes the next one; its length.
    uint32_t next(std::vector<uint8_t>& copy) {
        const DocumentView view = str_view(nb::handle(strings_[next_++]).ptr());
        copy.resize(size_t{4} * view.length + kPadding);
        uint8_t* end = copy.data();
        each_character(view, [&](uint32_t c) { end = put_utf8(end, c); });
        return static_cast<uint32_t>(end - copy.data());
    }

private:
    Marks marks_;
    nb::list strings_;
    size_t next_ = 0;
};

}  // namespace halfbayes
