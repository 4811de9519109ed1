// Words as documents write them, and what each of them is to a model. They are kept from call to call:
// a word is stemmed and looked up, and one the model has never seen is taken to pieces, only once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "english_stemmer.h"
#include "scoring.h"
#include "term_order.h"
#include "term_table.h"
#include "text_weights.h"
#include "threads.h"
#include "worded.h"

namespace halfbayes {

class Forms {
public:
    Forms(const TextWeights& model, const Options& options)
        : model_(model), options_(options), stems_(model) {}
    Forms(const Forms&) = delete;

    // Where the next documents are read.
    Worded& rows(uint32_t threads) {
        if (!rows_ || rows_->threads() != std::max(threads, 1u)) {
            const Seed seed = model_.known->words.seed();
            TermTable seen = rows_ ? std::move(rows_->brought_together()) : TermTable(seed);
            rows_ = std::make_unique<Worded>(Task{options_, nullptr, nullptr, seed, false}, threads,
                                             std::move(seen));
        }
        rows_->restart();
        return *rows_;
    }

    // Finds out what the forms are that came since the last time. beyond(forms) says which of those that
    // cannot be stemmed here differ from their stems, and these stems.
    template <class Beyond>
    void number(bool english, Beyond&& beyond) {
        const TermTable& forms = rows_->brought_together();
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

    // Scores of documents whose fields are the rows, field by field: (documents, classes), zero before.
    void score(size_t n_fields, double* scores) {
        stems_.weigh();
        const Worded& documents = *rows_;
        const std::vector<Row>& rows = documents.rows();
        const size_t size = rows.size() / n_fields;
        std::vector<std::vector<uint32_t>> others;  // what the terms of the workers after the first are
        std::vector<const uint32_t*> numbers{numbers_.data()};
        for (size_t worker = 1; worker < documents.numbers().size(); ++worker) {
            others.emplace_back();
            for (uint32_t form : documents.numbers()[worker]) others.back().push_back(numbers_[form]);
        }
        for (const auto& of_worker : others) numbers.push_back(of_worker.data());
        if (scorers_.size() < documents.threads()) scorers_.resize(documents.threads());
        in_pieces(documents.threads(), size, 64, [&](uint32_t worker, size_t from, size_t to) {
            auto& scorer = scorers_[worker];
            if (!scorer) scorer = std::make_unique<DocumentScorer>(model_, stems_);
            for (size_t i = from; i < to; ++i)
                scorer->score(&rows[i], size, n_fields, numbers,
                              {scores + i * model_.classes, model_.classes});
        });
    }

    // Memory taken, nearly.
    size_t bytes() const {
        size_t total = (rows_ ? rows_->bytes() : 0) + 4 * numbers_.size() + stems_.bytes();
        // Each thread counts the stems.
        for (const auto& scorer : scorers_) total += 12 * stems_.size() + (scorer ? scorer->bytes() : 0);
        return total;
    }

private:
    static constexpr uint32_t kBatch = 32;

    // stem(id, copy) writes the stem of a form, and gives its length.
    template <class Stem>
    void number(uint32_t first, uint32_t end, Stem&& stem) {
        const TermTable& words = model_.known->words;
        for (uint32_t from = first; from < end; from += kBatch) {
            // The words of a batch are hashed before any is looked up.
            const uint32_t batch = std::min(kBatch, end - from);
            Key keys[kBatch];
            for (uint32_t i = 0; i < batch; ++i) {
                const uint32_t length = stem(from + i, copies_[i]);
                keys[i] = make_key(copies_[i].data(), length, words.seed());
                words.slots().prefetch(keys[i].hash);
            }
            for (uint32_t i = 0; i < batch; ++i) {
                const uint32_t id = words.slots().candidate(keys[i].hash);
                if (id != kAbsent) words.prefetch_entry(id);
            }
            for (uint32_t i = 0; i < batch; ++i) numbers_.push_back(stems_.number(keys[i]));
        }
    }

    const TextWeights& model_;
    Options options_;
    std::unique_ptr<Worded> rows_;
    MetStems stems_;
    std::vector<uint32_t> numbers_;  // of the stem of each form
    std::vector<std::unique_ptr<DocumentScorer>> scorers_;  // one for each thread
    std::vector<uint8_t> copies_[kBatch];                   // of the words of a batch
};

}  // namespace halfbayes
