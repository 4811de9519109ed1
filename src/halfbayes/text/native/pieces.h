// Pieces of words: what a word says by them, and how long a document is in pieces.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "parts.h"
#include "term_table.h"

namespace halfbayes {

// Pieces that are read at a time; so many more lie after those of the last word.
constexpr size_t kBeyond = 8;

struct PiecesOfWord {
    const int32_t* pieces;
    const double* values;
    size_t size;
};

// The pieces of words, word after word.
struct PieceList {
    std::vector<size_t> starts{0};
    std::vector<int32_t> pieces;
    std::vector<double> values;

    // Room for the pieces of one more word; where they begin.
    size_t extend(size_t size) {
        const size_t start = starts.back();
        starts.push_back(start + size);
        pieces.resize(start + size + kBeyond);
        values.resize(start + size + kBeyond);
        return start;
    }
    size_t words() const { return starts.size() - 1; }
    PiecesOfWord operator[](size_t word) const {
        return {&pieces[starts[word]], &values[starts[word]], starts[word + 1] - starts[word]};
    }
};

// Character n-grams of words, by number.
struct PieceWeights {
    ScoredPart part;
    const FixedTable* table = nullptr;
    uint32_t shortest = 0, longest = 0;
    KeyFilter filter;

    void arrange() {
        filter.start(table->columns.size());
        table->table.each_hash([&](uint32_t hash) { filter.add(hash); });
    }
};

// Words as sums of the pieces that the model has seen, in the order in which they are added.
class WordsInPieces {
public:
    WordsInPieces(const PieceWeights& pieces, size_t classes)
        : model_(pieces), classes_(classes), sums_(in_lanes(classes)) {}

    void add(std::string_view word) {
        padded(word);
        found_.clear();
        const size_t size = starts_.size() - 1;  // in characters
        known_.assign(size + 1, true);
        for (size_t n = model_.shortest; n <= model_.longest; ++n) {
            look_up(std::min(n, size), size);
            if (n == model_.shortest) repeated_ = repeats();
            if (size <= n) break;
        }
        if (repeated_) std::sort(found_.begin(), found_.end());
        weights.resize((this->size() + 1) * classes_ + kLanes);
        add_up(*this, &weights[this->size() * classes_]);
    }

    size_t size() const { return pieces.words(); }
    size_t bytes() const { return 8 * weights.size() + 12 * pieces.pieces.size(); }

    std::vector<double> weights;  // (words, classes), and what may be read after them
    PieceList pieces;

private:
    // Whether any of the pieces found so far may be there twice. Where none of the shortest is, none is.
    bool repeats() const {
        if (found_.size() > kFew) return true;
        for (size_t i = 1; i < found_.size(); ++i)
            for (size_t j = 0; j < i; ++j)
                if (found_[i] == found_[j]) return true;
        return false;
    }

    // Lists the pieces that were found, and sums up their weights.
    HALFBAYES_WIDE static void add_up(WordsInPieces& self, double* sum) {
        const size_t K = self.classes_;
        double* const sums = self.sums_.data();
        std::fill_n(sums, self.sums_.size(), 0.0);
        const std::vector<uint32_t>& found = self.found_;
        const size_t start = self.pieces.extend(found.size());
        size_t size = 0;
        for (size_t i = 0, next = 0; i < found.size(); i = next) {
            for (next = i + 1; self.repeated_ && next < found.size() && found[next] == found[i];) ++next;
            const double* record = self.model_.part[found[i]];
            const double value = static_cast<double>(next - i) * record[0];
            self.pieces.pieces[start + size] = static_cast<int32_t>(found[i]);
            self.pieces.values[start + size++] = value;
            add_scaled(sums, record + 1, value, self.sums_.size());
        }
        self.pieces.starts.back() = start + size;
        std::copy_n(sums, K, sum);
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

    // Finds the pieces of n characters. What has a piece that is not known is not known itself:
    // the model has every piece of its words. Memory is asked for all before any is looked at.
    void look_up(size_t n, size_t size) {
        const TermTable& table = model_.table->table;
        const Slots slots = table.slots();
        if (looked_up_.size() <= size) looked_up_.resize(2 * size);
        size_t waiting = 0;
        // Without a branch: whether a piece is known cannot be foretold.
        for (size_t i = 0; i + n <= size; ++i) {
            const uint32_t start = starts_[i];
            const Key key = make_key(bytes_.data() + start, starts_[i + n] - start, table.seed());
            slots.prefetch(key.hash);
            looked_up_[waiting] = {key, static_cast<uint32_t>(i), kAbsent};
            waiting += known_[i] & known_[i + (n != model_.shortest)] & model_.filter.may_have(key.hash);
            known_[i] = false;
        }
        for (size_t at = 0; at < waiting; ++at) {
            uint32_t& id = looked_up_[at].id = slots.candidate(looked_up_[at].key.hash);
            if (id != kAbsent) table.prefetch_entry(id);
        }
        for (size_t at = 0; at < waiting; ++at) {
            const auto& [key, place, candidate] = looked_up_[at];
            if (candidate == kAbsent) continue;
            const uint32_t id = table.holds(candidate, key) ? candidate : table.find(key);
            if (id == kAbsent) continue;
            known_[place] = true;
            found_.push_back(model_.table->columns[id]);
            model_.part.prefetch(found_.back());
        }
    }

    static constexpr size_t kFew = 32;  // as many are compared with each other

    struct LookedUp {
        Key key;
        uint32_t place, id;  // in the word; what may be the piece
    };

    const PieceWeights& model_;
    size_t classes_;
    std::vector<double> sums_;  // of the weights of one word
    std::vector<uint8_t> bytes_;
    std::vector<uint32_t> starts_;
    std::vector<LookedUp> looked_up_;
    std::vector<uint32_t> found_;  // pieces of one word
    bool repeated_ = false;        // whether one of them may be there twice
    std::vector<uint8_t> known_;   // whether the piece that starts here is known, of the last length
};

// The length of a sum of the pieces of words, whose entries come in any order. They are brought together
// first: how many pieces the next word has cannot be foretold, and would be asked for each of them.
class PieceLength {
public:
    explicit PieceLength(size_t pieces) : sums_(pieces) {}

    void start() { length_ = 0; }

    // Up to kBeyond pieces after those of the word are read.
    HALFBAYES_WITHIN void add(double weight, const PiecesOfWord& word) {
        if (pieces_.size() < length_ + word.size + kBeyond) {
            pieces_.resize(2 * (length_ + word.size + kBeyond));
            values_.resize(pieces_.size());
        }
        int32_t* const pieces = &pieces_[length_];
        double* const values = &values_[length_];
        for (size_t from = 0; from < word.size; from += kBeyond)
            for (size_t i = from; i < from + kBeyond; ++i) {
                pieces[i] = word.pieces[i];
                values[i] = weight * word.values[i];
            }
        length_ += word.size;
    }

    double squared() {
        double* const sums = sums_.data();
        double even = 0.0, odd = 0.0;
        size_t i = 0;
        for (; i + 2 <= length_; i += 2) {
            even += added(sums[pieces_[i]], values_[i]);
            odd += added(sums[pieces_[i + 1]], values_[i + 1]);
        }
        if (i < length_) even += added(sums[pieces_[i]], values_[i]);
        for (i = 0; i < length_; ++i) sums[pieces_[i]] = 0.0;
        return even + odd;
    }

private:
    // (before + more)^2 - before^2
    static double added(double& sum, double more) {
        const double before = sum;
        sum = before + more;
        return more * (2.0 * before + more);
    }

    std::vector<double> sums_;  // of each piece; zero between documents
    std::vector<int32_t> pieces_;
    std::vector<double> values_;
    size_t length_ = 0;
};

}  // namespace halfbayes
