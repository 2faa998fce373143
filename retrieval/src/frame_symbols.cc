#include "frame_symbols.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "constants.h"
#include "file_places.h"
#include "kind_traits.h"

namespace waymark::retrieval {
namespace {

// From the text of a path to what comes after its next separator; empty when there is none.
std::string_view WithoutFirstComponent(std::string_view path) {
  const std::size_t slash = path.find('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
}

// A file, a package or a scope of scopes: nothing that answers a question.
bool IsTopLevel(const SymbolRow& row) {
  return TraitsOf(row.kind).holds_files || (row.flags & kSymbolNamespaceOnly) != 0;
}

std::uint32_t LinesBetween(const SymbolRow& row, std::uint32_t line) {
  if (line < row.range.begin.line) return row.range.begin.line - line;
  return line > row.range.end.line ? line - row.range.end.line : 0;
}

// Of the symbols of a file, what a frame means.
class AtLine {
 public:
  AtLine(const graph::ReadView& view, FileId file, const Frame& frame)
      : view_(view), frame_(frame), symbols_(DefinitionsIn(view, file)) {}

  // What is called as the frame's function: around the line, else nearest to it; kNone when nothing
  // is, or when the frame tells none.
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

  // The innermost symbol whose range holds the line; at the top level the definitions around it.
  std::vector<SymbolId> Around() const {
    const SymbolId innermost = Innermost();
    if (innermost != SymbolId::kNone && !IsTopLevel(view_.Symbol(innermost))) return {innermost};
    SymbolId before = SymbolId::kNone;
    SymbolId after = SymbolId::kNone;
    for (const SymbolId symbol : symbols_) {
      const SymbolRow row = view_.Symbol(symbol);
      if (IsTopLevel(row)) continue;
      if (row.range.end.line < frame_.line) {
        // Of what ends at one line the outermost, which begins first.
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

 private:
  SymbolId Innermost() const { return InnermostAt(view_, symbols_, frame_.line); }

  const graph::ReadView& view_;
  const Frame& frame_;
  std::vector<SymbolId> symbols_;  // in order of their beginnings
};

std::vector<SymbolId> SymbolsOfFile(const graph::ReadView& view, FileId file, const Frame& frame) {
  const AtLine at_line(view, file, frame);
  const SymbolId named = at_line.Named();
  if (named != SymbolId::kNone) return {named};
  if (frame.line > view.File(file).line_count) return {};
  std::vector<SymbolId> around = at_line.Around();
  if (around.empty()) around.push_back(view.File(file).first_symbol);
  return around;
}

// Whether the directory of a file of another machine is called like the repository:
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

// What a frame means whose path has only its last component in common with a file at the root.
std::vector<SymbolId> SymbolsAtRoot(const graph::ReadView& view, const Frame& frame) {
  const std::string_view path = frame.path;
  const std::optional<FileId> file = view.FindFile(path.substr(path.rfind('/') + 1));
  if (!file || view.File(*file).language == Language::kProse) return {};
  if (IsInDirectoryOfRepository(view, path)) return SymbolsOfFile(view, *file, frame);
  const SymbolId named = AtLine(view, *file, frame).Named();
  return named == SymbolId::kNone ? std::vector<SymbolId>() : std::vector<SymbolId>{named};
}

std::vector<SymbolId> SymbolsOfFrame(const graph::ReadView& view, const Frame& frame,
                                     std::string_view& path) {
  std::string_view whole = frame.path;
  while (whole.starts_with("./")) whole.remove_prefix(2);
  for (path = whole; !path.empty(); path = WithoutFirstComponent(path)) {
    const bool is_part = path.size() != whole.size();
    if (is_part && path.find('/') == std::string_view::npos) break;
    std::vector<SymbolId> symbols;
    std::size_t files = 0;
    for (const FileId file : FilesAt(view, path)) {
      if (view.File(file).language == Language::kProse) continue;
      const std::vector<SymbolId> found = SymbolsOfFile(view, file, frame);
      files += found.empty() ? 0U : 1U;
      symbols.insert(symbols.end(), found.begin(), found.end());
    }
    if (files > kMaxFrameFiles) return {};
    if (files > 0) return symbols;
  }
  path = whole.substr(whole.rfind('/') + 1);
  return path.size() == whole.size() ? std::vector<SymbolId>() : SymbolsAtRoot(view, frame);
}

}  // namespace

FrameSymbols SymbolsAt(const graph::ReadView& view, const std::vector<Frame>& frames) {
  FrameSymbols found;
  for (const Frame& frame : frames) {
    std::string_view path;
    const std::vector<SymbolId> symbols = SymbolsOfFrame(view, frame, path);
    if (symbols.empty()) continue;
    found.places.push_back(fmt::format("{}:{}", path, frame.line));
    for (const SymbolId symbol : symbols) {
      if (std::find(found.symbols.begin(), found.symbols.end(), symbol) == found.symbols.end()) {
        found.symbols.push_back(symbol);
      }
    }
  }
  return found;
}

}  // namespace waymark::retrieval
