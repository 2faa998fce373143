#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "answers/convert.h"
#include "answers/name_lookup.h"
#include "answers/requests.h"
#include "answers/source_text.h"
#include "graph/hash.h"
#include "graph/status.h"
#include "retrieval/lookup.h"
#include "services/engine.h"
#include "views/freshness.h"

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

SymbolSource SourceOf(const graph::ReadView& view, const indexer::SourceReader& sources,
                      const SourcesRequest& request, const std::string& asked, std::size_t& room) {
  SymbolSource source{.asked = asked};
  const absl::StatusOr<NamedSymbol> named = ResolveName(view, asked);
  if (!named.ok()) {
    source.error = std::string(named.status().message());
    return source;
  }
  const SymbolRow row = view.Symbol(named->symbol);
  const FileRow file = view.File(row.file);
  source.name_note = named->note;
  source.id = retrieval::HandleOf(view, named->symbol);
  source.kind = Name(row.kind);
  source.name = view.QualifiedName(named->symbol);
  source.path = file.path;
  source.start_line = row.range.begin.line;
  source.end_line = row.range.end.line;
  source.signature = view.Signature(named->symbol);
  if (request.with_text) {
    const absl::StatusOr<std::string> text = ReadVerified(sources, file, 0, kEndOfFile);
    if (text.ok()) {
      const std::uint32_t before = std::min(request.context_lines, source.start_line - 1);
      source.from_line = source.start_line - before;
      Quote(*text, source.end_line + request.context_lines, room, source);
    } else {
      source.error = std::string(text.status().message());
    }
  }
  source.etag = EtagOf(source);
  return source;
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
    answer.symbols.push_back(SourceOf(*opened.view, *opened.sources, request, symbol, room));
  }
  answer.index = ToIndexInfo(*opened.view, freshness.Wait(), opened.shown);
  return answer;
}

}  // namespace waymark::services
