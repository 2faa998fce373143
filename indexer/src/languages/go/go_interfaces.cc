// Methods of Go that may implement an external interface that no table lists.
#include "languages/go/go_language.h"
#include "languages/go/go_outside_interfaces.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

// Whether an import of the file by that name leads into the repository.
bool IsOwnPackage(const ProgramFile& file, const FileFacts& facts, std::string_view name) {
  const auto& links = file.imports;
  for (std::uint32_t i = 0; i < links.size(); ++i) {
    const Import& import = facts.imports[i];
    const std::string_view path = facts.strings.at(import.module);
    const std::string_view alias = facts.strings.at(import.alias);
    const bool is_named = alias.empty() ? path.substr(path.rfind('/') + 1) == name : alias == name;
    if (is_named && links[i].module.kind != TargetKind::kExternal) return true;
  }
  return false;
}

bool UsesPackagesOfOthers(const ProgramFile& file, const FileFacts& facts) {
  const auto& links = file.imports;
  for (std::uint32_t i = 0; i < links.size(); ++i) {
    if (links[i].module.kind != TargetKind::kExternal) continue;
    const std::string_view path = facts.strings.at(facts.imports[i].module);
    if (!IsGoLibrary(path)) return true;
  }
  return false;
}

}  // namespace

// Whether a method may implement an external interface: all types in its signature are external,
// and at least one is, or the file uses an external package, which its objects may reach.
bool MaySatisfyForeign(const ProgramFile& file, const FileFacts& facts,
                       std::string_view signature) {
  const std::size_t parameters = signature.find('(', signature.find(')'));
  if (parameters == std::string_view::npos) return false;
  bool names_foreign = false;
  char before = ' ';
  for (std::size_t i = parameters; i < signature.size();) {
    if (!IsWordCharacter(signature[i])) {
      before = signature[i++];
      continue;
    }
    const std::size_t begin = i;
    while (i < signature.size() && IsWordCharacter(signature[i])) ++i;
    const std::string_view word = signature.substr(begin, i - begin);
    const bool is_package = i < signature.size() && signature[i] == '.' &&
                            i + 1 < signature.size() && IsWordCharacter(signature[i + 1]);
    if (is_package) {
      if (IsOwnPackage(file, facts, word)) return false;
      names_foreign = true;
    } else if (before != '.' && before != ')' && word[0] >= 'A' && word[0] <= 'Z') {
      return false;  // a type of the own package
    }
    before = ' ';
  }
  return names_foreign || UsesPackagesOfOthers(file, facts);
}

}  // namespace waymark::indexer
