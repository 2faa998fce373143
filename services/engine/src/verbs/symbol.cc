#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "answers/convert.h"
#include "answers/cost_model.h"
#include "answers/name_lookup.h"
#include "answers/requests.h"
#include "answers/source_text.h"
#include "graph/status.h"
#include "retrieval/declarations.h"
#include "retrieval/incompleteness.h"
#include "retrieval/relations.h"
#include "retrieval/symbol_commits.h"
#include "services/engine.h"
#include "services/quantities.h"
#include "text/documentation_text.h"
#include "views/freshness.h"
#include "views/store_damage.h"
#include "workspaces/workspace_pool.h"

namespace waymark::services {
namespace {

struct FlagName {
  SymbolFlag flag;
  std::string_view name;
};

constexpr FlagName kFlagNames[] = {
    {kSymbolDeclaration, "declaration"}, {kSymbolTest, "test"},
    {kSymbolExported, "exported"},       {kSymbolLocal, "local"},
    {kSymbolStatic, "static"},           {kSymbolAbstract, "abstract"},
    {kSymbolConditional, "conditional"}, {kSymbolProperty, "property"},
    {kSymbolConstructor, "constructor"}, {kSymbolMacro, "macro"},
    {kSymbolEnumerator, "enumerator"},   {kSymbolNamespaceOnly, "namespace"},
    {kSymbolTestCase, "test_case"},      {kSymbolPartial, "partial"},
    {kSymbolExtension, "extension"},
};

constexpr char kSymbolTool[] = "get_symbol";
constexpr std::size_t kMaxAuthors = 5;  // that are told

wire::Place PlaceOf(const graph::ReadView& view, SymbolId symbol) {
  const SymbolRow row = view.Symbol(symbol);
  return {.path = std::string(view.File(row.file).path),
          .start_line = row.range.begin.line,
          .end_line = row.range.end.line,
          .name_line = row.name_position.line};
}

// Distinct neighbours by edge type; those of the declarations are merged with the symbol's own.
using Neighborhood = std::map<EdgeType, std::set<SymbolId>>;

struct Neighborhoods {
  Neighborhood outgoing;
  Neighborhood incoming;
};

Neighborhoods NeighborsOf(const graph::ReadView& view, const NamedSymbol& named) {
  Neighborhoods found;
  std::vector<Neighbor> row;
  std::vector<Neighbor> scratch;
  const auto add_row = [&](Neighborhood& same, Neighborhood& exchanged) {
    for (const Neighbor& neighbor : row) {
      const PublishedType published = PublishedAs(neighbor.type);
      if (!IsPublished(published.type)) continue;
      const SymbolId other = retrieval::SingleDefinitionOf(view, neighbor.symbol, scratch);
      if (other == named.symbol) continue;
      (published.is_exchanged ? exchanged : same)[published.type].insert(other);
    }
  };
  const auto add = [&](SymbolId symbol) {
    view.Out(symbol, row);
    add_row(found.outgoing, found.incoming);
    view.In(symbol, row);
    add_row(found.incoming, found.outgoing);
  };
  add(named.symbol);
  for (const SymbolId declaration : named.declarations) add(declaration);
  return found;
}

std::vector<wire::EdgeCount> Counts(const Neighborhood& neighbors) {
  std::vector<wire::EdgeCount> counts;
  counts.reserve(neighbors.size());
  for (const auto& [type, symbols] : neighbors) {
    counts.push_back({.type = type, .count = symbols.size()});
  }
  return counts;
}

// The completeness of the incoming counts.
wire::Completeness CompletenessOf(const graph::ReadView& view, const NamedSymbol& named,
                                  const Neighborhood& incoming, retrieval::Workspace& workspace) {
  std::vector<SymbolId> symbols = {named.symbol};
  symbols.insert(symbols.end(), named.declarations.begin(), named.declarations.end());
  std::vector<SymbolId> users;
  for (const auto& [type, sources] : incoming) {
    users.insert(users.end(), sources.begin(), sources.end());
  }
  return ToWireCompleteness(retrieval::IncompletenessOfUsers(view, symbols, users, {}, workspace));
}

// Adds a text as the symbol's, or the reason why it is missing. `what` names the text.
void AddText(absl::StatusOr<std::string> text, std::string_view what, wire::Symbol& symbol,
             std::string& note) {
  if (!text.ok()) {
    note = fmt::format("{}: {}", what, std::string(text.status().message()));
    return;
  }
  symbol.text = *std::move(text);
  const std::size_t bytes = symbol.text.size();
  if (bytes <= kMaxDocumentationBytes) return;
  const std::size_t end = symbol.text.rfind('\n', kMaxDocumentationBytes);
  symbol.text.resize(end == std::string::npos ? kMaxDocumentationBytes : end);
  note = fmt::format("{} is cut; the whole has {} bytes", what, bytes);
}

absl::StatusOr<std::string> VerifiedDocumentation(const graph::ReadView& view,
                                                  const indexer::SourceReader& sources,
                                                  const SymbolRow& row) {
  if (row.doc_begin >= row.doc_end) return "";
  const FileRow file = view.File(row.file);
  WM_ASSIGN_OR_RETURN(const std::string text,
                      ReadVerifiedUnindented(sources, file, row.doc_begin, row.doc_end));
  return WithoutCommentMarks(text, file.language);
}

// The lines of the definition.
absl::StatusOr<std::string> VerifiedSource(const graph::ReadView& view,
                                           const indexer::SourceReader& sources,
                                           const SymbolRow& row) {
  const FileRow file = view.File(row.file);
  WM_ASSIGN_OR_RETURN(const std::string text, ReadVerified(sources, file, 0, kEndOfFile));
  return std::string(LinesOf(text, row.range.begin.line, row.range.end.line));
}

wire::Profile ProfileOf(const graph::ReadView& view, const NamedSymbol& named) {
  const SymbolRow row = view.Symbol(named.symbol);
  wire::Profile profile;
  profile.language = Name(view.File(row.file).language);
  for (const FlagName& flag : kFlagNames) {
    if ((row.flags & flag.flag) != 0) profile.flags.emplace_back(flag.name);
  }
  profile.declarations.reserve(named.declarations.size());
  for (const SymbolId declaration : named.declarations) {
    profile.declarations.push_back(PlaceOf(view, declaration));
  }
  return profile;
}

// The symbol is the first of the payload; its owners and authors follow.
void AddPerson(wire::Symbol person, EdgeType type, wire::Payload& payload) {
  payload.edges.push_back({.source = 0,
                           .target = static_cast<std::uint32_t>(payload.symbols.size()),
                           .type = type,
                           .provenance = Provenance::kStructural});
  person.score = 1;
  person.provenance = Provenance::kStructural;
  person.distance = 1;
  payload.symbols.push_back(std::move(person));
}

absl::Status AddCodeOwners(const graph::ReadView& view, SymbolId symbol, wire::Payload& payload) {
  WM_ASSIGN_OR_RETURN(
      const retrieval::RelatedSymbols owners,
      retrieval::FindRelated(view, {&symbol, 1}, {.relation = retrieval::Relation::kOwners}));
  for (const retrieval::RelatedSymbol& owner : owners.symbols) {
    if (owner.hop != 0) {
      AddPerson(ToWireSymbol(view, owner.symbol), EdgeType::kOwnedBy, payload);
    }
  }
  return absl::OkStatus();
}

void AddAuthors(const graph::ReadView& view, const graph::History& history, SymbolId symbol,
                wire::Payload& payload) {
  std::vector<retrieval::Author> authors = retrieval::AuthorsOf(view, history, symbol);
  if (authors.size() > kMaxAuthors) authors.resize(kMaxAuthors);
  for (const retrieval::Author& author : authors) {
    wire::Symbol person;
    person.qualified_name = fmt::format("author://{}", author.name);
    person.handle = person.qualified_name;  // of the history, so no question takes it
    person.kind = SymbolKind::kExternal;
    person.signature = Counted(author.commits, "commit", "commits");
    AddPerson(std::move(person), EdgeType::kAuthoredBy, payload);
  }
}

// The state that is asked about.
struct Asked {
  const graph::ReadView& view;
  const indexer::SourceReader& sources;
  const graph::History* history;  // null: unknown
  bool with_source;
  retrieval::Workspace& workspace;
};

// One symbol, without the state of the index.
absl::StatusOr<wire::Payload> PayloadOf(const Asked& asked, const NamedSymbol& named) {
  const graph::ReadView& view = asked.view;
  const auto [outgoing, incoming] = NeighborsOf(view, named);
  wire::Payload payload;
  payload.tool = kSymbolTool;
  payload.name_note = named.note;
  wire::Profile& profile = payload.profile.emplace(ProfileOf(view, named));
  profile.outgoing = Counts(outgoing);
  profile.incoming = Counts(incoming);
  wire::Symbol& symbol = payload.symbols.emplace_back(ToWireSymbol(view, named.symbol));
  symbol.score = 1;
  symbol.provenance = Provenance::kStructural;
  const SymbolRow row = view.Symbol(named.symbol);
  if (asked.with_source) {
    AddText(VerifiedSource(view, asked.sources, row), "source", symbol, profile.text_note);
    wire::NumberLines(row.range.begin.line, symbol);
  } else {
    AddText(VerifiedDocumentation(view, asked.sources, row), "documentation", symbol,
            profile.text_note);
  }
  WM_RETURN_IF_ERROR(AddCodeOwners(view, named.symbol, payload));
  if (asked.history != nullptr) AddAuthors(view, *asked.history, named.symbol, payload);
  payload.completeness = CompletenessOf(view, named, incoming, asked.workspace);
  return payload;
}

// The symbol that is meant; with overloads all of them, the likeliest first.
absl::StatusOr<std::vector<NamedSymbol>> MeantSymbols(const graph::ReadView& view,
                                                      const SymbolRequest& request) {
  WM_ASSIGN_OR_RETURN(NamedSymbol likeliest, ResolveName(view, request.name));
  if (!request.with_overloads) return std::vector<NamedSymbol>{std::move(likeliest)};
  WM_ASSIGN_OR_RETURN(std::vector<NamedSymbol> all, ResolveOverloads(view, request.name));
  const std::string note = std::exchange(all.front().note, "");
  const auto first = std::find_if(all.begin(), all.end(), [&](const NamedSymbol& named) {
    return named.symbol == likeliest.symbol;
  });
  if (first != all.end()) std::rotate(all.begin(), first, first + 1);
  all.front().note = note;
  return all;
}

}  // namespace

absl::StatusOr<SymbolAnswer> Engine::Symbol(const SymbolRequest& request,
                                            const CallControl& control) {
  WM_RETURN_IF_ERROR(CheckRoot(request.root));
  WM_RETURN_IF_ERROR(CheckText("the symbol", request.name, kMaxNameBytes));
  WM_RETURN_IF_ERROR(codecs_.Find(request.encoding.format).status());
  WM_RETURN_IF_ERROR(control.Check());
  WM_ASSIGN_OR_RETURN(const OpenedView opened, OpenView(request.root, request.state, control));
  const graph::ReadView& view = *opened.view;
  FreshnessCheck freshness(*store_, opened.key, opened.files_differing);
  WM_ASSIGN_OR_RETURN(const std::vector<NamedSymbol> meant, MeantSymbols(view, request));
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<const graph::History> history,
                      OpenHistory(*store_, opened.key, request.root));
  const WorkspacePool::Lease workspace(*workspaces_);
  const Asked asked{.view = view,
                    .sources = *opened.sources,
                    .history = history.get(),
                    .with_source = request.with_source,
                    .workspace = *workspace.get()};
  std::vector<wire::Payload> payloads;
  for (const NamedSymbol& named : meant) {
    WM_RETURN_IF_ERROR(control.Check());
    WM_ASSIGN_OR_RETURN(wire::Payload payload, PayloadOf(asked, named));
    payloads.push_back(std::move(payload));
  }
  const wire::IndexInfo index = ToIndexInfo(view, freshness.Wait(), opened.shown);
  for (wire::Payload& payload : payloads) {
    payload.index = index;
    payload.completeness = WithDiffering(payload.completeness, index);
    WM_RETURN_IF_ERROR(FinishPayload(codecs_, request.encoding, payload));
  }
  SymbolAnswer answer;
  answer.payload = std::move(payloads.front());
  answer.overloads.assign(std::make_move_iterator(payloads.begin() + 1),
                          std::make_move_iterator(payloads.end()));
  return answer;
}

}  // namespace waymark::services
