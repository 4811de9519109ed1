// The English stemmer of Snowball 3.1 (Porter 2001, "Porter2"), for words of a-z, 0-9 and _.
//
// https://snowballstem.org/algorithms/english/stemmer.html says what each step does and why. Words
// with other characters go to PyStemmer, which is the definition: the tests compare the two.
//
// A word lies in memory that may be written; a stem is never longer than its word. y after a vowel or
// at the start is a consonant, and is written Y while the steps run.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "english_letters.h"
#include "term_table.h"

namespace halfbayes {

class EnglishStemmer {
public:
    // Whether the word is one of those this stems; no word is empty. One that ends beyond ASCII has no
    // suffix of English.
    static bool knows(std::string_view word) {
        if (static_cast<uint8_t>(word.back()) >= 0x80) return true;
        bool known = true;
        for (char c : word) known &= (c >= 'a' && c <= 'z') | (c >= '0' && c <= '9') | (c == '_');
        return known;
    }

    // Whether some suffix ends with this letter: with numbers and codes, nearly half of the words of
    // a vocabulary do not, and are their own stems.
    static bool may_end(char last) { return among(last, letters("cdegilmnrsty")); }

    // Stems in place; the new length. The word must be followed by at least 16 readable bytes.
    uint32_t stem(char* word, uint32_t length) {
        if (length < 3 || !may_end(word[length - 1])) return length;
        word_ = word;
        end_ = length;
        if (exception()) return end_;
        const bool has_y = length <= kMostPlaces ? places_of<'y'>(word, length) : std::memchr(word, 'y', length) != nullptr;
        if (has_y) mark_consonant_y();
        mark_regions();
        plurals();
        past_and_progressive();
        final_y();
        derivational();
        adjectival();
        residual();
        final_e();
        for (uint32_t i = 0; has_y && i < end_; ++i)
            if (word_[i] == 'Y') word_[i] = 'y';
        return end_;
    }

private:
    template <size_t N>
    bool ends(const char (&suffix)[N]) const {
        return end_ >= N - 1 && std::memcmp(word_ + end_ - (N - 1), suffix, N - 1) == 0;
    }
    template <size_t N>
    bool starts(const char (&prefix)[N], uint32_t& after) const {
        if (end_ < N - 1 || std::memcmp(word_, prefix, N - 1) != 0) return false;
        after = N - 1;
        return true;
    }
    template <size_t N>
    bool is(uint32_t length, const char (&text)[N]) const {  // the first letters, all of them
        return length == N - 1 && std::memcmp(word_, text, N - 1) == 0;
    }
    // Writes the text in place of the last letters.
    template <size_t N>
    void replace(uint32_t suffix, const char (&text)[N]) {
        end_ -= suffix;
        std::memcpy(word_ + end_, text, N - 1);
        end_ += N - 1;
    }
    // If the word ends so, the suffix becomes the text where the region reaches it; ends the step.
    template <size_t N, size_t M>
    bool turns(uint32_t region, const char (&suffix)[N], const char (&text)[M]) {
        if (!ends(suffix)) return false;
        if (region <= end_ - (N - 1)) replace(N - 1, text);
        return true;
    }

    bool exception() {
        if (end_ > kLongestIrregular) return false;
        const uint64_t word = load_word(reinterpret_cast<const uint8_t*>(word_)) & kMasks.first[end_];
        for (const IrregularWord& e : kIrregular)
            if (e.word == word) {
                std::memcpy(word_, e.stem.data(), e.stem.size());
                end_ = static_cast<uint32_t>(e.stem.size());
                return true;
            }
        return false;
    }

    void mark_consonant_y() {
        if (word_[0] == 'y') word_[0] = 'Y';
        for (uint32_t i = 1; i < end_; ++i)
            if (word_[i] == 'y' && vowel(word_[i - 1])) word_[i] = 'Y';
    }

    // One past the first consonant after a vowel, from there on; the end where there is none.
    uint32_t region_after(uint32_t at) const {
        if (end_ <= kMostPlaces) {
            const uint32_t none = 1u << 31;
            const int vowel = std::countr_zero((vowels_ & (~0u << at)) | none);
            return std::min(static_cast<uint32_t>(std::countr_zero((~vowels_ & (~0u << vowel)) | none)) + 1, end_);
        }
        while (at < end_ && !vowel(word_[at])) ++at;
        while (at < end_ && vowel(word_[at])) ++at;
        return at < end_ ? at + 1 : end_;
    }

    void mark_regions() {
        if (end_ <= kMostPlaces) vowels_ = places_of<'a', 'e', 'i', 'o', 'u', 'y'>(word_, end_);
        // Words that would lose too much are kept apart: arsenal and arsenic, past and paste.
        if (!starts("arsen", r1_) && !starts("commun", r1_) && !starts("emerg", r1_) &&
            !starts("gener", r1_) && !starts("inter", r1_) && !starts("later", r1_) &&
            !starts("organ", r1_) && !starts("past", r1_) && !starts("univers", r1_))
            r1_ = region_after(0);
        r2_ = region_after(r1_);
    }

    bool has_vowel(uint32_t before) const {
        for (uint32_t i = 0; i < before; ++i)
            if (vowel(word_[i])) return true;
        return false;
    }

    // Whether the letters before `at` end in a short syllable.
    bool short_before(uint32_t at) const {
        const char* w = word_;
        if (at >= 3 && !vowel(w[at - 1]) && w[at - 1] != 'w' && w[at - 1] != 'x' &&
            w[at - 1] != 'Y' && vowel(w[at - 2]) && !vowel(w[at - 3]))
            return true;
        if (at == 2 && vowel(w[0]) && !vowel(w[1])) return true;
        return at >= 4 && std::memcmp(w + at - 4, "past", 4) == 0;
    }

    void plurals() {  // step 1a
        if (ends("sses")) return replace(2, "");
        if (ends("ied") || ends("ies")) return end_ >= 5 ? replace(2, "") : replace(1, "");
        if (!ends("s") || ends("us") || ends("ss")) return;
        if (end_ >= 2 && has_vowel(end_ - 2)) replace(1, "");
    }

    void past_and_progressive() {  // step 1b
        if (ends("eed")) return past_of_ee(3);
        if (ends("eedly")) return past_of_ee(5);
        if (ends("edly")) return without_ending(4);
        if (ends("ingly")) return without_ending(5);
        if (ends("ed")) return without_ending(2);
        if (!ends("ing")) return;
        const uint32_t stem = end_ - 3;
        if (stem == 2 && word_[1] == 'y' && !vowel(word_[0])) return replace(4, "ie");
        if (is(stem, "even") || is(stem, "cann") || is(stem, "inn") || is(stem, "earr") ||
            is(stem, "herr") || is(stem, "out"))
            return;
        without_ending(3);
    }

    void past_of_ee(uint32_t suffix) {
        const uint32_t stem = end_ - suffix;
        if (r1_ > stem || is(stem, "succ") || is(stem, "proc") || is(stem, "exc")) return;
        replace(suffix, "ee");
    }

    void without_ending(uint32_t suffix) {
        if (!has_vowel(end_ - suffix)) return;
        end_ -= suffix;
        if (ends("at") || ends("bl") || ends("iz")) return replace(0, "e");
        const char last = word_[end_ - 1];
        if (end_ >= 2 && word_[end_ - 2] == last && among(last, letters("bdfgmnprt"))) {
            const bool kept = end_ == 3 && among(word_[0], letters("aeo"));
            if (!kept) --end_;
            return;
        }
        if (end_ == r1_ && short_before(end_)) replace(0, "e");
    }

    void final_y() {  // step 1c
        if (end_ < 3 || (word_[end_ - 1] != 'y' && word_[end_ - 1] != 'Y')) return;
        if (!vowel(word_[end_ - 2])) word_[end_ - 1] = 'i';
    }

    // Of suffixes that end in one another the longest comes first, and decides. Most words are too short
    // for any.
    void derivational() {  // step 2
        if (end_ < r1_ + 2) return;
        switch (word_[end_ - 2]) {
            case 'a':
                turns(r1_, "ational", "ate") || turns(r1_, "tional", "tion");
                break;
            case 'c':
                turns(r1_, "anci", "ance") || turns(r1_, "enci", "ence");
                break;
            case 'e':
                turns(r1_, "izer", "ize");
                break;
            case 'g':
                if (ends("ogi") && r1_ <= end_ - 3 && end_ >= 4 && word_[end_ - 4] == 'l')
                    replace(1, "");
                break;
            case 'l':
                turns(r1_, "abli", "able") || turns(r1_, "bli", "ble") || turns(r1_, "alli", "al") ||
                    turns(r1_, "fulli", "ful") || turns(r1_, "lessli", "less") ||
                    turns(r1_, "ousli", "ous") || turns(r1_, "entli", "ent") || adverb();
                break;
            case 'o':
                turns(r1_, "ization", "ize") || turns(r1_, "ation", "ate") || turns(r1_, "ator", "ate");
                break;
            case 's':
                turns(r1_, "alism", "al") || turns(r1_, "iveness", "ive") ||
                    turns(r1_, "fulness", "ful") || turns(r1_, "ousness", "ous") ||
                    turns(r1_, "ogist", "og");
                break;
            case 't':
                turns(r1_, "aliti", "al") || turns(r1_, "biliti", "ble") || turns(r1_, "iviti", "ive");
                break;
            default: break;
        }
    }

    bool adverb() {
        if (ends("li") && r1_ <= end_ - 2 && end_ >= 3 &&
            among(word_[end_ - 3], letters("cdeghkmnrt")))
            end_ -= 2;
        return true;
    }

    void adjectival() {  // step 3
        if (end_ < r1_ + 3) return;
        switch (word_[end_ - 1]) {
            case 'e':
                turns(r1_, "icate", "ic") || turns(r1_, "alize", "al") ||
                    (ends("ative") && r1_ <= end_ - 5 && turns(r2_, "ative", ""));
                break;
            case 'i': turns(r1_, "iciti", "ic"); break;
            case 'l':
                turns(r1_, "ical", "ic") || turns(r1_, "ational", "ate") ||
                    turns(r1_, "tional", "tion") || turns(r1_, "ful", "");
                break;
            case 's': turns(r1_, "ness", ""); break;
            default: break;
        }
    }

    void residual() {  // step 4
        if (end_ < r2_ + 2) return;
        switch (word_[end_ - 2]) {
            case 'a': turns(r2_, "al", ""); break;
            case 'c': turns(r2_, "ance", "") || turns(r2_, "ence", ""); break;
            case 'e': turns(r2_, "er", ""); break;
            case 'i': turns(r2_, "ic", ""); break;
            case 'l': turns(r2_, "able", "") || turns(r2_, "ible", ""); break;
            case 'n':
                turns(r2_, "ant", "") || turns(r2_, "ement", "") || turns(r2_, "ment", "") ||
                    turns(r2_, "ent", "");
                break;
            case 'o':
                if (ends("ion") && r2_ <= end_ - 3 && end_ >= 4 &&
                    (word_[end_ - 4] == 's' || word_[end_ - 4] == 't'))
                    end_ -= 3;
                break;
            case 's': turns(r2_, "ism", ""); break;
            case 't': turns(r2_, "ate", "") || turns(r2_, "iti", ""); break;
            case 'u': turns(r2_, "ous", ""); break;
            case 'v': turns(r2_, "ive", ""); break;
            case 'z': turns(r2_, "ize", ""); break;
            default: break;
        }
    }

    void final_e() {  // step 5
        if (end_ == 0) return;
        const uint32_t before = end_ - 1;
        if (word_[before] == 'e') {
            if (r2_ <= before || (r1_ <= before && !short_before(before))) end_ = before;
        } else if (word_[before] == 'l' && r2_ <= before && before > 0 && word_[before - 1] == 'l') {
            end_ = before;
        }
    }

    char* word_ = nullptr;
    uint32_t end_ = 0, r1_ = 0, r2_ = 0;
    uint32_t vowels_ = 0;  // bits of the letters, where these are not many
};

}  // namespace halfbayes
