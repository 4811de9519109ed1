// Words cut to pieces: character n-grams of the word with a blank on either side.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "document.h"
#include "term_table.h"

namespace halfbayes {

class PieceCutter {
public:
    PieceCutter(size_t shortest, size_t longest) : shortest_(shortest), longest_(longest) {}

    // Takes a word; so many pieces it has at the most.
    size_t take(std::string_view word) {
        if (bytes_.size() < word.size() + 2 + kPadding) bytes_.resize(2 * word.size() + 2 + kPadding);
        bytes_[0] = bytes_[word.size() + 1] = ' ';
        std::memcpy(bytes_.data() + 1, word.data(), word.size());
        size_ = word.size() + 2;
        starts_.clear();
        if (!all_ascii(bytes_.data(), size_)) find_characters();
        return (longest_ - shortest_ + 1) * size_ + 1;
    }

    // Calls use(bytes, length) for each piece of the word; kPadding bytes after it can be read.
    template <class Use>
    void each(Use&& use) const {
        if (starts_.empty()) return each(size_, [](size_t i) { return static_cast<uint32_t>(i); }, use);
        each(starts_.size() - 1, [&](size_t i) { return starts_[i]; }, use);
    }

private:
    void find_characters() {
        for (uint32_t at = 0; at < size_; ++at)
            if ((bytes_[at] & 0xC0) != 0x80) starts_.push_back(at);
        starts_.push_back(static_cast<uint32_t>(size_));
    }

    // start(i) is where character i of so many starts. A word that is shorter than a piece is one itself.
    template <class Start, class Use>
    void each(size_t size, Start&& start, Use&& use) const {
        const size_t shortest = std::min(shortest_, size), longest = std::min(longest_, size);
        for (size_t n = shortest; n <= longest; ++n)
            for (size_t i = 0; i + n <= size; ++i) use(bytes_.data() + start(i), start(i + n) - start(i));
    }

    size_t shortest_, longest_, size_ = 0;
    std::vector<uint8_t> bytes_;
    std::vector<uint32_t> starts_;  // of the characters, where not all are ASCII
};

}  // namespace halfbayes
