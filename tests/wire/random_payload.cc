#include "random_payload.h"

#include <array>
#include <random>
#include <string>
#include <string_view>

#include "graph/hash.h"
#include "graph/kinds.h"
#include "wire/affected_lists.h"

namespace waymark::wire {
namespace {

// Blanks beyond ASCII, control characters with the zero byte, marks that turn the direction of
// text: what splits, ends or disguises a name.
constexpr std::array<std::string_view, 18> kParts = {
    "flask", "::",     ".",    "operator()(int, char)",    "naïve", "a\"b\\c", "%20",
    "%=",    "\u3000", "\x01", "std::vector<std::string>", "😀",     "名前",    "\u202E",
    "&<>'",  "\u200F", "#",    std::string_view("\0", 1)};

class Generator {
 public:
  explicit Generator(std::uint32_t seed) : engine_(seed) {}

  // mt19937 is the same everywhere; the distributions of the library are not.
  std::uint32_t Below(std::uint32_t bound) { return static_cast<std::uint32_t>(engine_()) % bound; }

  bool OneIn(std::uint32_t n) { return Below(n) == 0; }

  std::string Text(std::uint32_t max_parts) {
    std::string text;
    for (std::uint32_t i = Below(max_parts + 1); i > 0; --i) text += kParts[Below(kParts.size())];
    return text;
  }

  float Number() { return static_cast<float>(Below(2000001)) / 1000000.0F - 1.0F; }

  template <typename Enum>
  Enum Pick(std::span<const Enum> values) {
    return values[Below(static_cast<std::uint32_t>(values.size()))];
  }

  template <typename Hash>
  Hash RandomHash() {
    FieldHasher hasher("test");
    return hasher.Add(std::uint64_t{engine_()}).template Finish<Hash>();
  }

 private:
  std::mt19937 engine_;
};

Symbol RandomSymbol(Generator& random) {
  Symbol symbol;
  symbol.qualified_name = "ns::" + random.Text(4) + (random.OneIn(9) ? "\n\t" : "");
  symbol.kind = random.Pick(AllKinds());
  symbol.score = random.Number();
  symbol.components = {random.Number(), random.Number(), random.Number(), random.Number()};
  symbol.signature = random.Text(5);
  symbol.provenance = random.Pick(AllProvenances());
  symbol.distance = static_cast<std::uint8_t>(random.Below(6));
  return symbol;
}

Edge RandomEdge(Generator& random, std::uint32_t symbol_count) {
  Edge edge;
  edge.source = random.Below(symbol_count);
  edge.target = random.Below(symbol_count);
  do {
    edge.type = random.Pick(AllEdgeTypes());
  } while (!IsPublished(static_cast<EdgeType>(edge.type.code())));
  edge.status = static_cast<EdgeStatus>(random.Below(3));
  return edge;
}

void AddPlaces(Generator& random, Payload& payload) {
  for (Symbol& symbol : payload.symbols) {
    if (!random.OneIn(3)) symbol.id = random.RandomHash<SymbolIdentity>();
    if (!random.OneIn(3)) {
      const auto number = static_cast<std::size_t>(&symbol - payload.symbols.data());
      symbol.handle = random.Text(3) + "#" + std::to_string(number) + random.Text(2);
    }
    symbol.path = random.Text(3);
    symbol.start_line = random.Below(1000);
    symbol.end_line = symbol.start_line + random.Below(50);
    symbol.name_line = symbol.start_line;
    symbol.text = random.OneIn(4) ? "line one\n\n\tline three " + random.Text(2) + "\n" : "";
  }
  for (Edge& edge : payload.edges) {
    if (random.OneIn(2)) edge.provenance = random.Pick(AllProvenances());
    if (random.OneIn(2)) edge.confidence = static_cast<float>(random.Below(101)) / 100;
    for (std::uint32_t i = random.Below(3); i > 0; --i) {
      edge.sites.push_back({random.Text(2), random.Below(1000), random.Below(200)});
    }
  }
}

// Some symbols differ, the others do not; entries are words, since GCX1 joins them by commas.
void AddDifference(Generator& random, Payload& payload) {
  payload.difference = {
      .base = {random.Text(2), random.Below(100), "8a41c2d94f01", std::nullopt, 3},
      .symbols = {random.Below(9), random.Below(9), random.Below(9), 1},
      .behaviour = {random.Below(9), 0, random.Below(9), 0},
      .structure = {},
      .metadata = {0, 2, 0, 0}};
  for (Symbol& symbol : payload.symbols) {
    if (random.OneIn(3)) continue;
    SymbolChange& change = symbol.change.emplace();
    change.status = static_cast<SymbolStatus>(1 + random.Below(4));
    if (random.OneIn(2)) change.behaviour = {"body", "calls"};
    if (random.OneIn(2)) change.structure = {"extends"};
    if (random.OneIn(2)) change.metadata = {"signature", "place"};
    if (random.OneIn(2)) change.old_name = "ns::" + random.Text(3);
    if (random.OneIn(2)) change.old_place = {"old/" + random.Text(2), 7, 9, 0};
    if (random.OneIn(2)) change.certainty = 0.75F;
  }
}

AffectedList RandomList(Generator& random) {
  AffectedList list;
  for (std::uint32_t i = random.Below(3); i > 0; --i) list.names.push_back(random.Text(2));
  list.count = list.names.size() + random.Below(2);
  return list;
}

void AddRisk(Generator& random, Affected& affected) {
  Risk& risk = affected.risk.emplace();
  risk.level = static_cast<RiskLevel>(random.Below(5));
  risk.score = 0.01F * static_cast<float>(random.Below(100));
  for (std::uint32_t i = random.Below(4); i > 0; --i) {
    RiskReason& reason = risk.reasons.emplace_back();
    reason.factor = random.Text(1);
    if (random.OneIn(2)) reason.share = 0.25F;
    reason.text = random.Text(3);
  }
}

void AddAffected(Generator& random, Payload& payload) {
  Affected& affected = payload.affected.emplace();
  affected.symbols = random.Below(1000);
  affected.files = random.Below(100);
  affected.tests = random.Below(100);
  for (std::uint32_t i = random.Below(5); i > 0; --i) affected.hops.push_back(random.Below(300));
  affected.beyond_depth = random.OneIn(2);
  affected.weak_edges = random.Below(2);
  for (const AffectedListRow& row : kAffectedLists) {
    if (random.OneIn(2)) affected.*row.list = RandomList(random);
  }
  if (random.OneIn(2)) AddRisk(random, affected);
}

void AddProfile(Generator& random, Payload& payload) {
  Profile& profile = payload.profile.emplace();
  profile.language = random.Text(1);
  for (std::uint32_t i = random.Below(3); i > 0; --i) profile.flags.push_back(random.Text(1));
  for (std::uint32_t i = random.Below(3); i > 0; --i) {
    profile.declarations.push_back({random.Text(2), i, i + random.Below(9), i});
  }
  profile.outgoing = {{EdgeType::kCalls, random.Below(50)}};
  if (random.OneIn(2)) profile.incoming = {{EdgeType::kTests, 3}, {EdgeType::kExtends, 1}};
  profile.text_note = random.Text(3);
}

void AddCommits(Generator& random, Payload& payload) {
  for (std::uint32_t i = random.Below(4); i > 0; --i) {
    Commit& commit = payload.commits.emplace_back();
    commit = {random.Text(1), "2024-05-01", random.Text(5), {}, random.Below(3)};
    for (std::uint32_t file = random.Below(3); file > 0; --file) {
      commit.files.push_back({random.Text(2), std::vector<std::string>(file - 1, random.Text(2))});
    }
  }
}

void AddMetadata(Generator& random, Payload& payload) {
  payload.tokenizer = random.Pick(AllTokenizers());
  payload.pack_root = random.RandomHash<RootHash>();
  payload.completeness = {static_cast<Certainty>(random.Below(4)), random.Below(9), random.Text(2)};
  if (!random.OneIn(3)) {
    payload.index = {random.Text(2), random.Below(100), "8a41c2d94f01", std::nullopt, std::nullopt};
    if (random.OneIn(2)) payload.index->root = random.RandomHash<RootHash>();
    if (random.OneIn(2)) payload.index->files_differing = random.Below(5);
  }
  if (random.OneIn(3)) payload.truncation = {random.Below(10), random.Text(1), random.Text(3)};
  if (random.OneIn(3)) payload.truncation = {std::nullopt, "", random.Text(3)};
  if (random.OneIn(3)) AddAffected(random, payload);
  if (random.OneIn(3)) AddProfile(random, payload);
  if (random.OneIn(3)) AddDifference(random, payload);
  if (random.OneIn(3)) payload.name_note = random.Text(3);
  if (random.OneIn(3)) AddCommits(random, payload);
}

}  // namespace

Payload RandomGraph(std::uint32_t seed) {
  Generator random(seed);
  Payload payload;
  payload.tool = "tool" + random.Text(2);
  payload.tokens_used = random.Below(100000);
  payload.token_budget = std::uint64_t{random.Below(1U << 31)} << random.Below(33);
  const std::uint32_t symbol_count = random.Below(40);
  for (std::uint32_t i = 0; i < symbol_count; ++i) payload.symbols.push_back(RandomSymbol(random));
  if (symbol_count > 0) {
    for (std::uint32_t i = random.Below(60); i > 0; --i) {
      payload.edges.push_back(RandomEdge(random, symbol_count));
    }
  }
  return payload;
}

Payload RandomPayload(std::uint32_t seed) {
  Payload payload = RandomGraph(seed);
  Generator random(seed + 0x9E3779B9);
  AddPlaces(random, payload);
  AddMetadata(random, payload);
  return payload;
}

}  // namespace waymark::wire
