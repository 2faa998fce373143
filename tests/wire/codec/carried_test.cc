// What the table of carried data says is what decoding gives back.

#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "spec_example.h"
#include "testing/status_matchers.h"
#include "wire/codec.h"

namespace waymark::wire {
namespace {

// A payload with some of everything.
Payload FullPayload() {
  Payload payload = TwoSymbols();
  payload.tool = "t";
  Symbol& symbol = payload.symbols[0];
  symbol.score = 0.777F;
  symbol.id = SymbolIdentity();
  symbol.handle = "a.go#Auth";
  symbol.distance = 3;
  symbol.path = "a.go";
  symbol.start_line = 3;
  symbol.end_line = 9;
  symbol.name_line = 4;
  symbol.signature = "func Auth()";
  symbol.text = "func Auth() {\n}\n";
  symbol.components.recency = 0.5F;
  symbol.change.emplace().status = SymbolStatus::kChanged;
  payload.difference.emplace().symbols.added = 2;
  Edge& edge = payload.edges[0];
  edge.status = EdgeStatus::kAdded;
  edge.provenance = Provenance::kAstResolved;
  edge.confidence = 0.5F;
  edge.sites = {{"a.go", 4, 7}};
  payload.name_note = "'Auth' fits 2 symbols";
  payload.completeness = {Certainty::kIncomplete, 2, "2 dynamic calls"};
  payload.possible = {{{"b.go", 5, 3}, "pkg.Run", "a call of unknown type"}};
  payload.commits = {{"8a41c2d94f01", "2024-05-01", "Ask twice", {{"a.go", {"Auth"}}}, 0}};
  payload.index = {"shop", 7, "8a41", std::nullopt, 0};
  payload.truncation = {5, "c1", "t {\"cursor\":\"c1\"}"};
  payload.total_symbols = 7;
  payload.affected.emplace().symbols = 9;
  payload.profile.emplace().language = "go";
  return payload;
}

struct CarriedCheck {
  std::string_view data;
  bool (*is_there)(const Payload& payload);
};

const Symbol* Auth(const Payload& payload) {
  for (const Symbol& symbol : payload.symbols) {
    if (symbol.qualified_name == "pkg.Auth") return &symbol;
  }
  return nullptr;
}

constexpr CarriedCheck kChecks[] = {
    {"kinds and names",
     [](const Payload& p) { return Auth(p) != nullptr && Auth(p)->kind == SymbolKind::kFunction; }},
    {"edges with their status",
     [](const Payload& p) { return p.edges.size() == 1 && p.edges[0].status.is_present(); }},
    {"distances", [](const Payload& p) { return Auth(p)->distance == 3; }},
    {"scores to two decimals", [](const Payload& p) { return Auth(p)->score > 0.7F; }},
    {"exact scores", [](const Payload& p) { return Auth(p)->score == 0.777F; }},
    {"components of scores", [](const Payload& p) { return Auth(p)->components.recency != 0; }},
    {"ids", [](const Payload& p) { return !Auth(p)->handle.empty(); }},
    {"identities", [](const Payload& p) { return Auth(p)->id.has_value(); }},
    {"paths and lines", [](const Payload& p) { return Auth(p)->end_line == 9; }},
    {"lines of names", [](const Payload& p) { return Auth(p)->name_line == 4; }},
    {"signatures", [](const Payload& p) { return !Auth(p)->signature.empty(); }},
    {"texts", [](const Payload& p) { return !Auth(p)->text.empty(); }},
    {"changes of symbols", [](const Payload& p) { return Auth(p)->change.has_value(); }},
    {"counts of a difference", [](const Payload& p) { return p.difference.has_value(); }},
    {"lines of edges", [](const Payload& p) { return !p.edges[0].sites.empty(); }},
    {"columns of edges",
     [](const Payload& p) { return !p.edges[0].sites.empty() && p.edges[0].sites[0].column == 7; }},
    {"provenance of edges", [](const Payload& p) { return p.edges[0].provenance.is_present(); }},
    {"confidence of edges", [](const Payload& p) { return p.edges[0].confidence != 0; }},
    {"note about a name", [](const Payload& p) { return !p.name_note.empty(); }},
    {"completeness", [](const Payload& p) { return p.completeness.possible_uses == 2; }},
    {"possible uses by place",
     [](const Payload& p) { return p.possible.size() == 1 && p.possible[0].site.line == 5; }},
    {"commits that matter",
     [](const Payload& p) { return p.commits.size() == 1 && p.commits[0].files.size() == 1; }},
    {"state of the index", [](const Payload& p) { return p.index.has_value(); }},
    {"truncation", [](const Payload& p) { return p.truncation && p.truncation->omitted == 5; }},
    {"call for the rest",
     [](const Payload& p) { return p.truncation && !p.truncation->next_call.empty(); }},
    {"totals of all pages", [](const Payload& p) { return p.total_symbols == 7; }},
    {"affected symbols", [](const Payload& p) { return p.affected.has_value(); }},
    {"profile", [](const Payload& p) { return p.profile.has_value(); }},
};

TEST(CarriedRows, SayWhatComesBackFromEachFormat) {
  const CodecRegistry codecs = CodecRegistry::BuiltIn();
  const Payload payload = FullPayload();
  ASSERT_EQ(CarriedRows().size(), std::size(kChecks));
  for (const Codec* codec : codecs.All()) {
    const auto column = CarriageOf(codec->name);
    ASSERT_NE(column, nullptr) << codec->name;
    WM_ASSERT_OK_AND_ASSIGN(const std::string bytes,
                            codecs.Encode(codec->name, payload, kFullAnswer));
    Payload read;
    if (codec->decode != nullptr) {
      WM_ASSERT_OK_AND_ASSIGN(read, codecs.Decode(codec->name, bytes));
    }
    for (std::size_t i = 0; i < std::size(kChecks); ++i) {
      const CarriedRow& row = CarriedRows()[i];
      ASSERT_EQ(row.data, kChecks[i].data);
      const bool comes_back = codec->decode != nullptr && kChecks[i].is_there(read);
      EXPECT_EQ(row.*column == Carriage::kYes, comes_back) << codec->name << ": " << row.data;
    }
  }
}

TEST(CarriedRows, KnowNothingOfOtherFormats) { EXPECT_EQ(CarriageOf("msgpack"), nullptr); }

}  // namespace
}  // namespace waymark::wire
