// Terms to numbers: an open-addressing table with a seeded hash.
//
// A term is a string of bytes (UTF-8, lone surrogates as three bytes). Up to 15 bytes it lives
// inside its 16-byte entry, the length in the last byte; a longer one lives in an arena, and its
// entry holds the 64-bit hash and the place. A slot holds 32 bits of hash and the number of the
// entry, so a probe seldom touches an entry that is not the right one. Numbers are given in order
// of arrival; nothing outside depends on that order, because columns are sorted afterwards.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <vector>

#if defined(_MSC_VER)
#include <intrin.h>
#endif

namespace halfbayes {

static_assert(std::endian::native == std::endian::little, "keys are packed little-endian");

constexpr uint32_t kAbsent = 0xFFFFFFFFu;
constexpr uint32_t kInlineBytes = 15;
constexpr uint64_t kLongMark = 0xFFull << 56;
// Bytes that may be read after the end of every text, so that a key is loaded in two words.
constexpr size_t kPadding = 64;

struct Seed {
    uint64_t first, second;
};

inline uint64_t folded_product(uint64_t a, uint64_t b) {
#if defined(_MSC_VER) && defined(_M_X64)
    uint64_t high;
    uint64_t low = _umul128(a, b, &high);
    return low ^ high;
#elif defined(_MSC_VER)
    return (a * b) ^ __umulh(a, b);
#else
    unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
    return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
#endif
}

inline void prefetch_memory([[maybe_unused]] const void* where) {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(where);
#endif
}

inline uint64_t load_word(const uint8_t* bytes) {
    uint64_t word;
    std::memcpy(&word, bytes, 8);
    return word;
}

// Masks that keep the first 0..15 bytes of two words.
struct ByteMasks {
    uint64_t first[16], second[16];
    constexpr ByteMasks() : first(), second() {
        for (uint32_t n = 0; n < 16; ++n) {
            first[n] = n >= 8 ? ~0ull : (1ull << (8 * n)) - 1;
            second[n] = n <= 8 ? 0 : (1ull << (8 * (n - 8))) - 1;
        }
    }
};
inline constexpr ByteMasks kMasks;

struct Key {
    uint64_t first;   // the entry's first word; of a long term its 64-bit hash
    uint64_t second;  // the entry's second word; of a long term where its bytes are
    uint32_t length, hash;

    const uint8_t* bytes() const { return reinterpret_cast<const uint8_t*>(second); }
};

inline Key make_long_key(const uint8_t* bytes, uint32_t length, Seed seed) {
    uint64_t hash = seed.first ^ length;
    uint32_t at = 0;
    for (; at + 16 <= length; at += 16)
        hash = folded_product(load_word(bytes + at) ^ hash, load_word(bytes + at + 8) ^ seed.second);
    uint64_t a = load_word(bytes + at) & kMasks.first[length - at];
    uint64_t b = load_word(bytes + at + 8) & kMasks.second[length - at];
    hash = folded_product(a ^ hash, b ^ seed.second);
    hash = folded_product(hash ^ seed.second, seed.first ^ 0x9E3779B97F4A7C15ull);
    return {hash, reinterpret_cast<uint64_t>(bytes), length,
            static_cast<uint32_t>(hash ^ (hash >> 32))};
}

// The bytes must be followed by at least 16 readable ones.
inline Key make_key(const uint8_t* bytes, uint32_t length, Seed seed) {
    if (length > kInlineBytes) return make_long_key(bytes, length, seed);
    uint64_t first = load_word(bytes) & kMasks.first[length];
    uint64_t second = (load_word(bytes + 8) & kMasks.second[length]) | (uint64_t{length} << 56);
    uint64_t hash = folded_product(first ^ seed.first, second ^ seed.second);
    return {first, second, length, static_cast<uint32_t>(hash ^ (hash >> 32))};
}

// The key of a term that may stand at the very end of its memory.
inline Key padded_key(std::string_view term, std::vector<uint8_t>& copy, Seed seed) {
    copy.resize(term.size() + kPadding);
    if (!term.empty()) std::memcpy(copy.data(), term.data(), term.size());
    return make_key(copy.data(), static_cast<uint32_t>(term.size()), seed);
}

struct Slot {
    uint32_t hash, id;
};

struct Slots {
    const Slot* first;
    uint32_t mask;

    void prefetch(uint32_t hash) const { prefetch_memory(first + (hash & mask)); }

    // The entry whose hash agrees: nearly always the right one, to be checked with `holds`.
    uint32_t candidate(uint32_t hash) const {
        for (uint32_t at = hash & mask;; at = (at + 1) & mask) {
            const Slot& slot = first[at];
            if (slot.id == kAbsent || slot.hash == hash) return slot.id;
        }
    }
};

class TermTable {
public:
    // With room for so many terms.
    explicit TermTable(Seed seed, size_t expected = 0)
        : seed_(seed), slots_(std::bit_ceil(std::max(2 * expected, kLeastSlots)), Slot{0, kAbsent}) {
        entries_.reserve(expected);
    }

    Seed seed() const { return seed_; }
    uint32_t size() const { return static_cast<uint32_t>(entries_.size()); }

    std::string_view term(uint32_t id) const {
        const Entry& entry = entries_[id];
        if ((entry.second & kLongMark) != kLongMark)
            return {reinterpret_cast<const char*>(&entry.first), entry.second >> 56};
        const Place& place = places_[entry.second & ~kLongMark];
        return {reinterpret_cast<const char*>(arena_.data() + place.start), place.length};
    }

    // Writes the term, and leaves kPadding bytes after it; its length.
    uint32_t copy_term(uint32_t id, std::vector<uint8_t>& copy) const {
        const std::string_view whole = term(id);
        if (copy.size() < whole.size() + kPadding) copy.resize(2 * whole.size() + kPadding);
        if (whole.size() <= kInlineBytes)
            std::memcpy(copy.data(), &entries_[id], sizeof(Entry));  // as many bytes, whatever the length
        else
            std::memcpy(copy.data(), whole.data(), whole.size());
        return static_cast<uint32_t>(whole.size());
    }

    // Memory taken.
    size_t bytes() const {
        return slots_.size() * sizeof(Slot) + entries_.size() * sizeof(Entry) + arena_.size() +
               places_.size() * sizeof(Place);
    }

    // The slots as they are now, by value: the compiler can keep them in registers.
    Slots slots() const { return {slots_.data(), mask_}; }

    void prefetch_entry(uint32_t id) const { prefetch_memory(&entries_[id]); }

    bool holds(uint32_t id, const Key& key) const {
        const Entry& entry = entries_[id];
        if (key.length <= kInlineBytes)
            return entry.first == key.first && entry.second == key.second;
        if (entry.first != key.first || (entry.second & kLongMark) != kLongMark) return false;
        const Place& place = places_[entry.second & ~kLongMark];
        return place.length == key.length &&
               std::memcmp(arena_.data() + place.start, key.bytes(), key.length) == 0;
    }

    uint32_t find(const Key& key) const {
        for (uint32_t at = key.hash & mask_;; at = (at + 1) & mask_) {
            const Slot& slot = slots_[at];
            if (slot.id == kAbsent) return kAbsent;
            if (slot.hash == key.hash && holds(slot.id, key)) return slot.id;
        }
    }

    uint32_t find_or_insert(const Key& key) {
        uint32_t at = key.hash & mask_;
        for (;; at = (at + 1) & mask_) {
            const Slot& slot = slots_[at];
            if (slot.id == kAbsent) break;
            if (slot.hash == key.hash && holds(slot.id, key)) return slot.id;
        }
        uint32_t id = size();
        if (id >= kAbsent - 1) throw std::length_error("more than 4 billion distinct terms");
        entries_.push_back({key.first, key.length <= kInlineBytes ? key.second : keep(key)});
        slots_[at] = {key.hash, id};
        if (entries_.size() > slots_.size() / 2) grow();
        return id;
    }

private:
    struct Entry {
        uint64_t first, second;
    };
    struct Place {
        uint64_t start;
        uint32_t length;
    };

    uint64_t keep(const Key& key) {
        places_.push_back({arena_.size(), key.length});
        arena_.insert(arena_.end(), key.bytes(), key.bytes() + key.length);
        return kLongMark | (places_.size() - 1);
    }

    void grow() {
        std::vector<Slot> old(slots_.size() * 2, Slot{0, kAbsent});
        old.swap(slots_);
        mask_ = static_cast<uint32_t>(slots_.size() - 1);
        for (const Slot& slot : old) {
            if (slot.id == kAbsent) continue;
            uint32_t at = slot.hash & mask_;
            while (slots_[at].id != kAbsent) at = (at + 1) & mask_;
            slots_[at] = slot;
        }
    }

    static constexpr size_t kLeastSlots = 1024;

    Seed seed_;
    std::vector<Slot> slots_;
    uint32_t mask_ = static_cast<uint32_t>(slots_.size() - 1);
    std::vector<Entry> entries_;
    std::vector<uint8_t> arena_;
    std::vector<Place> places_;
};

// A given vocabulary. Shorter terms are entered first: they are the frequent ones, and so lie
// together in few lines of the cache.
struct FixedTable {
    TermTable table;
    std::vector<uint32_t> columns;  // of each entry

    template <class Term>  // term(i) is the i-th term
    FixedTable(size_t size, Term&& term, Seed seed) : table(seed, size), columns(size) {
        std::vector<uint32_t> of_length[kInlineBytes + 2];  // those longer come last
        for (uint32_t i = 0; i < size; ++i)
            of_length[std::min<size_t>(term(i).size(), kInlineBytes + 1)].push_back(i);
        std::vector<uint8_t> copy;
        for (const auto& terms : of_length)
            for (uint32_t i : terms) columns[table.find_or_insert(padded_key(term(i), copy, seed))] = i;
    }

    uint32_t column(std::string_view term, std::vector<uint8_t>& copy) const {
        uint32_t id = table.find(padded_key(term, copy, table.seed()));
        return id == kAbsent ? kAbsent : columns[id];
    }
};

}  // namespace halfbayes
