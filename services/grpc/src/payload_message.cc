#include "payload_message.h"

#include <limits>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "wire/codec.h"

namespace waymark::services {
namespace {

constexpr char kCarrier[] = "gcb1";

// Only a hash is missing or wrong in a reply that says so; an empty field stands for none.
template <typename Hash>
absl::StatusOr<std::optional<Hash>> ReadHash(const std::string& field, const std::string& text) {
  if (text.empty()) return std::optional<Hash>();
  const std::optional<Hash> hash = Hash::FromHex(text);
  if (hash.has_value()) return hash;
  return absl::DataLossError(
      fmt::format("the daemon's reply: field {} is no hash: '{}'", field, text));
}

absl::Status ReadSymbolSide(const v1::Payload::SymbolSide& side, wire::Symbol& symbol) {
  WM_ASSIGN_OR_RETURN(symbol.id, ReadHash<SymbolIdentity>("symbols.id", side.id()));
  symbol.path = side.place().path();
  symbol.start_line = side.place().start_line();
  symbol.end_line = side.place().end_line();
  symbol.name_line = side.place().name_line();
  symbol.text = side.text();
  return absl::OkStatus();
}

void ReadEdgeSide(const v1::Payload::EdgeSide& side, wire::Edge& edge) {
  edge.provenance = wire::Term<Provenance>::FromCode(static_cast<std::uint16_t>(side.provenance()));
  edge.sites.reserve(static_cast<std::size_t>(side.sites_size()));
  for (const v1::Site& site : side.sites()) {
    edge.sites.push_back({.path = site.path(), .line = site.line(), .column = site.column()});
  }
}

void AddSymbolSide(const wire::Symbol& symbol, v1::Payload& message) {
  v1::Payload::SymbolSide& side = *message.add_symbols();
  if (symbol.id.has_value()) side.set_id(symbol.id->ToHex());
  side.mutable_place()->set_path(symbol.path);
  side.mutable_place()->set_start_line(symbol.start_line);
  side.mutable_place()->set_end_line(symbol.end_line);
  side.mutable_place()->set_name_line(symbol.name_line);
  side.set_text(symbol.text);
}

void AddEdgeSide(const wire::Edge& edge, v1::Payload& message) {
  v1::Payload::EdgeSide& side = *message.add_edges();
  side.set_provenance(edge.provenance.code());
  for (const wire::Site& site : edge.sites) {
    v1::Site& added = *side.add_sites();
    added.set_path(site.path);
    added.set_line(site.line);
    added.set_column(site.column);
  }
}

}  // namespace

v1::Completeness ToMessage(const wire::Completeness& completeness) {
  v1::Completeness message;
  message.set_certainty(static_cast<v1::Completeness::Certainty>(completeness.certainty));
  message.set_count(completeness.count);
  message.set_reason(completeness.reason);
  return message;
}

wire::Completeness FromMessage(const v1::Completeness& message) {
  static_assert(static_cast<int>(wire::Certainty::kExact) == v1::Completeness::CERTAINTY_EXACT);
  static_assert(static_cast<int>(wire::Certainty::kUnknown) == v1::Completeness::CERTAINTY_UNKNOWN);
  // A certainty of a later version is one that this program cannot vouch for.
  const bool known = v1::Completeness::Certainty_IsValid(message.certainty());
  return {.certainty =
              known ? static_cast<wire::Certainty>(message.certainty()) : wire::Certainty::kUnknown,
          .count = message.count(),
          .reason = message.reason()};
}

v1::IndexState ToMessage(const wire::IndexInfo& index) {
  v1::IndexState message;
  message.set_repository(index.repository);
  message.set_generation(index.generation);
  message.set_commit(index.commit);
  if (index.root.has_value()) message.set_root(index.root->ToHex());
  if (index.files_differing.has_value()) message.set_files_differing(*index.files_differing);
  return message;
}

absl::StatusOr<wire::IndexInfo> FromMessage(const v1::IndexState& message) {
  wire::IndexInfo index;
  index.repository = message.repository();
  index.generation = message.generation();
  index.commit = message.commit();
  WM_ASSIGN_OR_RETURN(index.root, ReadHash<RootHash>("index.root", message.root()));
  if (message.has_files_differing()) index.files_differing = message.files_differing();
  return index;
}

absl::StatusOr<v1::Payload> ToMessage(const wire::Payload& payload) {
  v1::Payload message;
  WM_ASSIGN_OR_RETURN(*message.mutable_gcb1(),
                      wire::CodecRegistry::BuiltIn().Encode(kCarrier, payload, wire::kFullAnswer));
  for (const wire::Symbol& symbol : payload.symbols) AddSymbolSide(symbol, message);
  for (const wire::Edge& edge : payload.edges) AddEdgeSide(edge, message);
  if (payload.tokenizer.has_value()) {
    message.set_tokenizer(std::string(wire::Name(*payload.tokenizer)));
  }
  if (payload.pack_root.has_value()) message.set_pack_root(payload.pack_root->ToHex());
  *message.mutable_completeness() = ToMessage(payload.completeness);
  if (payload.index.has_value()) *message.mutable_index() = ToMessage(*payload.index);
  if (payload.truncation.has_value()) {
    message.mutable_truncation()->set_omitted(payload.truncation->omitted);
    message.mutable_truncation()->set_cursor(payload.truncation->cursor);
    message.mutable_truncation()->set_next_call(payload.truncation->next_call);
  }
  return message;
}

absl::StatusOr<wire::Payload> FromMessage(const v1::Payload& message) {
  WM_ASSIGN_OR_RETURN(wire::Payload payload,
                      wire::CodecRegistry::BuiltIn().Decode(kCarrier, message.gcb1()));
  const auto symbols = static_cast<std::size_t>(message.symbols_size());
  const auto edges = static_cast<std::size_t>(message.edges_size());
  if (symbols != payload.symbols.size() || edges != payload.edges.size()) {
    return absl::DataLossError(
        fmt::format("the daemon's reply: {} symbols and {} edges have side fields of {} and {}",
                    payload.symbols.size(), payload.edges.size(), symbols, edges));
  }
  for (std::size_t i = 0; i < symbols; ++i) {
    WM_RETURN_IF_ERROR(ReadSymbolSide(message.symbols(static_cast<int>(i)), payload.symbols[i]));
  }
  for (std::size_t i = 0; i < edges; ++i) {
    ReadEdgeSide(message.edges(static_cast<int>(i)), payload.edges[i]);
  }
  payload.tokenizer = wire::TokenizerFromName(message.tokenizer());
  WM_ASSIGN_OR_RETURN(payload.pack_root, ReadHash<RootHash>("pack_root", message.pack_root()));
  payload.completeness = FromMessage(message.completeness());
  if (message.has_index()) {
    WM_ASSIGN_OR_RETURN(payload.index, FromMessage(message.index()));
  }
  if (message.has_truncation()) {
    payload.truncation = wire::Truncation{.omitted = message.truncation().omitted(),
                                          .cursor = message.truncation().cursor(),
                                          .next_call = message.truncation().next_call()};
  }
  return payload;
}

}  // namespace waymark::services
