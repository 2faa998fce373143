#include "question/addresses.h"

#include <algorithm>
#include <cstddef>

#include "text/name_bytes.h"

namespace waymark::retrieval {
namespace {

std::string_view LastComponent(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// Whether `called` is a component of the repository's name, which may end with a directory.
bool HasComponent(std::string_view repository, std::string_view called) {
  while (!repository.empty()) {
    const std::string_view last = LastComponent(repository);
    if (last == called) return true;
    repository.remove_suffix(std::min(last.size() + 1, repository.size()));
  }
  return false;
}

// "src/app.py#L8" for ".../ada/shop/blob/main/src/app.py?plain=1#L8"; empty if the address shows no
// file of the repository.
std::string PathOf(std::string_view address, std::string_view repository) {
  constexpr std::string_view kFile = "/blob/";
  constexpr std::string_view kSeparated = "/-";
  const std::size_t file = address.find(kFile);
  if (file == std::string_view::npos) return {};
  std::string_view shown = address.substr(0, file);
  if (shown.ends_with(kSeparated)) shown.remove_suffix(kSeparated.size());
  const std::size_t revision = address.find('/', file + kFile.size());
  if (revision == std::string_view::npos) return {};
  const std::string_view tail = address.substr(revision + 1);
  const std::size_t lines = std::min(tail.find('#'), tail.size());
  const std::string_view path = tail.substr(0, std::min(tail.find('?'), lines));
  const bool is_directory = repository.find('/') == std::string_view::npos;
  const bool is_told = is_directory && path.find('/') != std::string_view::npos;
  if (!is_told && !HasComponent(repository, LastComponent(shown))) return {};
  return std::string(path) + std::string(tail.substr(lines));
}

}  // namespace

std::string WithPathsOfAddresses(std::string_view text, std::string_view repository) {
  std::string kept;
  while (!text.empty()) {
    const std::size_t mark = text.find("://");
    if (mark == std::string_view::npos) break;
    std::size_t begin = mark;
    while (begin > 0 && IsNameByte(text[begin - 1])) --begin;
    const std::size_t end = std::min(text.find_first_of(" \t\r\n)>]`'\"", mark), text.size());
    kept += text.substr(0, begin);
    kept += PathOf(text.substr(mark, end - mark), repository);
    text.remove_prefix(end);
  }
  return kept += text;
}

}  // namespace waymark::retrieval
