// Terms in order of their bytes, which for UTF-8 is the order of their code points.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "term_table.h"

namespace halfbayes {

struct Prefix {
    uint64_t head;  // the first eight bytes, the first one highest
    uint32_t id;
};

// A term of a table can be read eight bytes far, however short it is.
inline uint64_t head_of(std::string_view term) {
    uint64_t head = load_word(reinterpret_cast<const uint8_t*>(term.data()));
    head &= kMasks.first[std::min<size_t>(term.size(), 8)];
    head = ((head & 0x00FF00FF00FF00FFull) << 8) | ((head >> 8) & 0x00FF00FF00FF00FFull);
    head = ((head & 0x0000FFFF0000FFFFull) << 16) | ((head >> 16) & 0x0000FFFF0000FFFFull);
    return (head << 32) | (head >> 32);
}

// Radix sort by the head, least significant first, eleven bits at a time, from the lowest to the highest bit
// that any head has.
inline void sort_by_head(std::vector<Prefix>& prefixes) {
    constexpr uint32_t kBits = 11, kDigits = 1u << kBits;
    uint64_t any = 0;
    for (const Prefix& prefix : prefixes) any |= prefix.head;
    const auto end = static_cast<uint32_t>(std::bit_width(any));
    std::vector<Prefix> other(prefixes.size());
    for (auto shift = static_cast<uint32_t>(std::countr_zero(any)); shift < end; shift += kBits) {
        std::array<uint32_t, kDigits + 1> place{};
        auto digit = [&](const Prefix& p) { return (p.head >> shift) & (kDigits - 1); };
        for (const Prefix& prefix : prefixes) ++place[digit(prefix) + 1];
        for (uint32_t i = 0; i < kDigits; ++i) place[i + 1] += place[i];
        for (const Prefix& prefix : prefixes) other[place[digit(prefix)]++] = prefix;
        prefixes.swap(other);
    }
}

// The numbers of the terms in their order.
inline std::vector<uint32_t> sorted_ids(const TermTable& table) {
    std::vector<Prefix> prefixes(table.size());
    for (uint32_t id = 0; id < table.size(); ++id) prefixes[id] = {head_of(table.term(id)), id};
    sort_by_head(prefixes);
    auto less = [&](const Prefix& a, const Prefix& b) { return table.term(a.id) < table.term(b.id); };
    for (size_t start = 0; start < prefixes.size();) {
        size_t end = start + 1;
        while (end < prefixes.size() && prefixes[end].head == prefixes[start].head) ++end;
        if (end - start > 1) std::sort(prefixes.begin() + start, prefixes.begin() + end, less);
        start = end;
    }
    std::vector<uint32_t> ids(prefixes.size());
    for (size_t i = 0; i < ids.size(); ++i) ids[i] = prefixes[i].id;
    return ids;
}

// A list of terms as Python keeps it: one string of bytes and where each term begins.
struct TermList {
    std::vector<uint8_t> bytes;
    std::vector<int64_t> offsets;
};

inline TermList listed(const TermTable& table, const std::vector<uint32_t>& ids) {
    TermList list;
    size_t total = 0;
    for (uint32_t id : ids) total += table.term(id).size();
    list.bytes.resize(total + 16);
    list.offsets.reserve(ids.size() + 1);
    list.offsets.push_back(0);
    uint8_t* out = list.bytes.data();
    for (uint32_t id : ids) {
        std::string_view term = table.term(id);
        // Short terms are copied with what follows them in their entry; the next one overwrites it.
        std::memcpy(out, term.data(), term.size() <= kInlineBytes ? 16 : term.size());
        out += term.size();
        list.offsets.push_back(out - list.bytes.data());
    }
    list.bytes.resize(total);
    return list;
}

}  // namespace halfbayes
