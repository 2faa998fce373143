#include "answers/place_in_view.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "retrieval/lookup.h"
#include "retrieval/place.h"
#include "services/state_text.h"

namespace waymark::services {
namespace {

// Takes ":12" off the end of `text`. Empty if there is none.
std::string_view TakeNumber(std::string_view& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return {};
  const std::string_view digits = text.substr(colon + 1);
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) return {};
  text = text.substr(0, colon);
  return digits;
}

// Whether `path` lies in `directory`.
bool IsPathBelow(std::string_view path, std::string_view directory) {
  return path.size() > directory.size() && path.starts_with(directory) &&
         path[directory.size()] == '/';
}

// The skipped entry may be a directory.
std::optional<SkipReason> SkipReasonOf(const graph::ReadView& view, std::string_view path) {
  for (const SkippedFile& file : view.Skipped()) {
    if (file.path == path || IsPathBelow(path, file.path)) return file.reason;
  }
  return std::nullopt;
}

NoSymbol NotInIndex(const graph::ReadView& view, std::string_view path) {
  return {fmt::format("{} is not in the index of {}", path, view.info().root_path),
          SearchFor(path)};
}

// `named` are what the path may mean; at least one.
NoSymbol NoSuchLine(const graph::ReadView& view, std::string_view name, std::string_view path,
                    std::string_view line, std::span<const SymbolId> named) {
  if (std::any_of(named.begin(), named.end(),
                  [&](SymbolId symbol) { return view.Symbol(symbol).kind != SymbolKind::kFile; })) {
    return {fmt::format("{} is a symbol; ask for it without the line {}", path, line),
            WithText(name, std::string(path))};
  }
  if (named.size() > 1) {
    return {fmt::format("{} fits {} files, none of which has a line {}", path, named.size(), line),
            SearchFor(path)};
  }
  const FileRow file = view.File(view.Symbol(named.front()).file);
  std::string reason = fmt::format("{} has {} {}; there is no line {}", file.path, file.line_count,
                                   file.line_count == 1 ? "line" : "lines", line);
  if (file.line_count == 0) return {std::move(reason), WithText(name, std::string(path))};
  return {std::move(reason), WithText(name, fmt::format("{}:{}", path, file.line_count))};
}

// FILE:NAME
std::optional<NoSymbol> WhyNotInFile(const graph::ReadView& view, std::string_view text) {
  const std::optional<retrieval::NameInFile> written = retrieval::ParseNameInFile(text);
  if (!written.has_value()) return std::nullopt;
  const std::string_view path = written->path;
  for (const SymbolId symbol : retrieval::FindSymbols(view, path).exact) {
    const FileRow file = view.File(view.Symbol(symbol).file);
    if (view.Kind(symbol) != SymbolKind::kFile || !file.path.ends_with(path)) continue;
    return NoSymbol{fmt::format("{} has no symbol called '{}'", file.path, written->name),
                    SearchFor(written->name)};
  }
  if (path.find('/') == std::string_view::npos) return std::nullopt;
  return NotInIndex(view, path);
}

}  // namespace

bool IsDirectory(const graph::ReadView& view, std::string_view path) {
  if (view.FindFile(path).has_value()) return false;
  const std::string front = fmt::format("{}/", path);
  const std::vector<FileId> files = view.Files();
  const auto first = std::lower_bound(
      files.begin(), files.end(), front,
      [&](FileId file, const std::string& from) { return view.File(file).path < from; });
  return first != files.end() && IsPathBelow(view.File(*first).path, path);
}

std::string_view WithoutRoot(std::string_view root_path, std::string_view name) {
  const std::string root = fmt::format("{}/", root_path);
  if (name.starts_with(root)) name.remove_prefix(root.size());
  return name;
}

std::string_view WithoutRoot(const graph::ReadView& view, std::string_view name) {
  return WithoutRoot(std::string_view(view.info().root_path), name);
}

std::optional<NoSymbol> WhyNoSymbolAt(const graph::ReadView& view, std::string_view name) {
  const retrieval::Place place = retrieval::ParsePlace(name);
  std::string_view path = place.path;
  std::string line = place.line == 0 ? "" : fmt::format("{}", place.line);
  if (line.empty()) line = TakeNumber(path);  // 0, or too large a number
  if (const std::optional<SkipReason> reason = SkipReasonOf(view, path)) {
    return NoSymbol{
        fmt::format("{} is not in the index: {} ({})", path, Name(*reason), AdviceOn(*reason)),
        SearchFor(path)};
  }
  if (IsDirectory(view, path)) {
    return NoSymbol{fmt::format("{} is a directory; name a file in it", path), SearchFor(path)};
  }
  const bool is_place = !line.empty() && path.find_first_of("./") != std::string_view::npos;
  if (is_place) {
    const std::vector<SymbolId> named = retrieval::FindSymbols(view, path).exact;
    if (!named.empty()) return NoSuchLine(view, name, path, line, named);
  }
  if (is_place || path.starts_with('/')) return NotInIndex(view, path);
  return line.empty() ? WhyNotInFile(view, path) : std::nullopt;
}

}  // namespace waymark::services
