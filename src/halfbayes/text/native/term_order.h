// Terms in order of their bytes, which for UTF-8 is the order of their code points.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "term_table.h"

namespace halfbayes {

struct Prefix {
    uint64_t head;  // the first eight bytes, the first one highest
    uint32_t id;
};

inline uint64_t head_of(std::string_view term) {
    uint64_t head = 0;
    for (size_t i = 0; i < 8; ++i)
        head = (head << 8) | (i < term.size() ? static_cast<uint8_t>(term[i]) : 0);
    return head;
}

// Radix sort by the first eight bytes, least significant first.
inline void sort_by_head(std::vector<Prefix>& prefixes) {
    std::vector<Prefix> other(prefixes.size());
    for (int shift = 0; shift < 64; shift += 8) {
        std::array<uint32_t, 257> place{};
        for (const Prefix& prefix : prefixes) ++place[((prefix.head >> shift) & 255) + 1];
        for (int i = 0; i < 256; ++i) place[i + 1] += place[i];
        for (const Prefix& prefix : prefixes) other[place[(prefix.head >> shift) & 255]++] = prefix;
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
    list.bytes.reserve(total);
    list.offsets.reserve(ids.size() + 1);
    list.offsets.push_back(0);
    for (uint32_t id : ids) {
        std::string_view term = table.term(id);
        list.bytes.insert(list.bytes.end(), term.begin(), term.end());
        list.offsets.push_back(static_cast<int64_t>(list.bytes.size()));
    }
    return list;
}

}  // namespace halfbayes
