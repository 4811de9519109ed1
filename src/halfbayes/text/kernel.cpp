// The native kernel of halfbayes.text: bindings only. The stages are in native/.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "native/arrays.h"
#include "native/counts.h"
#include "native/inner_products.h"
#include "native/packed_terms.h"
#include "native/scorer.h"
#include "native/source.h"
#include "native/word_pieces.h"
#include "native/writing.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace halfbayes;

static std::unique_ptr<Characters> characters_of(const Read<uint8_t>& classes,
                                                 const Read<uint32_t>& lower) {
    auto table = std::make_unique<Characters>();
    table->classes.assign(classes.data(), classes.data() + classes.size());
    table->lower.assign(lower.data(), lower.data() + lower.size());
    return table;
}

// Python strings and decoded text of one batch are alive at once; this bounds them (in units).
constexpr size_t kBatchUnits = size_t{1} << 25;

// `character_table` gives, for a limit, the table of the characters below it; `prepared`, for a str,
// the same in NFC and, if asked, lower case.
static std::unique_ptr<Counts> counted(Source& source, const Options& options,
                                       nb::callable character_table, nb::callable prepared,
                                       std::pair<uint64_t, uint64_t> seed, const FixedTable* fixed,
                                       const FixedTable* stop_words, uint32_t threads) {
    nb::object characters = character_table(source.beyond_latin() ? kEndOfUnicode : 256u);
    const auto& table = nb::cast<const Characters&>(characters);
    auto counts = std::make_unique<Counts>(Task{options, fixed, stop_words, {seed.first, seed.second}}, threads);
    for (size_t from = 0, to = 0; from < source.views.size(); from = to) {
        for (size_t units = 0; to < source.views.size() && units < kBatchUnits; ++to)
            units += source.views[to].length;
        source.drop_prepared();
        source.prepare(from, to, table, options.lowercase, prepared);
        nb::gil_scoped_release released;
        counts->add(source.views.data() + from, to - from, table);
    }
    return counts;
}

// The same for documents that are scored, which takes little else.
constexpr size_t kScoredUnits = size_t{1} << 22;

// Scores of documents given field by field. `stems` says, of packed words, which of them the kernel
// cannot stem, and their stems.
static nb::ndarray<nb::numpy, double> scores(Scorer& scorer, Source& source, nb::callable character_table,
                                             nb::callable prepared, size_t n_fields, nb::callable stems,
                                             bool english, uint32_t threads) {
    if (n_fields == 0 || source.views.size() % n_fields != 0)
        throw std::invalid_argument("expected each field of each document");
    scorer.arrange(n_fields);
    nb::object characters = character_table(source.beyond_latin() ? kEndOfUnicode : 256u);
    const auto& table = nb::cast<const Characters&>(characters);
    const size_t documents = source.views.size() / n_fields, classes = scorer.classes();
    auto* found = new std::vector<double>(documents * classes);
    nb::capsule owner(found, [](void* p) noexcept { delete static_cast<std::vector<double>*>(p); });
    auto stems_of = [&](TermList&& words) {
        nb::gil_scoped_acquire held;
        return Stems(nb::cast<nb::tuple>(stems(given_to_python(std::move(words.bytes)),
                                               given_to_python(std::move(words.offsets)))));
    };
    std::vector<std::unique_ptr<Forms>> forms = scorer.taken(std::max(threads, 1u));
    std::vector<DocumentView> written;  // the text as it came, before any is prepared
    if (scorer.reads_writing()) written = source.views;
    for (size_t from = 0, to = 0; from < documents; from = to) {
        for (size_t units = 0; to < documents && units < kScoredUnits; ++to)
            for (size_t field = 0; field < n_fields; ++field)
                units += source.views[field * documents + to].length;
        source.drop_prepared();
        for (size_t at = from; at < source.views.size(); at += documents)
            source.prepare(at, at + to - from, table, scorer.options().lowercase, prepared);
        nb::gil_scoped_release released;
        scorer.score(forms, written, source.views, n_fields, from, to, table, english, stems_of, found->data());
    }
    scorer.give_back(std::move(forms));
    return nb::ndarray<nb::numpy, double>(found->data(), {documents, classes}, owner);
}

// How documents given field by field are written: (documents, features).
static nb::ndarray<nb::numpy, uint32_t> writing(Source& source, nb::callable character_table, size_t n_fields,
                                                uint32_t threads) {
    if (n_fields == 0 || source.views.size() % n_fields != 0)
        throw std::invalid_argument("expected each field of each document");
    nb::object characters = character_table(source.beyond_latin() ? kEndOfUnicode : 256u);
    const auto& table = nb::cast<const Characters&>(characters);
    std::vector<uint32_t> counts;
    {
        nb::gil_scoped_release released;
        counts = writing_counts(source.views, n_fields, table, std::max(threads, 1u));
    }
    return given_to_python(std::move(counts));
}

// Whether all are str or None, and of no kind derived from str.
static bool only_text(nb::list values) {
    for (size_t i = 0; i < values.size(); ++i) {
        PyObject* item = PyList_GET_ITEM(values.ptr(), static_cast<Py_ssize_t>(i));
        if (!PyUnicode_CheckExact(item) && item != Py_None) return false;
    }
    return true;
}

template <class T>
static std::span<T> span(const Array<T>& array) {
    return {array.data(), array.size()};
}

static std::span<const uint32_t> span(const Columns& columns) {
    return columns ? span(*columns) : std::span<const uint32_t>();
}

static nb::tuple terms(Counts& counts, TermList (Counts::*list)()) {
    TermList found;
    {
        nb::gil_scoped_release released;
        found = (counts.*list)();
    }
    return given_to_python(std::move(found));
}

template <class Index, class Value>
static void define_write(nb::class_<Counts>& counts) {
    counts.def(
        "write",
        [](Counts& self, Columns keep, Read<int64_t> starts, Array<Index> indices, Array<Value> data,
           bool binary) {
            nb::gil_scoped_release released;
            self.write(span(keep), span(starts), span(indices), span(data), binary);
        },
        "keep"_a.none(), "starts"_a, "indices"_a, "data"_a, "binary"_a);
}

NB_MODULE(kernel, m) {
    // Tables of characters and words are cached until the interpreter ends: no leak to warn of.
    nb::set_leak_warnings(false);
    nb::class_<Options>(m, "Options")
        .def(nb::init<>())
        .def_prop_rw("analyzer", [](const Options& o) { return static_cast<int>(o.analyzer); },
                     [](Options& o, int value) { o.analyzer = static_cast<Analyzer>(value); })
        .def_rw("shortest", &Options::shortest)
        .def_rw("longest", &Options::longest)
        .def_rw("lowercase", &Options::lowercase)
        .def_rw("min_length", &Options::min_length)
        .def_rw("max_length", &Options::max_length)
        .def_rw("numbers", &Options::numbers)
        .def_rw("emails", &Options::emails)
        .def_rw("unsegmented_shortest", &Options::unsegmented_shortest)
        .def_rw("unsegmented_longest", &Options::unsegmented_longest);
    nb::class_<Characters>(m, "Characters").def(nb::new_(&characters_of), "classes"_a, "lower"_a);
    nb::class_<FixedTable>(m, "TermTable")
        .def(nb::new_(&table_of<FixedTable>), "packed"_a, "offsets"_a, "seed"_a)
        .def("__len__", [](const FixedTable& fixed) { return fixed.table.size(); })
        .def("places", &places, "packed"_a, "offsets"_a);
    nb::class_<FixedPairs>(m, "PairTable")
        .def(nb::new_(&table_of<FixedPairs>), "packed"_a, "offsets"_a, "seed"_a)
        .def("__len__", [](const FixedPairs& fixed) { return fixed.size; })
        .def("word_numbers", &word_numbers, "packed"_a, "offsets"_a);
    nb::class_<PieceTable>(m, "PieceTable")
        .def(nb::new_(&table_of<PieceTable>), "packed"_a, "offsets"_a, "seed"_a)
        .def("__len__", &PieceTable::size);
    nb::class_<Source>(m, "Source")
        .def(nb::init<>())
        .def("__len__", [](const Source& source) { return source.views.size(); })
        .def("read_tuple", &Source::read_tuple, "documents"_a)
        .def("read_stream", &Source::read_stream, "stream"_a)
        .def("read_array", &Source::read_array, "schema"_a, "array"_a);
    nb::class_<Counts> counts(m, "Counts");
    counts.def("__len__", &Counts::documents)
        .def_prop_ro("in_pairs", &Counts::in_pairs)
        .def("sorted_terms", [](Counts& counts) { return terms(counts, &Counts::sorted_terms); })
        .def("distinct_terms", [](Counts& counts) { return terms(counts, &Counts::distinct_terms); })
        .def("drop_rare_pairs", &Counts::drop_rare_pairs, "least"_a, "n_fields"_a)
        .def("paired_terms", [](Counts& counts, Read<uint8_t> packed, Read<int64_t> offsets,
                                Read<uint32_t> number) {
            TermList found;
            {
                nb::gil_scoped_release released;
                found = counts.paired_terms(span(packed), span(offsets), span(number));
            }
            return given_to_python(std::move(found));
        }, "packed"_a, "offsets"_a, "number"_a)
        .def("pair_known", [](Counts& counts, const FixedPairs& known, Read<uint32_t> number) {
            nb::gil_scoped_release released;
            counts.pair_known(known, span(number));
        }, nb::keep_alive<1, 2>(), "known"_a, "number"_a)
        .def("arrange", [](Counts& counts, Columns target, size_t columns) {
            nb::gil_scoped_release released;
            counts.arrange(span(target), columns);
        }, "target"_a.none(), "columns"_a)
        .def("frequencies", [](const Counts& counts) {
            std::vector<int64_t> documents(counts.columns()), occurrences(counts.columns());
            counts.frequencies(documents.data(), occurrences.data());
            return nb::make_tuple(given_to_python(std::move(documents)),
                                  given_to_python(std::move(occurrences)));
        })
        .def("row_starts", [](const Counts& counts, Columns keep) {
            std::vector<int64_t> starts(counts.documents() + 1);
            counts.row_starts(span(keep), starts.data());
            return given_to_python(std::move(starts));
        }, "keep"_a.none());
    define_write<int32_t, int32_t>(counts);
    define_write<int32_t, int64_t>(counts);
    define_write<int32_t, double>(counts);
    define_write<int64_t, int32_t>(counts);
    define_write<int64_t, int64_t>(counts);
    define_write<int64_t, double>(counts);
    nb::class_<Scorer>(m, "Scorer")
        .def(nb::init<const FixedPairs&, const Options&, size_t, uint32_t, uint32_t>(),
             nb::keep_alive<1, 2>(), "known"_a, "options"_a, "classes"_a, "shortest"_a, "longest"_a)
        .def("set_words", &Scorer::set_words, "records"_a, "base"_a)
        .def("set_pairs", &Scorer::set_pairs, "records"_a, "base"_a)
        .def("add_field", &Scorer::add_field, "records"_a, "base"_a)
        .def("set_pieces", &Scorer::set_pieces, nb::keep_alive<1, 2>(), "table"_a, "records"_a, "base"_a)
        .def("set_topics", &Scorer::set_topics, nb::keep_alive<1, 2>(), "stems"_a, "starts"_a, "topics"_a, "records"_a,
             "base"_a)
        .def("set_writing", &Scorer::set_writing, "records"_a, "base"_a)
        .def("scores", &scores, "source"_a, "character_table"_a, "prepared"_a, "n_fields"_a,
             "stems"_a, "english"_a, "threads"_a);
    m.def("counted", &counted, "source"_a, "options"_a, "character_table"_a, "prepared"_a,
          "seed"_a, "fixed"_a.none(), "stop_words"_a.none(), "threads"_a);
    m.def("sorted_union", &sorted_union, "packed"_a, "offsets"_a, "replaced"_a.none(), "strings"_a,
          "english"_a, "seed"_a);
    m.def("beyond_english", &beyond_english, "packed"_a, "offsets"_a);
    m.def("decoded", &decoded, "packed"_a, "offsets"_a, "chosen"_a.none());
    m.def("only_text", &only_text, "values"_a);
    m.def("writing", &writing, "source"_a, "character_table"_a, "n_fields"_a, "threads"_a);
    m.def("word_pieces", &word_pieces, "packed"_a, "offsets"_a, "shortest"_a, "longest"_a, "seed"_a);
    define_inner_products<int32_t, float>(m);
    define_inner_products<int32_t, double>(m);
    define_inner_products<int64_t, float>(m);
    define_inner_products<int64_t, double>(m);
}
