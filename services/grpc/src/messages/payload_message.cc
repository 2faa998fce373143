#include "messages/payload_message.h"

#include <limits>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "messages/affected_message.h"
#include "wire/codec.h"

namespace waymark::services {
namespace {

constexpr char kCarrier[] = "gcb1";

// An empty field means that there is not a hash. Text that is not a hash is an error.
template <typename Hash>
absl::StatusOr<std::optional<Hash>> ReadHash(const std::string& field, const std::string& text) {
  if (text.empty()) return std::optional<Hash>();
  const std::optional<Hash> hash = Hash::FromHex(text);
  if (hash.has_value()) return hash;
  return absl::DataLossError(
      fmt::format("the daemon's reply: field {} is not a hash: '{}'", field, text));
}

v1::SymbolChange ToMessage(const wire::SymbolChange& change) {
  static_assert(static_cast<int>(SymbolStatus::kAdded) == v1::SymbolChange::STATUS_ADDED);
  static_assert(static_cast<int>(SymbolStatus::kMoved) == v1::SymbolChange::STATUS_MOVED);
  v1::SymbolChange message;
  message.set_status(static_cast<v1::SymbolChange::Status>(change.status));
  for (const std::string& entry : change.behaviour) message.add_behaviour(entry);
  for (const std::string& entry : change.structure) message.add_structure(entry);
  for (const std::string& entry : change.metadata) message.add_metadata(entry);
  message.set_old_name(change.old_name);
  if (change.old_place.has_value()) {
    *message.mutable_old_place() = services::ToMessage(*change.old_place);
  }
  message.set_certainty(change.certainty);
  return message;
}

wire::SymbolChange FromMessage(const v1::SymbolChange& message) {
  wire::SymbolChange change;
  // A status that only a later version knows is read as changed.
  const bool known = v1::SymbolChange::Status_IsValid(message.status());
  change.status = known ? static_cast<SymbolStatus>(message.status()) : SymbolStatus::kChanged;
  change.behaviour = {message.behaviour().begin(), message.behaviour().end()};
  change.structure = {message.structure().begin(), message.structure().end()};
  change.metadata = {message.metadata().begin(), message.metadata().end()};
  change.old_name = message.old_name();
  if (message.has_old_place()) change.old_place = services::FromMessage(message.old_place());
  change.certainty = message.certainty();
  return change;
}

absl::Status ReadSymbolSide(const v1::Payload::SymbolSide& side, wire::Symbol& symbol) {
  WM_ASSIGN_OR_RETURN(symbol.id, ReadHash<SymbolIdentity>("symbols.id", side.id()));
  symbol.handle = side.handle();
  symbol.path = side.place().path();
  symbol.start_line = side.place().start_line();
  symbol.end_line = side.place().end_line();
  symbol.name_line = side.place().name_line();
  symbol.start_column = side.start_column();
  symbol.end_column = side.end_column();
  symbol.name_column = side.name_column();
  symbol.text = side.text();
  symbol.source.numbers = {side.text_lines().begin(), side.text_lines().end()};
  symbol.source.indent = side.text_indent();
  if (side.has_change()) symbol.change = FromMessage(side.change());
  return absl::OkStatus();
}

void ReadEdgeSide(const v1::Payload::EdgeSide& side, wire::Edge& edge) {
  edge.provenance = wire::Term<Provenance>::FromCode(static_cast<std::uint16_t>(side.provenance()));
  edge.confidence = side.confidence();
  edge.sites.reserve(static_cast<std::size_t>(side.sites_size()));
  for (const v1::Site& site : side.sites()) edge.sites.push_back(services::FromMessage(site));
}

void AddSymbolSide(const wire::Symbol& symbol, v1::Payload& message) {
  v1::Payload::SymbolSide& side = *message.add_symbols();
  if (symbol.id.has_value()) side.set_id(symbol.id->ToHex());
  side.set_handle(symbol.handle);
  side.mutable_place()->set_path(symbol.path);
  side.mutable_place()->set_start_line(symbol.start_line);
  side.mutable_place()->set_end_line(symbol.end_line);
  side.mutable_place()->set_name_line(symbol.name_line);
  side.set_start_column(symbol.start_column);
  side.set_end_column(symbol.end_column);
  side.set_name_column(symbol.name_column);
  side.set_text(symbol.text);
  side.mutable_text_lines()->Add(symbol.source.numbers.begin(), symbol.source.numbers.end());
  side.set_text_indent(symbol.source.indent);
  if (symbol.change.has_value()) *side.mutable_change() = ToMessage(*symbol.change);
}

void AddEdgeSide(const wire::Edge& edge, v1::Payload& message) {
  v1::Payload::EdgeSide& side = *message.add_edges();
  side.set_provenance(edge.provenance.code());
  side.set_confidence(edge.confidence);
  for (const wire::Site& site : edge.sites) *side.add_sites() = services::ToMessage(site);
}

void AddCounts(const std::vector<wire::EdgeCount>& counts,
               google::protobuf::RepeatedPtrField<v1::Profile::EdgeCount>& messages) {
  for (const wire::EdgeCount& count : counts) {
    v1::Profile::EdgeCount& added = *messages.Add();
    added.set_edge_type(count.type.code());
    added.set_count(count.count);
  }
}

std::vector<wire::EdgeCount> ReadEdgeCounts(
    const google::protobuf::RepeatedPtrField<v1::Profile::EdgeCount>& messages) {
  std::vector<wire::EdgeCount> counts;
  counts.reserve(static_cast<std::size_t>(messages.size()));
  for (const v1::Profile::EdgeCount& message : messages) {
    counts.push_back(
        {.type = wire::Term<EdgeType>::FromCode(static_cast<std::uint16_t>(message.edge_type())),
         .count = message.count()});
  }
  return counts;
}

v1::Profile ToMessage(const wire::Profile& profile) {
  v1::Profile message;
  message.set_language(profile.language);
  for (const std::string& flag : profile.flags) message.add_flags(flag);
  for (const wire::Place& place : profile.declarations) {
    *message.add_declarations() = services::ToMessage(place);
  }
  AddCounts(profile.outgoing, *message.mutable_outgoing());
  AddCounts(profile.incoming, *message.mutable_incoming());
  message.set_text_note(profile.text_note);
  return message;
}

wire::Profile FromMessage(const v1::Profile& message) {
  wire::Profile profile;
  profile.language = message.language();
  profile.flags = {message.flags().begin(), message.flags().end()};
  for (const v1::Place& place : message.declarations()) {
    profile.declarations.push_back(services::FromMessage(place));
  }
  profile.outgoing = ReadEdgeCounts(message.outgoing());
  profile.incoming = ReadEdgeCounts(message.incoming());
  profile.text_note = message.text_note();
  return profile;
}

v1::Difference::Counts ToMessage(const wire::ChangeCounts& counts) {
  v1::Difference::Counts message;
  message.set_added(counts.added);
  message.set_removed(counts.removed);
  message.set_changed(counts.changed);
  message.set_moved(counts.moved);
  return message;
}

wire::ChangeCounts FromMessage(const v1::Difference::Counts& message) {
  return {.added = message.added(),
          .removed = message.removed(),
          .changed = message.changed(),
          .moved = message.moved()};
}

v1::Difference ToMessage(const wire::Difference& difference) {
  v1::Difference message;
  *message.mutable_base() = services::ToMessage(difference.base);
  *message.mutable_symbols() = ToMessage(difference.symbols);
  *message.mutable_behaviour() = ToMessage(difference.behaviour);
  *message.mutable_structure() = ToMessage(difference.structure);
  *message.mutable_metadata() = ToMessage(difference.metadata);
  return message;
}

absl::StatusOr<wire::Difference> FromMessage(const v1::Difference& message) {
  wire::Difference difference;
  WM_ASSIGN_OR_RETURN(difference.base, services::FromMessage(message.base()));
  difference.symbols = FromMessage(message.symbols());
  difference.behaviour = FromMessage(message.behaviour());
  difference.structure = FromMessage(message.structure());
  difference.metadata = FromMessage(message.metadata());
  return difference;
}

v1::Truncation ToMessage(const wire::Truncation& truncation) {
  v1::Truncation message;
  if (truncation.omitted.has_value()) message.set_omitted(*truncation.omitted);
  message.set_cursor(truncation.cursor);
  message.set_next_call(truncation.next_call);
  return message;
}

wire::Truncation FromMessage(const v1::Truncation& message) {
  wire::Truncation truncation;
  if (message.has_omitted()) truncation.omitted = message.omitted();
  truncation.cursor = message.cursor();
  truncation.next_call = message.next_call();
  return truncation;
}

}  // namespace

v1::Place ToMessage(const wire::Place& place) {
  v1::Place message;
  message.set_path(place.path);
  message.set_start_line(place.start_line);
  message.set_end_line(place.end_line);
  message.set_name_line(place.name_line);
  return message;
}

wire::Place FromMessage(const v1::Place& message) {
  return {.path = message.path(),
          .start_line = message.start_line(),
          .end_line = message.end_line(),
          .name_line = message.name_line()};
}

v1::Site ToMessage(const wire::Site& site) {
  v1::Site message;
  message.set_path(site.path);
  message.set_line(site.line);
  message.set_column(site.column);
  return message;
}

wire::Site FromMessage(const v1::Site& message) {
  return {.path = message.path(), .line = message.line(), .column = message.column()};
}

namespace {

v1::Completeness::Certainty ToMessage(wire::Certainty certainty) {
  switch (certainty) {
    case wire::Certainty::kUnstated:
      return v1::Completeness::CERTAINTY_UNSPECIFIED;
    case wire::Certainty::kComplete:
      return v1::Completeness::CERTAINTY_COMPLETE;
    case wire::Certainty::kLikelyComplete:
      return v1::Completeness::CERTAINTY_LIKELY_COMPLETE;
    case wire::Certainty::kIncomplete:
      break;
  }
  return v1::Completeness::CERTAINTY_INCOMPLETE;
}

// A certainty that only another version knows is read as incomplete.
wire::Certainty FromMessage(v1::Completeness::Certainty certainty) {
  switch (certainty) {
    case v1::Completeness::CERTAINTY_UNSPECIFIED:
      return wire::Certainty::kUnstated;
    case v1::Completeness::CERTAINTY_COMPLETE:
      return wire::Certainty::kComplete;
    case v1::Completeness::CERTAINTY_LIKELY_COMPLETE:
      return wire::Certainty::kLikelyComplete;
    default:
      return wire::Certainty::kIncomplete;
  }
}

v1::PossibleUse ToMessage(const wire::PossibleUse& use) {
  v1::PossibleUse message;
  *message.mutable_site() = services::ToMessage(use.site);
  message.set_symbol(use.symbol);
  message.set_why(use.why);
  return message;
}

wire::PossibleUse FromMessage(const v1::PossibleUse& message) {
  return {.site = services::FromMessage(message.site()),
          .symbol = message.symbol(),
          .why = message.why()};
}

v1::Commit ToMessage(const wire::Commit& commit) {
  v1::Commit message;
  message.set_id(commit.id);
  message.set_day(commit.day);
  message.set_subject(commit.subject);
  for (const wire::CommitFile& file : commit.files) {
    v1::Commit::File& added = *message.add_files();
    added.set_path(file.path);
    for (const std::string& symbol : file.symbols) added.add_symbols(symbol);
  }
  message.set_more_files(commit.more_files);
  return message;
}

wire::Commit FromMessage(const v1::Commit& message) {
  wire::Commit commit{.id = message.id(),
                      .day = message.day(),
                      .subject = message.subject(),
                      .files = {},
                      .more_files = message.more_files()};
  for (const v1::Commit::File& file : message.files()) {
    commit.files.push_back(
        {.path = file.path(), .symbols = {file.symbols().begin(), file.symbols().end()}});
  }
  return commit;
}

}  // namespace

v1::Completeness ToMessage(const wire::Completeness& completeness) {
  v1::Completeness message;
  message.set_certainty(ToMessage(completeness.certainty));
  message.set_possible_uses(completeness.possible_uses);
  message.set_reason(completeness.reason);
  return message;
}

wire::Completeness FromMessage(const v1::Completeness& message) {
  return {.certainty = FromMessage(message.certainty()),
          .possible_uses = message.possible_uses(),
          .reason = message.reason()};
}

v1::IndexState ToMessage(const wire::IndexInfo& index) {
  v1::IndexState message;
  message.set_repository(index.repository);
  message.set_generation(index.generation);
  message.set_commit(index.commit);
  if (index.root.has_value()) message.set_root(index.root->ToHex());
  if (index.files_differing.has_value()) message.set_files_differing(*index.files_differing);
  message.set_state(std::string(wire::Name(index.shown)));
  return message;
}

absl::StatusOr<wire::IndexInfo> FromMessage(const v1::IndexState& message) {
  wire::IndexInfo index;
  index.repository = message.repository();
  index.generation = message.generation();
  index.commit = message.commit();
  WM_ASSIGN_OR_RETURN(index.root, ReadHash<RootHash>("index.root", message.root()));
  if (message.has_files_differing()) index.files_differing = message.files_differing();
  index.shown = wire::ShownStateFromName(message.state()).value_or(wire::ShownState::kWorkingTree);
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
  message.set_name_note(payload.name_note);
  *message.mutable_completeness() = ToMessage(payload.completeness);
  for (const wire::PossibleUse& use : payload.possible) *message.add_possible() = ToMessage(use);
  for (const wire::Commit& commit : payload.commits) *message.add_commits() = ToMessage(commit);
  if (payload.index.has_value()) *message.mutable_index() = ToMessage(*payload.index);
  if (payload.truncation.has_value()) {
    *message.mutable_truncation() = ToMessage(*payload.truncation);
  }
  if (payload.total_symbols.has_value()) message.set_total_symbols(*payload.total_symbols);
  if (payload.total_edges.has_value()) message.set_total_edges(*payload.total_edges);
  if (payload.affected.has_value()) *message.mutable_affected() = ToMessage(*payload.affected);
  if (payload.profile.has_value()) *message.mutable_profile() = ToMessage(*payload.profile);
  if (payload.difference.has_value()) {
    *message.mutable_difference() = ToMessage(*payload.difference);
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
  payload.name_note = message.name_note();
  payload.completeness = FromMessage(message.completeness());
  for (const v1::PossibleUse& use : message.possible()) {
    payload.possible.push_back(FromMessage(use));
  }
  for (const v1::Commit& commit : message.commits()) {
    payload.commits.push_back(FromMessage(commit));
  }
  if (message.has_index()) {
    WM_ASSIGN_OR_RETURN(payload.index, FromMessage(message.index()));
  }
  if (message.has_truncation()) {
    payload.truncation = FromMessage(message.truncation());
  }
  if (message.has_total_symbols()) payload.total_symbols = message.total_symbols();
  if (message.has_total_edges()) payload.total_edges = message.total_edges();
  if (message.has_affected()) payload.affected = FromMessage(message.affected());
  if (message.has_profile()) payload.profile = FromMessage(message.profile());
  if (message.has_difference()) {
    WM_ASSIGN_OR_RETURN(payload.difference, FromMessage(message.difference()));
  }
  return payload;
}

}  // namespace waymark::services
