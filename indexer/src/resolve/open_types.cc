#include "resolve/open_types.h"

#include <algorithm>
#include <span>
#include <string_view>

#include "characters.h"

namespace waymark::indexer {
namespace {

struct OpenTypes {
  std::span<const std::string_view> of_anything;
  std::span<const std::string_view> of_errors;
};

constexpr std::string_view kPythonAnything[] = {"Any", "object"};
constexpr std::string_view kPythonErrors[] = {"BaseException", "Exception"};
constexpr std::string_view kScriptAnything[] = {"any", "unknown"};
constexpr std::string_view kScriptErrors[] = {"Error"};
constexpr std::string_view kCSharpAnything[] = {"dynamic"};

OpenTypes OpenTypesOf(Family family) {
  switch (family) {
    case Family::kPython:
      return {kPythonAnything, kPythonErrors};
    case Family::kScript:
      return {kScriptAnything, kScriptErrors};
    case Family::kCSharp:
      return {kCSharpAnything, {}};
    default:
      return {};
  }
}

bool IsIn(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void OpenForeignType(const NameTable& names, Family family, Answer& instances) {
  const Name name = instances.foreign_type;
  if (!instances.empty() || name == Name::kEmpty || name == Name::kUnknown) return;
  const OpenTypes types = OpenTypesOf(family);
  const std::string_view text = names.Text(name);
  if (IsIn(types.of_anything, text)) {
    instances = Answer();
    instances.dynamic = true;
  } else if (IsIn(types.of_errors, text)) {
    instances.handed_out = true;
  }
}

void NameForeign(const Program& program, const ModelExpression& callee, Answer& made) {
  const bool is_named =
      callee.kind == ExpressionKind::kName || callee.kind == ExpressionKind::kMember;
  if (!is_named || callee.name == Name::kEmpty || callee.name == Name::kUnknown) return;
  if (!made.empty() || !made.IsForeign() || made.dynamic) return;
  if (BeginsWithCapital(program.names.Text(callee.name))) made.foreign_type = callee.name;
}

}  // namespace waymark::indexer
