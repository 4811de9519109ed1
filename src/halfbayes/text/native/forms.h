// Words as documents write them, and what each of them is to a model. They are kept from call to call:
// a word is stemmed and looked up, and one the model has never seen is taken to pieces, only once by each
// thread. Threads share nothing that is written: none waits for another.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "english_stemmer.h"
#include "scoring.h"
#include "term_order.h"
#include "term_table.h"
#include "text_weights.h"
#include "worker.h"

namespace halfbayes {

class Forms {
public:
    Forms(const TextWeights& model, const Options& options)
        : reader_(Task{options, nullptr, nullptr, model.known->words.seed(), false}, 0),
          words_(model.known->words),
          topics_(model.topics),
          classes_(model.classes),
          stems_(model),
          scorer_(model, stems_) {}
    Forms(const Forms&) = delete;

    // Scores of the documents from `from` up to `to`, given field by field: (documents, classes), zero
    // before. beyond(forms) says which of those that cannot be stemmed here differ from their stems, and
    // these stems.
    template <class Beyond>
    void score(const std::vector<DocumentView>& views, size_t n_fields, size_t from, size_t to,
               const Characters& characters, bool english, Beyond&& beyond, double* scores) {
        const size_t documents = views.size() / n_fields, size = to - from;
        reader_.restart();
        rows_.resize(size * n_fields);
        for (size_t field = 0; field < n_fields; ++field)
            read(&views[field * documents + from], size, characters, &rows_[field * size]);
        number(english, beyond);
        stems_.weigh();
        for (size_t i = 0; i < size; ++i)
            scorer_.score(&rows_[i], size, n_fields, numbers_.data(), {scores + (from + i) * classes_, classes_});
    }

    // Memory taken, nearly.
    size_t bytes() const {
        return reader_.table.bytes() + 4 * numbers_.size() + stems_.bytes() + 12 * stems_.size() + scorer_.bytes();
    }

private:
    static constexpr uint32_t kBatch = 32;

    void read(const DocumentView* views, size_t size, const Characters& characters, Row* rows) {
        for (size_t i = 0; i < size; ++i) {
            if (i + 1 < size) Worker::prefetch(views[i + 1]);
            rows[i] = reader_.count(views[i], characters);
        }
    }

    // Finds out what the forms are that came since the last time.
    template <class Beyond>
    void number(bool english, Beyond&& beyond) {
        const TermTable& forms = reader_.table;
        const auto first = static_cast<uint32_t>(numbers_.size());
        std::vector<uint32_t> asked;
        for (uint32_t id = first; id < forms.size(); ++id)
            if (!english || !EnglishStemmer::knows(forms.term(id))) asked.push_back(id);
        auto stems = asked.empty() ? decltype(beyond(TermList()))() : beyond(listed(forms, asked));
        EnglishStemmer stemmer;
        size_t next = 0;
        number(first, forms.size(), [&](uint32_t id, std::vector<uint8_t>& copy) {
            if (next < asked.size() && asked[next] == id && stems.replaces(next++)) return stems.next(copy);
            const uint32_t length = forms.copy_term(id, copy);
            return english ? stemmer.stem(reinterpret_cast<char*>(copy.data()), length) : length;
        });
    }

    // stem(id, copy) writes the stem of a form, and gives its length.
    template <class Stem>
    void number(uint32_t first, uint32_t end, Stem&& stem) {
        for (uint32_t from = first; from < end; from += kBatch) {
            // The words of a batch are hashed before any is looked up.
            const uint32_t batch = std::min(kBatch, end - from);
            Key keys[kBatch];
            for (uint32_t i = 0; i < batch; ++i) {
                const uint32_t length = stem(from + i, copies_[i]);
                keys[i] = make_key(copies_[i].data(), length, words_.seed());
                words_.slots().prefetch(keys[i].hash);
                if (topics_.part) topics_.prefetch_slot(keys[i]);
            }
            for (uint32_t i = 0; i < batch; ++i) {
                const uint32_t id = words_.slots().candidate(keys[i].hash);
                if (id != kAbsent) words_.prefetch_entry(id);
                if (topics_.part) topics_.prefetch_entry(keys[i]);
            }
            for (uint32_t i = 0; i < batch; ++i) numbers_.push_back(stems_.number(keys[i]));
        }
    }

    Worker reader_;
    const TermTable& words_;  // that the model knows
    const TopicWeights& topics_;
    size_t classes_;
    std::vector<Row> rows_;
    MetStems stems_;
    std::vector<uint32_t> numbers_;  // of the stem of each form
    DocumentScorer scorer_;
    std::vector<uint8_t> copies_[kBatch];  // of the words of a batch
};

}  // namespace halfbayes
