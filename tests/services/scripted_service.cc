#include "scripted_service.h"

#include "wire/content_root.h"

namespace waymark::services {

wire::Payload SamplePayload() {
  wire::Payload payload;
  payload.tool = "context";
  payload.tokens_used = 321;
  payload.token_budget = 5000;
  payload.tokenizer = wire::Tokenizer::kCl100kBase;
  payload.completeness = {
      .certainty = wire::Certainty::kIncomplete, .possible_uses = 4, .reason = "four"};
  payload.name_note = "'f' fits 2 symbols";
  payload.commits = {{.id = "8a41c2d94f01",
                      .day = "2024-05-02",
                      .subject = "Pay once",
                      .files = {{.path = "shop/cart.py", .symbols = {"f", "g"}}},
                      .more_files = 2}};
  payload.index = wire::IndexInfo{.repository = "shop", .generation = 9, .commit = "abc"};
  payload.index->root = RootHash{};
  payload.index->files_differing = 0;
  payload.truncation = wire::Truncation{.omitted = 5, .cursor = "c", .next_call = "waymark x"};
  payload.affected = wire::Affected{.symbols = 9,
                                    .files = 3,
                                    .tests = 2,
                                    .hops = {1, 4, 5},
                                    .beyond_depth = true,
                                    .weak_edges = 6};
  payload.affected->packages = wire::AffectedList{.count = 2, .names = {"shop", "tests"}};
  payload.affected->exported = wire::AffectedList{.count = 9, .names = {"shop.f0"}};
  payload.affected->routes = wire::AffectedList{.count = 1, .names = {"GET /"}};
  payload.affected->entry_points = wire::AffectedList{};
  payload.affected->owners = wire::AffectedList{.count = 1, .names = {"@acme/shop"}};
  payload.affected->risk =
      wire::Risk{.level = wire::RiskLevel::kHigh,
                 .score = 0.75F,
                 .reasons = {{.factor = "reach", .share = 0.5F, .text = "nine"},
                             {.factor = "history", .share = std::nullopt, .text = "not known"}}};
  payload.total_symbols = 9;
  payload.total_edges = 4;
  payload.profile = wire::Profile{
      .language = "cpp",
      .flags = {"exported"},
      .declarations = {{.path = "f.h", .start_line = 1, .end_line = 2, .name_line = 1}},
      .outgoing = {{.type = EdgeType::kCalls, .count = 3}},
      .incoming = {{.type = EdgeType::kTests, .count = 1}},
      .text_note = "cut"};
  for (int i = 0; i < 2; ++i) {
    wire::Symbol symbol;
    symbol.id = SymbolIdentity{};
    symbol.id->bytes[0] = static_cast<std::uint8_t>(i + 1);
    symbol.handle = "shop/f.py#f" + std::to_string(i);
    symbol.qualified_name = "shop.f" + std::to_string(i);
    symbol.kind = SymbolKind::kFunction;
    symbol.score = 1.0F / static_cast<float>(i + 3);
    symbol.components = {.confidence = 0.5F};
    symbol.signature = "def f()";
    symbol.provenance = Provenance::kAstResolved;
    symbol.distance = static_cast<std::uint8_t>(i);
    symbol.path = "shop/f.py";
    symbol.start_line = 3;
    symbol.end_line = 5;
    symbol.name_line = 4;
    symbol.start_column = 2;
    symbol.end_column = 9;
    symbol.name_column = 6;
    symbol.text = "two\nlines";
    payload.symbols.push_back(symbol);
  }
  wire::Edge edge;
  edge.source = 1;
  edge.type = EdgeType::kCalls;
  edge.provenance = Provenance::kAstInferred;
  edge.sites = {{.path = "shop/f.py", .line = 5, .column = 7}};
  payload.edges = {edge};
  payload.pack_root = wire::ContentRoot(payload);
  return payload;
}

}  // namespace waymark::services
