// Protocols of Python: which classes satisfy one by their members (PEP 544).
#include <algorithm>

#include "languages/member_shape.h"
#include "languages/python/python_language.h"
#include "resolve/program/program.h"
#include "resolve/rules/resolution_rules.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kProtocol = "Protocol";
constexpr std::string_view kNumberTypes[] = {"bool", "complex", "float", "int"};
constexpr std::string_view kNumberType = "int";
constexpr std::string_view kTextTypes[] = {"bytes", "str"};
constexpr std::string_view kConstructorName = "__init__";

// A number of one type is passed where another is written.
std::string_view PythonTypeCompared(std::string_view parameter) {
  const std::size_t colon = FindOutside(parameter, ":");
  if (colon == std::string_view::npos) return {};
  const std::string_view rest = parameter.substr(colon + 1);
  const std::string_view type = TrimmedSpace(rest.substr(0, FindOutside(rest, "=")));
  if (IsIn(kNumberTypes, type)) return kNumberType;
  return IsIn(kTextTypes, type) ? type : std::string_view();
}

std::string PythonMemberType(std::string_view signature) {
  const std::size_t open = FindOutside(signature, "(:=");
  if (open == std::string_view::npos || signature[open] != '(') return std::string(kOpenShape);
  if (TrimmedSpace(signature.substr(0, open)).ends_with(kConstructorName)) return {};
  ParameterShape shape;
  bool is_first = true;
  for (const std::string_view parameter : SplitAtCommas(InsideBrackets(signature, open))) {
    const bool is_typed = FindOutside(parameter, ":") != std::string_view::npos;
    const bool is_object = is_first && !is_typed && !parameter.starts_with('*');
    is_first = false;
    if (is_object || parameter == "/") continue;
    if (parameter.starts_with('*')) {  // what follows is passed by name
      const bool takes_all = parameter.size() > 1 && parameter[1] != '*';
      if (takes_all) shape.most = kAnyCount;
      break;
    }
    ++shape.most;
    if (FindOutside(parameter, "=") == std::string_view::npos) shape.required = shape.most;
    shape.types.push_back(PythonTypeCompared(parameter));
  }
  return TextOfShape(shape);
}

bool FitsPythonMember(std::string_view member, std::string_view required) {
  return FitsShape(member, required, Surplus::kFails);
}

// Whether `Protocol` or `Protocol[T]` is among the written bases of the class.
bool IsProtocol(const Program& program, SymbolRef type) {
  const FileModel& model = program.files[type.file].model();
  const ModelDefinition& definition = model.definitions[type.definition];
  const auto bases = std::span(model.bases.begin(), model.bases.end())
                         .subspan(definition.bases_begin, definition.bases_count);
  return std::any_of(bases.begin(), bases.end(), [&](const Base& base) {
    const ModelExpression* named = &model.expressions[base.type];
    if (named->kind == ExpressionKind::kIndex && named->operand != kNoIndex) {
      named = &model.expressions[named->operand];
    }
    return named->name != Name::kUnknown && program.names.Text(named->name) == kProtocol;
  });
}

}  // namespace

const Satisfaction kPythonSatisfaction = {.member_type = PythonMemberType,
                                          .fits = FitsPythonMember,
                                          .is_interface = IsProtocol,
                                          .has_fields = true};

}  // namespace waymark::indexer
