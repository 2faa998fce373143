#include "answers/place_in_view.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "retrieval/edit_distance.h"
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

std::string_view LastPartOf(std::string_view path) { return path.substr(path.rfind('/') + 1); }

constexpr std::string_view kNameTheFile = "name the similar file";

// The first file below a directory, by path.
std::optional<FileId> FirstFileBelow(const graph::ReadView& view, std::string_view directory) {
  const std::string front = fmt::format("{}/", directory);
  const std::vector<FileId> files = view.Files();
  const auto first = std::lower_bound(
      files.begin(), files.end(), front,
      [&](FileId file, const std::string& from) { return view.File(file).path < from; });
  if (first == files.end() || !IsPathBelow(view.File(*first).path, directory)) return std::nullopt;
  return *first;
}

// The handle of the symbol in the file whose name is the most similar to `name`, if one is similar.
std::optional<std::string> NearestInFile(const graph::ReadView& view, FileId file,
                                         std::string_view name) {
  const auto last_of = [](std::string_view qualified) {
    return std::string(qualified.substr(qualified.find_last_of(".:#") + 1));
  };
  std::vector<SymbolId> symbols;
  view.SymbolsOf(file, symbols);
  std::erase(symbols, view.File(file).first_symbol);
  std::vector<std::string> names;
  names.reserve(symbols.size());
  for (const SymbolId symbol : symbols) names.push_back(last_of(view.QualifiedName(symbol)));
  const std::optional<std::string> near = retrieval::NearestName(last_of(name), names);
  if (!near.has_value()) return std::nullopt;
  const auto at = std::find(names.begin(), names.end(), *near) - names.begin();
  return retrieval::HandleOf(view, symbols[static_cast<std::size_t>(at)]);
}

// `name` is a place in a file that is called `path` there; `line` is 0 for the whole file.
NoSymbol NotInIndex(const graph::ReadView& view, std::string_view name, std::string_view path,
                    std::uint32_t line) {
  std::string reason = fmt::format("{} is not in the index of {}", path, view.info().root_path);
  std::string near = NearestPath(view, path);
  if (near.empty()) return {std::move(reason), OutlineInstead()};
  reason += fmt::format("; a similar file: {}", near);
  const std::uint32_t last = view.File(*view.FindFile(near)).line_count;
  if (line != 0 && last != 0) near += fmt::format(":{}", std::min(line, last));
  return {std::move(reason), WithText(name, std::move(near)), std::string(kNameTheFile)};
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
            WithText(name, std::string(view.File(view.FileOf(named.front())).path)),
            "name one of the files"};
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
    std::string reason = fmt::format("{} has no symbol called '{}'", file.path, written->name);
    std::optional<std::string> near = NearestInFile(view, view.FileOf(symbol), written->name);
    if (!near.has_value()) return NoSymbol{std::move(reason), WithText(text, std::string(path))};
    reason += fmt::format("; a similar one: {}", *near);
    return NoSymbol{std::move(reason), WithText(text, *std::move(near)), "name the similar symbol"};
  }
  if (path.find('/') == std::string_view::npos) return std::nullopt;
  return NotInIndex(view, text, path, 0);
}

}  // namespace

bool IsDirectory(const graph::ReadView& view, std::string_view path) {
  return !view.FindFile(path).has_value() && FirstFileBelow(view, path).has_value();
}

std::string NearestPath(const graph::ReadView& view, std::string_view path) {
  constexpr std::size_t kMostCompared = 1000;  // files of one name, such as __init__.py
  constexpr std::uint32_t kMostApart = 128;
  const std::string_view name = LastPartOf(path);
  auto least = static_cast<std::uint32_t>(name.size() / 3);
  std::vector<std::string> similar;
  for (const FileId file : view.Files()) {
    const std::string other(view.File(file).path);
    const std::uint32_t apart = retrieval::EditDistance(name, LastPartOf(other), least);
    if (apart > least) continue;
    if (apart < least) similar.clear();
    least = apart;
    if (similar.size() < kMostCompared) similar.push_back(other);
  }
  const auto nearest = std::min_element(similar.begin(), similar.end(),
                                        [&](const std::string& a, const std::string& b) {
                                          return retrieval::EditDistance(path, a, kMostApart) <
                                                 retrieval::EditDistance(path, b, kMostApart);
                                        });
  return nearest == similar.end() ? "" : *nearest;
}

absl::Status WithNearestFile(const graph::ReadView& view, std::string_view given,
                             absl::Status status) {
  const std::string_view path = WithoutRoot(view, given);
  std::string near = NearestPath(view, path);
  if (!near.empty()) {
    near.insert(0, given.substr(0, given.size() - path.size()));  // the root, if it was given
    return WithRemedy(WithFix(std::move(status), kNameTheFile), WithText(given, std::move(near)));
  }
  return RemedyOf(status).has_value() ? status : WithRemedy(std::move(status), OutlineInstead());
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
        OutlineInstead()};
  }
  if (IsDirectory(view, path)) {
    constexpr std::string_view kNameAFile = "name a file in it";
    return NoSymbol{fmt::format("{} is a directory; {}", path, kNameAFile),
                    WithText(name, std::string(view.File(*FirstFileBelow(view, path)).path)),
                    std::string(kNameAFile)};
  }
  const bool is_place = !line.empty() && path.find_first_of("./") != std::string_view::npos;
  if (is_place) {
    const std::vector<SymbolId> named = retrieval::FindSymbols(view, path).exact;
    if (!named.empty()) return NoSuchLine(view, name, path, line, named);
  }
  if (is_place || path.starts_with('/')) return NotInIndex(view, name, path, place.line);
  return line.empty() ? WhyNotInFile(view, path) : std::nullopt;
}

}  // namespace waymark::services
