// Entering many terms into a table, for their order: vocabularies joined, words stemmed.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "document.h"
#include "english_stemmer.h"
#include "term_order.h"
#include "term_table.h"

namespace halfbayes {

class TermEntry {
public:
    explicit TermEntry(Seed seed) : table_(seed) {}

    void add(std::string_view term) { add(padded_key(term, copy_, table_.seed())); }

    void add(const DocumentView& view) {
        if (view.encoding == Encoding::ascii)
            return add(std::string_view(static_cast<const char*>(view.data), view.length));
        copy_.resize(size_t{4} * view.length + kPadding);
        uint8_t* end = copy_.data();
        each_character(view, [&](uint32_t c) { end = put_utf8(end, c); });
        add(make_key(copy_.data(), static_cast<uint32_t>(end - copy_.data()), table_.seed()));
    }

    // The stem of an English word.
    void add_stem(std::string_view word) {
        copy_.resize(word.size() + kPadding);
        std::memcpy(copy_.data(), word.data(), word.size());
        auto length = static_cast<uint32_t>(word.size());
        length = stemmer_.stem(reinterpret_cast<char*>(copy_.data()), length);
        add(make_key(copy_.data(), length, table_.seed()));
    }

    // The distinct terms in order; place[i] is where the i-th one added is.
    TermList sorted(std::vector<uint32_t>& place) {
        flush();
        std::vector<uint32_t> ids = sorted_ids(table_), rank(ids.size());
        for (uint32_t i = 0; i < ids.size(); ++i) rank[ids[i]] = i;
        for (uint32_t& at : entered_) at = rank[at];
        place = std::move(entered_);
        return listed(table_, ids);
    }

private:
    static constexpr uint32_t kBatch = 64;

    void add(const Key& key) {
        if (key.length > kInlineBytes || waiting_ == kBatch) flush();
        batch_[waiting_++] = key;
        table_.slots().prefetch(key.hash);
        if (key.length > kInlineBytes) flush();  // its bytes are in copy_
    }

    void flush() {
        for (uint32_t i = 0; i < waiting_; ++i) {
            uint32_t id = table_.slots().candidate(batch_[i].hash);
            if (id != kAbsent) table_.prefetch_entry(id);
        }
        for (uint32_t i = 0; i < waiting_; ++i) entered_.push_back(table_.find_or_insert(batch_[i]));
        waiting_ = 0;
    }

    TermTable table_;
    EnglishStemmer stemmer_;
    std::vector<uint32_t> entered_;
    std::vector<uint8_t> copy_;
    Key batch_[kBatch];
    uint32_t waiting_ = 0;
};

}  // namespace halfbayes
