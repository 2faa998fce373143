#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "answers/convert.h"
#include "answers/name_lookup.h"
#include "answers/requests.h"
#include "answers/source_text.h"
#include "graph/hash.h"
#include "graph/status.h"
#include "retrieval/lookup.h"
#include "services/engine.h"
#include "text/documentation_text.h"
#include "views/freshness.h"
#include "wire/utf8.h"

namespace waymark::services {
namespace {

constexpr std::size_t kEtagDigits = 32;
static_assert(kMaxSourceBytes >= indexer::kMaxFileBytes);

absl::Status CheckRequest(const SourcesRequest& request) {
  WM_RETURN_IF_ERROR(CheckRoot(request.root));
  WM_RETURN_IF_ERROR(
      CheckRange("the number of symbols", request.symbols.size(), 1, kMaxSourceSymbols));
  for (const std::string& symbol : request.symbols) {
    WM_RETURN_IF_ERROR(CheckText("the symbol", symbol, kMaxNameBytes));
  }
  return CheckRange("the number of lines around", request.context_lines, 0, kMaxContextLines);
}

// Copies the lines from `source.from_line` to `last` that fit `room`, and counts the rest.
void Quote(std::string_view file, std::uint32_t last, std::size_t& room, SymbolSource& source) {
  std::string_view text = LinesOf(file, source.from_line, last);
  if (text.size() > room) {
    // A line that exceeds the whole room leaves nothing.
    const std::size_t end = text.substr(0, room).rfind('\n') + 1;  // npos + 1 is 0
    const std::string_view rest = text.substr(end);
    source.lines_omitted = static_cast<std::uint32_t>(std::count(rest.begin(), rest.end(), '\n')) +
                           (rest.ends_with('\n') ? 0 : 1);
    text = text.substr(0, end);
  }
  source.text = text;
  room -= text.size();
}

std::string EtagOf(const SymbolSource& source) {
  return HashContent(fmt::format("{}\n{}\n{}\n{}\n{} {} {} {}\n{}\n{}", source.id, source.kind,
                                 source.name, source.path, source.start_line, source.end_line,
                                 source.from_line, source.lines_omitted, source.signature,
                                 source.text))
      .ToHex()
      .substr(0, kEtagDigits);
}

// The first line of a symbol's documentation; `text` is that of its file.
std::string SummaryOf(std::string_view text, const SymbolRow& row, Language language) {
  if (row.doc_begin >= row.doc_end || row.doc_end > text.size()) return "";
  const std::string documentation =
      WithoutCommentMarks(text.substr(row.doc_begin, row.doc_end - row.doc_begin), language);
  std::string_view rest = documentation;
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
  return wire::ReplaceInvalidUtf8(rest.substr(0, rest.find_first_of("\r\n")));
}

// Which members of a type tell most about it, the first first.
std::size_t RankOfMember(const SymbolRow& member) {
  const bool is_function =
      member.kind == SymbolKind::kMethod || member.kind == SymbolKind::kFunction;
  if ((member.flags & kSymbolExported) == 0) return 2;
  return is_function ? 0 : 1;
}

// The lines of a type on which the names of its public functions stand; without these those of its
// public members, or else of all.
std::vector<std::uint32_t> MemberLinesOf(const graph::ReadView& view, SymbolId symbol,
                                         const SymbolRow& row) {
  const bool is_type = row.kind == SymbolKind::kClass || row.kind == SymbolKind::kInterface ||
                       row.kind == SymbolKind::kType;
  if (!is_type) return {};
  std::array<std::set<std::uint32_t>, 3> by_rank;
  std::vector<Neighbor> neighbors;
  view.Out(symbol, neighbors);
  for (const Neighbor& neighbor : neighbors) {
    if (neighbor.type != EdgeType::kContains || view.FileOf(neighbor.symbol) != row.file) continue;
    const SymbolRow member = view.Symbol(neighbor.symbol);
    const std::uint32_t line = member.name_position.line;
    const bool is_inside = line >= row.range.begin.line && line <= row.range.end.line;
    if (is_inside) by_rank[RankOfMember(member)].insert(line);
  }
  const auto* const lines = std::find_if(by_rank.begin(), by_rank.end(),
                                         [](const auto& ranked) { return !ranked.empty(); });
  if (lines == by_rank.end()) return {};
  return {lines->begin(), lines->end()};
}

// Reads the text of a symbol's lines, or tells why it cannot.
void QuoteSymbol(const graph::ReadView& view, const indexer::SourceReader& sources,
                 const SourcesRequest& request, SymbolId symbol, std::size_t& room,
                 SymbolSource& source) {
  const SymbolRow row = view.Symbol(symbol);
  const FileRow file = view.File(row.file);
  const absl::StatusOr<std::string> text = ReadVerified(sources, file, 0, kEndOfFile);
  if (!text.ok()) {
    source.error = text.status();
    return;
  }
  const std::uint32_t before = std::min(request.context_lines, source.start_line - 1);
  source.from_line = source.start_line - before;
  Quote(*text, source.end_line + request.context_lines, room, source);
  if (!request.with_members) return;
  source.summary = SummaryOf(*text, row, file.language);
  source.member_lines = MemberLinesOf(view, symbol, row);
}

SymbolSource SourceOf(const graph::ReadView& view, const indexer::SourceReader& sources,
                      const SourcesRequest& request, const NamedSymbol& named, std::size_t& room) {
  const SymbolRow row = view.Symbol(named.symbol);
  SymbolSource source{.id = retrieval::HandleOf(view, named.symbol),
                      .kind = std::string(Name(row.kind)),
                      .name = view.QualifiedName(named.symbol),
                      .path = std::string(view.File(row.file).path),
                      .start_line = row.range.begin.line,
                      .end_line = row.range.end.line,
                      .signature = view.Signature(named.symbol),
                      .name_note = named.note};
  if (request.with_text) QuoteSymbol(view, sources, request, named.symbol, room, source);
  source.etag = EtagOf(source);
  return source;
}

// What a name of the request means: one symbol, or all overloads.
absl::StatusOr<std::vector<NamedSymbol>> MeantBy(const graph::ReadView& view,
                                                 const SourcesRequest& request,
                                                 const std::string& asked) {
  if (request.with_overloads) return ResolveOverloads(view, asked);
  WM_ASSIGN_OR_RETURN(NamedSymbol named, ResolveName(view, asked));
  return std::vector<NamedSymbol>{std::move(named)};
}

void AddSources(const graph::ReadView& view, const indexer::SourceReader& sources,
                const SourcesRequest& request, const std::string& asked, std::size_t& room,
                std::vector<SymbolSource>& found) {
  const absl::StatusOr<std::vector<NamedSymbol>> meant = MeantBy(view, request, asked);
  if (!meant.ok()) {
    found.push_back({.asked = asked, .error = meant.status()});
    return;
  }
  for (const NamedSymbol& named : *meant) {
    found.push_back(SourceOf(view, sources, request, named, room));
    found.back().asked = asked;
  }
}

}  // namespace

absl::StatusOr<SourcesAnswer> Engine::Sources(const SourcesRequest& request,
                                              const CallControl& control) {
  WM_RETURN_IF_ERROR(CheckRequest(request));
  WM_RETURN_IF_ERROR(control.Check());
  WM_ASSIGN_OR_RETURN(const OpenedView opened, OpenView(request.root, request.state, control));
  FreshnessCheck freshness(*store_, opened.key, opened.files_differing);
  SourcesAnswer answer;
  std::size_t room = kMaxSourceBytes;
  for (const std::string& symbol : request.symbols) {
    WM_RETURN_IF_ERROR(control.Check());
    AddSources(*opened.view, *opened.sources, request, symbol, room, answer.symbols);
  }
  answer.index = ToIndexInfo(*opened.view, freshness.Wait(), opened.shown);
  return answer;
}

}  // namespace waymark::services
