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
#include "threads.h"
#include "writing.h"

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

    // Topics and the stems that have them: where those of each stem begin in `topics`, and the end.
    void set_topics(const FixedTable& stems, Read<uint32_t> starts, Read<uint32_t> topics, Matrix records, Vector base) {
        const size_t size = topics.size();
        if (starts.size() != stems.table.size() + 1 || starts.data()[0] != 0 || starts.data()[starts.size() - 1] != size ||
            !std::is_sorted(starts.data(), starts.data() + starts.size()))
            throw std::invalid_argument("expected where the topics of each stem begin");
        if (std::any_of(topics.data(), topics.data() + size, [&](uint32_t topic) { return topic >= records.shape(0); }))
            throw std::invalid_argument("expected topics below their number");
        numbers_.push_back(starts);
        numbers_.push_back(topics);
        weights_.topics.part = part(records, base, records.shape(0));
        weights_.topics.size = records.shape(0);
        weights_.topics.stems = &stems;
        weights_.topics.starts = {starts.data(), starts.size()};
        weights_.topics.topics = {topics.data(), size};
    }

    void set_writing(Matrix records, Vector base) { writing_ = part(records, base, kFeatures); }

    size_t classes() const { return weights_.classes; }

    const Options& options() const { return options_; }

    bool reads_writing() const { return static_cast<bool>(writing_); }

    // Lays the weights out, once all are there.
    void arrange(size_t n_fields) {
        if (!weights_.words || weights_.fields.size() != (n_fields > 1 ? n_fields : 0))
            throw std::invalid_argument("expected weights for words and for each field");
        if (!weights_.arranged) weights_.arrange();
    }

    // Forms seen so far, for each thread; a call that finds them taken starts with none. The GIL is held.
    std::vector<std::unique_ptr<Forms>> taken(uint32_t threads) {
        most_threads_ = std::max(most_threads_, threads);
        std::vector<std::unique_ptr<Forms>> forms(threads);
        for (size_t i = 0; i < threads && !kept_.empty(); ++i) {
            forms[i] = std::move(kept_.back());
            kept_.pop_back();
        }
        return forms;
    }
    // The first come last: they are taken first again.
    void give_back(std::vector<std::unique_ptr<Forms>> forms) {
        for (; !forms.empty(); forms.pop_back())
            if (forms.back() && forms.back()->bytes() < kMostBytes && kept_.size() < most_threads_)
                kept_.push_back(std::move(forms.back()));
    }

    // Scores documents as Forms does, each thread a share of them at a time, and before that by the way they
    // are written: by `written`, their text as it came. What is read twice so is still in the cache.
    template <class Beyond>
    void score(std::vector<std::unique_ptr<Forms>>& forms, const std::vector<DocumentView>& written,
               const std::vector<DocumentView>& views, size_t n_fields, size_t from, size_t to,
               const Characters& characters, bool english, Beyond&& beyond, double* scores) const {
        const std::vector<size_t> starts = shares(views, n_fields, from, to, forms.size());
        std::vector<std::unique_ptr<WritingScorer>> writing(forms.size());
        in_pieces(static_cast<uint32_t>(forms.size()), starts.size() - 1, 1, [&](uint32_t worker, size_t share, size_t) {
            if (!forms[worker]) forms[worker] = std::make_unique<Forms>(weights_, options_);
            if (writing_) {
                if (!writing[worker]) writing[worker] = std::make_unique<WritingScorer>(writing_, classes());
                score_writing(*writing[worker], written, n_fields, starts[share], starts[share + 1], characters, scores);
            }
            forms[worker]->score(views, n_fields, starts[share], starts[share + 1], characters, english, beyond, scores);
        });
    }

private:
    void score_writing(WritingScorer& scorer, const std::vector<DocumentView>& written, size_t n_fields, size_t from,
                       size_t to, const Characters& characters, double* scores) const {
        const size_t documents = written.size() / n_fields;
        for (size_t i = from; i < to; ++i) {
            for (size_t field = 0; i + 1 < to && field < n_fields; ++field)
                Worker::prefetch(written[field * documents + i + 1]);
            scorer.score(&written[i], documents, n_fields, characters, {scores + i * classes(), classes()});
        }
    }

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

    // Where shares of the documents begin, and the end. What is read of one and then scored stays in the
    // cache; a thread costs more to start than little text to score, and none waits long for the last one.
    static std::vector<size_t> shares(const std::vector<DocumentView>& views, size_t n_fields, size_t from,
                                      size_t to, size_t threads) {
        const size_t documents = views.size() / n_fields;
        auto units = [&](size_t i) {
            size_t total = 0;
            for (size_t at = i; at < views.size(); at += documents) total += views[at].length;
            return total;
        };
        size_t total = 0, most = kShareUnits;
        for (size_t i = from; i < to && threads > 1; ++i) total += units(i);
        if (threads > 1) most = std::clamp(total / (threads * kShares), kLeastUnits, kShareUnits);
        std::vector<size_t> starts{from};
        for (size_t i = from, here = 0; i < to; ++i) {
            here += units(i);
            if (here < most && i + 1 < to) continue;
            starts.push_back(i + 1);
            here = 0;
        }
        return starts;
    }

    static constexpr size_t kMostBytes = size_t{64} << 20;  // of forms that a thread keeps from call to call
    static constexpr size_t kShareUnits = size_t{1} << 18, kLeastUnits = size_t{1} << 12;
    static constexpr size_t kShares = 8;  // for each thread

    Options options_;
    TextWeights weights_;
    ScoredPart writing_;
    std::vector<std::unique_ptr<Forms>> kept_;
    uint32_t most_threads_ = 1;  // of any call
    std::vector<Matrix> matrices_;  // keep the arrays alive
    std::vector<Read<uint32_t>> numbers_;
    std::vector<Vector> vectors_;
};

// Stems that Python found: which words are replaced, and by what, in turn. They are copied: what holds them
// needs no GIL.
class Stems {
public:
    Stems() = default;
    explicit Stems(nb::tuple found) {
        const auto marks = nb::cast<Marks>(found[0]);
        const auto strings = nb::cast<nb::list>(found[1]);
        for (size_t i = 0; marks && i < marks->size(); ++i) replaced_.push_back(marked(marks, i));
        for (nb::handle string : strings) {
            std::vector<uint8_t>& stem = stems_.emplace_back();
            const DocumentView view = str_view(string.ptr());
            stem.resize(size_t{4} * view.length);
            uint8_t* end = stem.data();
            each_character(view, [&](uint32_t c) { end = put_utf8(end, c); });
            stem.resize(end - stem.data());
        }
    }

    bool replaces(size_t i) const { return i < replaced_.size() && replaced_[i]; }

    // Writes the next one; its length.
    uint32_t next(std::vector<uint8_t>& copy) {
        const std::vector<uint8_t>& stem = stems_.at(next_++);
        copy.resize(stem.size() + kPadding);
        std::copy(stem.begin(), stem.end(), copy.begin());
        return static_cast<uint32_t>(stem.size());
    }

private:
    std::vector<bool> replaced_;
    std::vector<std::vector<uint8_t>> stems_;
    size_t next_ = 0;
};

}  // namespace halfbayes
