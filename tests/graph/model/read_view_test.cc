// The contract of ReadView, run on the store's implementation, on the reference, and on the
// reference with masked files; and the store against the reference row by row.
#include "graph/read_view.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/hash.h"
#include "graph_data.h"
#include "read_view_contract.h"
#include "reference_view.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::graph {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using waymark::testing::IsOk;
using waymark::testing::TempDir;

// A view of the graph from a store of its own. Keeps the store alive through the view only.
std::shared_ptr<const ReadView> StoredView(const TempDir& directory, const GraphData& graph) {
  StoreOptions options;
  options.directory = directory.path() / "store";
  options.map_bytes = std::uint64_t{1} << 32;
  const auto store = Store::Open(options);
  EXPECT_THAT(store, IsOk());
  EXPECT_THAT(PublishGraph(**store, kKey, graph), IsOk());
  const auto view = (*store)->OpenView(kKey);
  EXPECT_THAT(view, IsOk());
  return *view;
}

bool SameNeighbor(const Neighbor& a, const Neighbor& b) {
  return a.symbol == b.symbol && a.type == b.type && a.rule == b.rule;
}

bool SamePosting(const Posting& a, const Posting& b) {
  return a.symbol == b.symbol && a.field == b.field && a.frequency == b.frequency;
}

void ExpectSameSymbol(const ReadView& actual, const ReadView& expected, SymbolId symbol) {
  const SymbolRow a = actual.Symbol(symbol);
  const SymbolRow b = expected.Symbol(symbol);
  ASSERT_EQ(a.file, b.file);
  ASSERT_EQ(a.parent, b.parent);
  ASSERT_EQ(a.kind, b.kind);
  ASSERT_EQ(a.flags, b.flags);
  ASSERT_EQ(a.name, b.name);
  ASSERT_EQ(a.scope, b.scope);
  ASSERT_EQ(actual.Signature(symbol), expected.Signature(symbol));
  ASSERT_EQ(a.discriminator, b.discriminator);
  ASSERT_EQ(a.ordinal, b.ordinal);
  ASSERT_EQ(a.range, b.range);
  ASSERT_EQ(a.name_position, b.name_position);
  ASSERT_EQ(a.doc_begin, b.doc_begin);
  ASSERT_EQ(a.doc_end, b.doc_end);
  ASSERT_EQ(a.identity_prefix, b.identity_prefix);
  ASSERT_EQ(actual.FieldLengths(symbol), expected.FieldLengths(symbol));
  ASSERT_EQ(actual.QualifiedName(symbol), expected.QualifiedName(symbol));
}

void ExpectSameEdges(const ReadView& actual, const ReadView& expected, SymbolId symbol) {
  std::vector<Neighbor> a;
  std::vector<Neighbor> b;
  actual.In(symbol, a);
  expected.In(symbol, b);
  ASSERT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end(), SameNeighbor));
  actual.Out(symbol, a);
  expected.Out(symbol, b);
  ASSERT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end(), SameNeighbor));
  std::vector<Position> sites_of_a;
  std::vector<Position> sites_of_b;
  for (std::size_t i = 0; i < a.size(); ++i) {
    actual.Sites(a[i], sites_of_a);
    expected.Sites(b[i], sites_of_b);
    ASSERT_EQ(sites_of_a, sites_of_b);
  }
}

void ExpectSameUnresolved(const ReadView& actual, const ReadView& expected) {
  const auto describe = [](const ReadView& view) {
    std::vector<std::string> lines;
    view.VisitUnresolved([&](std::string_view name, const UnresolvedRow& row) {
      std::string line = std::to_string(ToIndex(row.source)) + " " + std::string(name) + " " +
                         std::string(Name(row.type)) + " " + std::string(Name(row.reason)) + " " +
                         std::to_string(row.site.line) + ":" + std::to_string(row.site.column);
      std::vector<SymbolId> candidates;
      view.Candidates(row, candidates);
      for (const SymbolId candidate : candidates) line += " " + std::to_string(ToIndex(candidate));
      lines.push_back(line);
      return true;
    });
    return lines;
  };
  ASSERT_EQ(describe(actual), describe(expected));
}

void ExpectSameTerms(const ReadView& actual, const ReadView& expected) {
  for (const std::string_view term :
       {"request", "http", "server", "pars",  "url",  "index", "connect",
        "größe",   "db",   "run",    "store", "open", "1",     "2",
        "token",   "valu", "self",   "path",  "def",  "dir",   "absent"}) {
    std::vector<Posting> a;
    std::vector<Posting> b;
    actual.Postings(term, a);
    expected.Postings(term, b);
    ASSERT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end(), SamePosting)) << term;
    const std::optional<TermStatistics> of_a = actual.Term(term);
    const std::optional<TermStatistics> of_b = expected.Term(term);
    ASSERT_EQ(of_a.has_value(), of_b.has_value()) << term;
    ASSERT_TRUE(!of_a || of_a->document_frequency == of_b->document_frequency) << term;
    std::vector<FileId> files_of_a;
    std::vector<FileId> files_of_b;
    actual.FilesWithPathTerm(term, files_of_a);
    expected.FilesWithPathTerm(term, files_of_b);
    ASSERT_EQ(files_of_a, files_of_b) << term;
    actual.FilesMentioning(MentionHash(term), files_of_a);
    expected.FilesMentioning(MentionHash(term), files_of_b);
    ASSERT_EQ(files_of_a, files_of_b) << term;
  }
  ASSERT_EQ(actual.Statistics().total_length, expected.Statistics().total_length);
}

void ExpectSameFiles(const ReadView& actual, const ReadView& expected) {
  ASSERT_EQ(actual.Files(), expected.Files());
  for (const FileId file : expected.Files()) {
    const FileRow a = actual.File(file);
    const FileRow b = expected.File(file);
    ASSERT_EQ(a.path, b.path);
    ASSERT_EQ(a.language, b.language);
    ASSERT_EQ(a.flags, b.flags);
    ASSERT_EQ(a.content, b.content);
    ASSERT_EQ(a.size_bytes, b.size_bytes);
    ASSERT_EQ(a.line_count, b.line_count);
    ASSERT_EQ(a.first_symbol, b.first_symbol);
    ASSERT_EQ(a.symbol_count, b.symbol_count);
  }
  ASSERT_EQ(actual.Skipped().size(), expected.Skipped().size());
  for (std::size_t i = 0; i < expected.Skipped().size(); ++i) {
    ASSERT_EQ(actual.Skipped()[i].path, expected.Skipped()[i].path);
    ASSERT_EQ(actual.Skipped()[i].reason, expected.Skipped()[i].reason);
  }
}

void ExpectSameView(const ReadView& actual, const ReadView& expected) {
  ASSERT_EQ(actual.symbol_bound(), expected.symbol_bound());
  ASSERT_EQ(actual.info().edge_count, expected.info().edge_count);
  ASSERT_EQ(actual.info().repository, expected.info().repository);
  ExpectSameFiles(actual, expected);
  for (std::uint32_t i = 0; i < expected.symbol_bound(); ++i) {
    ExpectSameSymbol(actual, expected, SymbolId{i});
    ExpectSameEdges(actual, expected, SymbolId{i});
  }
  ExpectSameUnresolved(actual, expected);
  ExpectSameTerms(actual, expected);
}

std::vector<SymbolId> Symbols(const std::vector<Neighbor>& neighbors) {
  std::vector<SymbolId> symbols;
  for (const Neighbor& neighbor : neighbors) symbols.push_back(neighbor.symbol);
  return symbols;
}

// --- The small graph, by hand

TEST(ReadView, ShowsEdgesWithMergedSitesAndTheSurerRule) {
  const TempDir directory;
  const auto view = StoredView(directory, SmallGraph());
  std::vector<Neighbor> out;
  std::vector<Position> sites;

  view->Out(SymbolId{2}, out);
  ASSERT_THAT(Symbols(out), ElementsAre(SymbolId{3}));
  view->Sites(out[0], sites);

  EXPECT_EQ(out[0].rule, EdgeRule::kSelfMember);
  EXPECT_THAT(sites, ElementsAre(Position{4, 9}, Position{5, 9}));
}

TEST(ReadView, ShowsNestingFromBothEnds) {
  const TempDir directory;
  const auto view = StoredView(directory, SmallGraph());
  std::vector<Neighbor> neighbors;
  std::vector<Position> sites;

  view->Out(SymbolId{1}, neighbors);
  EXPECT_THAT(Symbols(neighbors), ElementsAre(SymbolId{2}, SymbolId{3}));
  EXPECT_EQ(neighbors[0].type, EdgeType::kContains);
  view->Sites(neighbors[0], sites);
  EXPECT_THAT(sites, IsEmpty());

  view->In(SymbolId{2}, neighbors);
  EXPECT_THAT(Symbols(neighbors), ElementsAre(SymbolId{5}, SymbolId{1}));
}

TEST(ReadView, CountsDocumentsOutsideTests) {
  const TempDir directory;
  const auto view = StoredView(directory, SmallGraph());

  EXPECT_EQ(view->Statistics().document_count, 6u);
  EXPECT_NE(view->Flags(SymbolId{7}) & kSymbolTest, 0);
  // "run": the method, and the test's test_run, which does not count.
  EXPECT_EQ(view->Term("run")->document_frequency, 1u);
}

TEST(ReadView, PostingsAddUpWordsOfOneStem) {
  const TempDir directory;
  const auto view = StoredView(directory, SmallGraph());
  std::vector<Posting> postings;

  // App: name and signature once, documentation "applications" twice; "applic" is its stem.
  view->Postings("applic", postings);

  ASSERT_EQ(postings.size(), 1u);
  EXPECT_EQ(postings[0].field, Field::kDocumentation);
  EXPECT_EQ(postings[0].frequency, 2);
}

TEST(ReadView, KeepsCandidatesOfAmbiguousReferences) {
  const TempDir directory;
  const auto view = StoredView(directory, SmallGraph());
  std::vector<UnresolvedRow> rows;
  std::vector<SymbolId> candidates;

  view->UnresolvedWithName("stop", rows);
  ASSERT_EQ(rows.size(), 1u);
  view->Candidates(rows[0], candidates);

  EXPECT_EQ(rows[0].source, SymbolId{5});
  EXPECT_EQ(rows[0].reason, UnresolvedReason::kAmbiguous);
  EXPECT_THAT(candidates, ElementsAre(SymbolId{3}, SymbolId{7}));
}

TEST(ReadView, PathTermsLeaveTheExtensionOut) {
  const TempDir directory;
  const auto view = StoredView(directory, SmallGraph());
  std::vector<FileId> files;

  view->FilesWithPathTerm("app", files);
  EXPECT_THAT(files, ElementsAre(FileId{0}, FileId{2}));
  view->FilesWithPathTerm("py", files);
  EXPECT_THAT(files, IsEmpty());
}

TEST(ReadView, OutlivesItsStore) {
  const TempDir directory;
  const std::shared_ptr<const ReadView> view = StoredView(directory, SmallGraph());

  EXPECT_EQ(view->Symbol(SymbolId{1}).name, "App");
}

TEST(ReadView, AnEmptyRepositoryIsAView) {
  const TempDir directory;
  const auto view = StoredView(directory, GraphData());

  EXPECT_EQ(view->symbol_bound(), 0u);
  EXPECT_THAT(view->Files(), IsEmpty());
  ExpectKeepsContract(*view);
}

// --- Masked rows

// SmallGraph with app.py edited: run moved down a line, stop renamed to halt.
std::vector<FileData> EditedApp() {
  FileData app = SmallGraph().files[0];
  for (SymbolData& symbol : app.symbols) {
    if (symbol.parent != SymbolId::kNone) symbol.parent = SymbolId{ToIndex(symbol.parent) + 8};
  }
  app.facts.content = HashContent("edited");
  app.symbols[2].range.begin.line += 1;
  app.symbols[3].name = "halt";
  for (EdgeInput& edge : app.edges) edge.target = SymbolId{11};
  return {app};
}

TEST(MaskedView, NeighborsLeadToTheLiveRowOfTheSameIdentity) {
  const ReferenceView view(SmallGraph(), EditedApp());
  std::vector<Neighbor> neighbors;

  view.Out(SymbolId{5}, neighbors);
  EXPECT_THAT(Symbols(neighbors), ElementsAre(SymbolId{10}));
  view.In(SymbolId{10}, neighbors);
  EXPECT_THAT(Symbols(neighbors), ElementsAre(SymbolId{5}, SymbolId{9}));
}

TEST(MaskedView, EnumerationsLeaveMaskedRowsOut) {
  const ReferenceView view(SmallGraph(), EditedApp());
  std::vector<SymbolId> symbols;
  std::vector<UnresolvedRow> rows;

  EXPECT_EQ(view.symbol_bound(), 12u);
  EXPECT_FALSE(view.IsLive(SymbolId{2}));
  view.WithName("run", symbols);
  EXPECT_THAT(symbols, ElementsAre(SymbolId{10}));
  view.WithName("stop", symbols);
  EXPECT_THAT(symbols, IsEmpty());
  view.UnresolvedWithName("stop", rows);
  ASSERT_EQ(rows.size(), 1u);
  view.Candidates(rows[0], symbols);
  EXPECT_THAT(symbols, ElementsAre(SymbolId{7}));
}

TEST(MaskedView, KeepsTheContract) {
  ExpectKeepsContract(ReferenceView(SmallGraph(), EditedApp()));
}

// --- Random graphs

class RandomView : public ::testing::TestWithParam<std::uint64_t> {
 protected:
  GraphData Graph() const {
    RandomGraphOptions options;
    options.seed = GetParam();
    return RandomGraph(options);
  }
};

TEST_P(RandomView, OfTheStoreKeepsTheContract) {
  const TempDir directory;

  ExpectKeepsContract(*StoredView(directory, Graph()));
}

TEST_P(RandomView, OfTheReferenceKeepsTheContract) {
  ExpectKeepsContract(ReferenceView(Graph(), {}));
}

TEST_P(RandomView, OfTheStoreEqualsTheReference) {
  const TempDir directory;

  ExpectSameView(*StoredView(directory, Graph()), ReferenceView(Graph(), {}));
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomView, ::testing::Range<std::uint64_t>(1, 9));

// Columns of more than one block, site chunks, long posting lists.
TEST(ReadView, LargeGraphEqualsTheReference) {
  const TempDir directory;
  RandomGraphOptions options;
  options.files = 40;
  options.symbols_per_file = 60;
  const GraphData graph = RandomGraph(options);

  ExpectSameView(*StoredView(directory, graph), ReferenceView(graph, {}));
}

}  // namespace
}  // namespace waymark::graph
