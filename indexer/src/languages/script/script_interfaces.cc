// Structural types: which types of TypeScript satisfy an interface or an object type by their
// members.
#include "languages/member_shape.h"
#include "languages/script/script_language.h"
#include "resolve/program/program.h"
#include "resolve/rules/resolution_rules.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kScriptTypesCompared[] = {"bigint", "boolean", "number", "string",
                                                     "symbol"};
constexpr std::string_view kHidingWords[] = {"constructor", "private", "protected", "static"};
constexpr std::string_view kAccessorWords[] = {"get", "set"};

bool HidesMember(std::string_view word) {
  return word.starts_with('#') || IsIn(kHidingWords, word);
}

// The words before the parameters or the type of a member.
std::vector<std::string_view> WordsBefore(std::string_view head) {
  std::vector<std::string_view> words;
  while (!head.empty()) {
    const std::size_t blank = std::min(head.find(' '), head.size());
    if (blank > 0) words.push_back(head.substr(0, blank));
    head.remove_prefix(std::min(blank + 1, head.size()));
  }
  return words;
}

std::string_view ScriptTypeCompared(std::string_view parameter) {
  const std::size_t colon = FindOutside(parameter, ":");
  if (colon == std::string_view::npos) return {};
  const std::string_view rest = parameter.substr(colon + 1);
  const std::string_view type = TrimmedSpace(rest.substr(0, FindOutside(rest, "=")));
  return IsIn(kScriptTypesCompared, type) ? type : std::string_view();
}

std::string ScriptMemberType(std::string_view signature) {
  const std::size_t end = FindOutside(signature, "(:=;");
  const std::string_view head = TrimmedSpace(signature.substr(0, end));
  if (head.ends_with('?')) return {};  // values may lack it
  const std::vector<std::string_view> words = WordsBefore(head);
  for (const std::string_view word : words) {
    if (HidesMember(word)) return {};
  }
  const bool is_accessor = words.size() > 1 && IsIn(kAccessorWords, words[words.size() - 2]);
  if (end == std::string_view::npos || signature[end] != '(' || is_accessor) {
    return std::string(kOpenShape);
  }
  ParameterShape shape;
  for (const std::string_view parameter : SplitAtCommas(InsideBrackets(signature, end))) {
    const std::string_view name = TrimmedSpace(parameter.substr(0, FindOutside(parameter, ":=")));
    if (name == "this") continue;
    if (name.starts_with("...")) {
      shape.most = kAnyCount;
      break;
    }
    ++shape.most;
    const bool is_optional =
        name.ends_with('?') || FindOutside(parameter, "=") != std::string_view::npos;
    if (!is_optional) shape.required = shape.most;
    shape.types.push_back(ScriptTypeCompared(parameter));
  }
  return TextOfShape(shape);
}

bool FitsScriptMember(std::string_view member, std::string_view required) {
  return FitsShape(member, required, Surplus::kIgnored);
}

// The members of an interface with a base outside of the repository are not all known.
bool IsObjectType(const Program& program, SymbolRef type) {
  const SymbolKind kind = program.Definition(type).kind;
  if (kind != SymbolKind::kInterface && kind != SymbolKind::kType) return false;
  const std::uint8_t flags = program.TypeFlags(program.CanonicalOf(type));
  return (flags & (kTypeExternalBase | kTypeUnknownBase)) == 0;
}

}  // namespace

const Satisfaction kScriptSatisfaction = {.member_type = ScriptMemberType,
                                          .fits = FitsScriptMember,
                                          .is_interface = IsObjectType,
                                          .has_fields = true};

}  // namespace waymark::indexer
