#include "lookup/symbolic_terms.h"

#include <algorithm>
#include <optional>

#include "text/letter_case.h"
#include "text/name_bytes.h"

namespace waymark::retrieval {
namespace {

// Languages and platforms.
constexpr SymbolicTerm kSymbolicTerms[] = {
    {"c++", "cpp"}, {"c#", "csharp"}, {"f#", "fsharp"}, {".net", "dotnet"}, {"objective-c", "objc"},
};

// Whether the text between `begin` and `end` is not part of a longer name. Digits after a sign are
// a version: `C++20`.
bool StandsAlone(std::string_view text, std::size_t begin, std::size_t end) {
  if (begin > 0 && (IsNameByte(text[begin - 1]) || text[begin - 1] == '/')) return false;
  if (end == text.size() || !IsNameByte(text[end])) return true;
  return IsDigit(text[end]) && !IsNameByte(text[end - 1]);
}

std::optional<std::size_t> FindAlone(std::string_view text, std::string_view written) {
  const auto alike = [](char a, char b) { return ToLower(a) == b; };
  for (auto at = text.begin(); at != text.end(); ++at) {
    at = std::search(at, text.end(), written.begin(), written.end(), alike);
    if (at == text.end()) break;
    const auto begin = static_cast<std::size_t>(at - text.begin());
    if (StandsAlone(text, begin, begin + written.size())) return begin;
  }
  return std::nullopt;
}

}  // namespace

std::vector<SymbolicTerm> SymbolicTermsIn(std::string_view text) {
  std::vector<SymbolicTerm> words;
  for (const auto& [written, word] : kSymbolicTerms) {
    const std::optional<std::size_t> at = FindAlone(text, written);
    if (at) words.push_back({.written = text.substr(*at, written.size()), .word = word});
  }
  return words;
}

}  // namespace waymark::retrieval
