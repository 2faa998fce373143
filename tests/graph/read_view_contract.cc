#include "read_view_contract.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/tokenize.h"

namespace waymark::graph {
namespace {

std::vector<SymbolId> LiveSymbols(const ReadView& view) {
  std::vector<SymbolId> live;
  for (std::uint32_t i = 0; i < view.symbol_bound(); ++i) {
    if (view.IsLive(SymbolId{i})) live.push_back(SymbolId{i});
  }
  return live;
}

void ExpectNeighborsOrdered(const ReadView& view, const std::vector<Neighbor>& neighbors) {
  for (std::size_t i = 0; i < neighbors.size(); ++i) {
    ASSERT_TRUE(view.IsLive(neighbors[i].symbol));
    if (i == 0) continue;
    const Neighbor& a = neighbors[i - 1];
    const Neighbor& b = neighbors[i];
    ASSERT_TRUE(a.type < b.type ||
                (a.type == b.type && view.CompareCanonical(a.symbol, b.symbol) < 0));
  }
}

const Neighbor* Find(const std::vector<Neighbor>& neighbors, SymbolId symbol, EdgeType type) {
  for (const Neighbor& neighbor : neighbors) {
    if (neighbor.symbol == symbol && neighbor.type == type) return &neighbor;
  }
  return nullptr;
}

// The other end of one edge of `source` shows the same rule and sites.
void ExpectSameFromTarget(const ReadView& view, SymbolId source, const Neighbor& outgoing) {
  std::vector<Neighbor> in;
  view.In(outgoing.symbol, in);
  const Neighbor* const incoming = Find(in, source, outgoing.type);
  ASSERT_NE(incoming, nullptr);
  ASSERT_EQ(incoming->rule, outgoing.rule);
  std::vector<Position> sites;
  std::vector<Position> sites_from_target;
  view.Sites(outgoing, sites);
  view.Sites(*incoming, sites_from_target);
  ASSERT_EQ(sites, sites_from_target);
  ASSERT_TRUE(std::is_sorted(sites.begin(), sites.end()));
  ASSERT_EQ(std::adjacent_find(sites.begin(), sites.end()), sites.end());
}

std::set<std::string> AllTokens(const ReadView& view) {
  std::set<std::string> tokens;
  Tokenizer tokenizer;
  const auto add = [&tokens](std::string_view token) { tokens.emplace(token); };
  for (const SymbolId symbol : LiveSymbols(view)) {
    tokenizer.Visit(view.Symbol(symbol).name, add);
    tokenizer.Visit(view.Signature(symbol), add);
  }
  return tokens;
}

}  // namespace

void ExpectFilesAndSymbolsAgree(const ReadView& view) {
  std::vector<SymbolId> all;
  std::vector<SymbolId> symbols;
  std::string_view previous_path;
  for (const FileId file : view.Files()) {
    const FileRow row = view.File(file);
    ASSERT_TRUE(view.IsLive(file));
    ASSERT_LT(previous_path, row.path);
    previous_path = row.path;
    ASSERT_EQ(view.FindFile(row.path), file);
    ASSERT_EQ(view.FileFlags(file), row.flags);
    view.SymbolsOf(file, symbols);
    ASSERT_EQ(symbols.size(), row.symbol_count);
    ASSERT_EQ(symbols.front(), row.first_symbol);
    for (const SymbolId symbol : symbols) {
      ASSERT_EQ(view.FileOf(symbol), file);
      ASSERT_TRUE(all.empty() || view.CompareCanonical(all.back(), symbol) < 0);
      all.push_back(symbol);
    }
  }
  ASSERT_EQ(view.info().file_count, view.Files().size());
  ASSERT_EQ(view.info().symbol_count, all.size());
  ASSERT_THAT(all, ::testing::UnorderedElementsAreArray(LiveSymbols(view)));
  for (const SymbolId symbol : all) {
    const SymbolRow row = view.Symbol(symbol);
    ASSERT_EQ(row.kind, view.Kind(symbol));
    ASSERT_EQ(row.flags, view.Flags(symbol));
    ASSERT_EQ(row.parent, view.Parent(symbol));
    ASSERT_EQ(row.identity_prefix, view.Identity(symbol).Prefix64());
    ASSERT_EQ(view.CompareCanonical(symbol, symbol), 0);
    ASSERT_TRUE(row.parent == SymbolId::kNone || view.IsLive(row.parent));
    const bool in_test_file = (view.FileFlags(row.file) & kFileTest) != 0;
    ASSERT_TRUE(!in_test_file || (row.flags & kSymbolTest) != 0);
  }
  ASSERT_FALSE(view.FindFile("no/such/file").has_value());
  ASSERT_FALSE(view.IsLive(SymbolId{view.symbol_bound()}));
}

void ExpectEdgesAreSymmetricAndOrdered(const ReadView& view) {
  std::uint64_t out_count = 0;
  std::uint64_t in_count = 0;
  std::vector<Neighbor> neighbors;
  for (const SymbolId symbol : LiveSymbols(view)) {
    view.In(symbol, neighbors);
    ASSERT_EQ(neighbors.size(), view.InDegree(symbol));
    ExpectNeighborsOrdered(view, neighbors);
    in_count += neighbors.size();
    const SymbolId parent = view.Parent(symbol);
    if (parent != SymbolId::kNone) {
      ASSERT_NE(Find(neighbors, parent, EdgeType::kContains), nullptr);
    }
    view.Out(symbol, neighbors);
    ASSERT_EQ(neighbors.size(), view.OutDegree(symbol));
    ExpectNeighborsOrdered(view, neighbors);
    out_count += neighbors.size();
    for (const Neighbor& neighbor : neighbors) ExpectSameFromTarget(view, symbol, neighbor);
  }
  ASSERT_EQ(out_count, in_count);
  ASSERT_EQ(out_count, view.info().edge_count);
}

void ExpectNamesAreComplete(const ReadView& view) {
  std::map<std::string, std::vector<SymbolId>, std::less<>> by_name;
  std::vector<SymbolId> symbols;
  for (const FileId file : view.Files()) {
    view.SymbolsOf(file, symbols);
    for (const SymbolId symbol : symbols) {
      const std::string_view name = view.Symbol(symbol).name;
      if (!name.empty()) by_name[std::string(name)].push_back(symbol);
    }
  }
  std::vector<std::string> names;
  view.VisitNames("", [&names](std::string_view name) {
    names.emplace_back(name);
    return true;
  });
  ASSERT_EQ(names.size(), by_name.size());
  std::size_t i = 0;
  for (const auto& [name, expected] : by_name) {
    ASSERT_EQ(names[i++], name);
    view.WithName(name, symbols);
    ASSERT_EQ(symbols, expected) << name;
  }
  view.WithName("no such name", symbols);
  ASSERT_TRUE(symbols.empty());
  if (names.size() < 2) return;
  std::string seen;
  view.VisitNames(names[1], [&seen](std::string_view name) {
    seen = name;
    return false;
  });
  ASSERT_EQ(seen, names[1]);
}

void ExpectUnresolvedAgree(const ReadView& view) {
  struct Seen {
    std::string name;
    UnresolvedRow row;
  };

  std::vector<Seen> all;
  view.VisitUnresolved([&all](std::string_view name, const UnresolvedRow& row) {
    all.push_back(Seen{std::string(name), row});
    return true;
  });
  ASSERT_EQ(all.size(), view.info().unresolved_count);
  std::map<std::string, std::vector<UnresolvedRow>> by_name;
  std::vector<SymbolId> candidates;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const UnresolvedRow& row = all[i].row;
    ASSERT_TRUE(view.IsLive(row.source));
    by_name[all[i].name].push_back(row);
    view.Candidates(row, candidates);
    ASSERT_EQ(candidates.size(), row.candidates_count);
    for (const SymbolId candidate : candidates) ASSERT_TRUE(view.IsLive(candidate));
    if (i == 0) continue;
    const int order = view.CompareCanonical(all[i - 1].row.source, row.source);
    ASSERT_TRUE(order < 0 || (order == 0 && all[i - 1].row.site <= row.site));
  }
  std::vector<UnresolvedRow> rows;
  for (const auto& [name, expected] : by_name) {
    view.UnresolvedWithName(name, rows);
    ASSERT_EQ(rows.size(), expected.size()) << name;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      ASSERT_EQ(rows[i].source, expected[i].source);
      ASSERT_EQ(rows[i].site, expected[i].site);
    }
  }
  view.UnresolvedWithName("no such name", rows);
  ASSERT_TRUE(rows.empty());
}

void ExpectPostingsAndStatisticsAgree(const ReadView& view) {
  FieldStatistics recount;
  const auto is_prose = [&](SymbolId symbol) {
    return view.File(view.FileOf(symbol)).language == Language::kProse;
  };
  for (const SymbolId symbol : LiveSymbols(view)) {
    if (is_prose(symbol)) continue;
    recount.document_count += (view.Flags(symbol) & kSymbolTest) == 0 ? 1 : 0;
    const std::array<std::uint16_t, kFieldCount> lengths = view.FieldLengths(symbol);
    for (std::size_t f = 0; f < lengths.size(); ++f) {
      recount.total_length[f] += lengths[f];
      recount.nonempty_count[f] += lengths[f] > 0 ? 1 : 0;
    }
  }
  ASSERT_EQ(recount.document_count, view.Statistics().document_count);
  ASSERT_EQ(recount.total_length, view.Statistics().total_length);
  ASSERT_EQ(recount.nonempty_count, view.Statistics().nonempty_count);

  std::array<std::uint64_t, kFieldCount> posted{};
  std::vector<Posting> postings;
  for (const std::string& token : AllTokens(view)) {
    const std::optional<TermStatistics> statistics = view.Term(token);
    ASSERT_TRUE(statistics.has_value()) << token;
    view.Postings(token, postings);
    std::set<SymbolId> documents;
    for (std::size_t i = 0; i < postings.size(); ++i) {
      ASSERT_TRUE(view.IsLive(postings[i].symbol));
      ASSERT_GT(postings[i].frequency, 0);
      const bool is_test = (view.Flags(postings[i].symbol) & kSymbolTest) != 0;
      if (!is_prose(postings[i].symbol)) {
        posted[static_cast<std::size_t>(postings[i].field)] += postings[i].frequency;
        if (!is_test) documents.insert(postings[i].symbol);
      }
      if (i == 0) continue;
      ASSERT_LT(std::tie(postings[i - 1].symbol, postings[i - 1].field),
                std::tie(postings[i].symbol, postings[i].field));
    }
    ASSERT_EQ(statistics->document_frequency, documents.size()) << token;
  }
  // Names and signatures are tokenised from what the view shows, so their postings must add up to
  // their lengths.
  for (const Field field : {Field::kName, Field::kSignature}) {
    const auto f = static_cast<std::size_t>(field);
    ASSERT_EQ(posted[f], view.Statistics().total_length[f]);
  }
  ASSERT_FALSE(view.Term("nosuchterm").has_value());
  view.Postings("nosuchterm", postings);
  ASSERT_TRUE(postings.empty());
}

void ExpectKeepsContract(const ReadView& view) {
  ExpectFilesAndSymbolsAgree(view);
  ExpectEdgesAreSymmetricAndOrdered(view);
  ExpectNamesAreComplete(view);
  ExpectUnresolvedAgree(view);
  ExpectPostingsAndStatisticsAgree(view);
}

}  // namespace waymark::graph
