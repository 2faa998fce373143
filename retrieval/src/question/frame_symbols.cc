#include "question/frame_symbols.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "graph/languages.h"
#include "lookup/file_places.h"
#include "traits/constants.h"
#include "traits/kind_traits.h"

namespace waymark::retrieval {
namespace {

// The path from the first component after its next separator on; empty if there is none.
std::string_view WithoutFirstComponent(std::string_view path) {
  const std::size_t slash = path.find('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
}

std::uint32_t LinesBetween(const SymbolRow& row, std::uint32_t line) {
  if (line < row.range.begin.line) return row.range.begin.line - line;
  return line > row.range.end.line ? line - row.range.end.line : 0;
}

// Finds the symbols of a file that a frame means.
class AtLine {
 public:
  AtLine(const graph::ReadView& view, FileId file, const Frame& frame)
      : view_(view), frame_(frame), symbols_(DefinitionsIn(view, file)) {}

  // The symbol with the name of the frame's function: around the line, otherwise nearest to it;
  // kNone if there is none or the frame has no function.
  SymbolId Named() const {
    SymbolId nearest = SymbolId::kNone;
    std::uint32_t fewest = UINT32_MAX;
    for (const SymbolId symbol : symbols_) {
      const SymbolRow row = view_.Symbol(symbol);
      if (row.name != frame_.function || (row.flags & kSymbolDeclaration) != 0) continue;
      const std::uint32_t lines = LinesBetween(row, frame_.line);
      if (lines == 0) return Innermost();
      if (lines >= fewest) continue;
      fewest = lines;
      nearest = symbol;
    }
    return nearest;
  }

  // The innermost symbol whose range contains the line; at top level the definitions around it.
  std::vector<SymbolId> Around() const {
    const SymbolId innermost = Innermost();
    if (innermost != SymbolId::kNone && !IsSubject(view_.Kind(innermost), view_.Flags(innermost)))
      return {innermost};
    SymbolId before = SymbolId::kNone;
    SymbolId after = SymbolId::kNone;
    for (const SymbolId symbol : symbols_) {
      const SymbolRow row = view_.Symbol(symbol);
      if (IsSubject(row.kind, row.flags)) continue;
      if (row.range.end.line < frame_.line) {
        // Among symbols that end at one line, the outermost, which begins first.
        const bool is_later =
            before == SymbolId::kNone || view_.Symbol(before).range.end.line < row.range.end.line;
        if (is_later) before = symbol;
      } else if (row.range.begin.line > frame_.line && after == SymbolId::kNone) {
        after = symbol;
      }
    }
    std::vector<SymbolId> around;
    for (const SymbolId symbol : {before, after}) {
      if (symbol != SymbolId::kNone) around.push_back(symbol);
    }
    return around;
  }

  // Whether the range of a symbol contains the line.
  bool Holds(SymbolId symbol) const { return LinesBetween(view_.Symbol(symbol), frame_.line) == 0; }

 private:
  SymbolId Innermost() const { return InnermostAt(view_, symbols_, frame_.line); }

  const graph::ReadView& view_;
  const Frame& frame_;
  std::vector<SymbolId> symbols_;  // in order of their beginnings
};

// The symbols that a frame means in one file.
struct InFile {
  std::vector<SymbolId> symbols;
  bool has_moved = false;  // its function is not at its line
};

InFile NamedIn(const AtLine& at_line) {
  const SymbolId named = at_line.Named();
  if (named == SymbolId::kNone) return {};
  return {.symbols = {named}, .has_moved = !at_line.Holds(named)};
}

InFile SymbolsOfFile(const graph::ReadView& view, FileId file, const Frame& frame) {
  const AtLine at_line(view, file, frame);
  InFile found = NamedIn(at_line);
  if (!found.symbols.empty()) return found;
  if (frame.line == 0 || frame.line > view.File(file).line_count) return {};
  found.symbols = at_line.Around();
  if (found.symbols.empty()) found.symbols.push_back(view.File(file).first_symbol);
  return found;
}

// Whether the directory in a path of another machine has the name of the repository:
// "/go/src/caddy/caddy.go", "caddy@v2.1.0/caddy.go".
bool IsInDirectoryOfRepository(const graph::ReadView& view, std::string_view path) {
  const std::string_view repository = view.info().repository;
  const std::string_view name = repository.substr(repository.rfind('/') + 1);
  const std::size_t slash = path.rfind('/');
  if (name.empty() || slash == std::string_view::npos) return false;
  std::string_view directory = path.substr(0, slash);
  directory = directory.substr(directory.rfind('/') + 1);
  return directory.substr(0, directory.find('@')) == name;
}

// The symbols that a frame means in the view.
struct InView {
  std::vector<SymbolId> symbols;
  std::string_view path;           // what of its path the files have
  std::optional<FileId> moved_in;  // as FrameSymbols::moved_in
};

// Symbols of a frame whose path shares only the last component with a file at the root.
InView SymbolsAtRoot(const graph::ReadView& view, const Frame& frame) {
  const std::string_view path = frame.path;
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const std::optional<FileId> file = view.FindFile(name);
  if (!file || !IsCode(view.File(*file).language)) return {};
  InFile found = IsInDirectoryOfRepository(view, path) ? SymbolsOfFile(view, *file, frame)
                                                       : NamedIn(AtLine(view, *file, frame));
  return {.symbols = std::move(found.symbols),
          .path = name,
          .moved_in = found.has_moved ? file : std::nullopt};
}

InView SymbolsOfFrame(const graph::ReadView& view, const Frame& frame) {
  std::string_view whole = frame.path;
  while (whole.starts_with("./")) whole.remove_prefix(2);
  for (std::string_view path = whole; !path.empty(); path = WithoutFirstComponent(path)) {
    const bool is_part = path.size() != whole.size();
    if (is_part && path.find('/') == std::string_view::npos) break;
    InView all{.symbols = {}, .path = path, .moved_in = std::nullopt};
    std::size_t files = 0;
    for (const FileId file : FilesAt(view, path)) {
      if (!IsCode(view.File(file).language)) continue;
      const InFile found = SymbolsOfFile(view, file, frame);
      files += found.symbols.empty() ? 0U : 1U;
      all.symbols.insert(all.symbols.end(), found.symbols.begin(), found.symbols.end());
      if (found.has_moved) all.moved_in = file;
    }
    if (files > kMaxFrameFiles) return {};
    if (files > 1) all.moved_in.reset();
    if (files > 0) return all;
  }
  return whole.find('/') == std::string_view::npos ? InView() : SymbolsAtRoot(view, frame);
}

}  // namespace

FrameSymbols SymbolsAt(const graph::ReadView& view, const std::vector<Frame>& frames) {
  FrameSymbols found;
  for (const Frame& frame : frames) {
    const InView meant = SymbolsOfFrame(view, frame);
    if (meant.symbols.empty()) continue;
    found.places.push_back(PlaceText(meant.path, frame.line));
    if (meant.moved_in) found.moved_in.push_back(*meant.moved_in);
    for (const SymbolId symbol : meant.symbols) {
      if (std::find(found.symbols.begin(), found.symbols.end(), symbol) == found.symbols.end()) {
        found.symbols.push_back(symbol);
      }
    }
  }
  return found;
}

}  // namespace waymark::retrieval
