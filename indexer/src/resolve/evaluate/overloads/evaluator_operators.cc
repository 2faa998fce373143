// Results of operators and of members of external types: enough to tell overloads for numbers and
// strings apart.
#include <algorithm>
#include <vector>

#include "resolve/evaluate/evaluator.h"
#include "resolve/evaluate/library_values.h"
#include "resolve/evaluate/operand_functions.h"
#include "resolve/rules/builtin_types.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

Resolution Foreign(Name type) {
  Resolution out;
  out.external = true;
  out.foreign_type = type;
  return out;
}

}  // namespace

// An operator of this repository has its own result. Otherwise arithmetic gives the wider type of
// both, at least `int`; a string accepts anything.
Resolution Evaluator::ComputedValue(ScopeRef place, const ModelExpression& expression) {
  const BuiltinTypes& types = *RulesOfFile(place.file).builtin_types;
  const auto text_of = [&](const Resolution& answer) {
    const Name name = answer.foreign_type;
    const bool plain = answer.empty() && name != Name::kEmpty && name != Name::kUnknown;
    return plain ? program_.names.Text(name) : std::string_view();
  };
  const bool is_listed =
      expression.second != kNoIndex &&
      ExpressionAt(place.file, expression.second).kind == ExpressionKind::kArguments;
  std::vector<Resolution> operands;
  if (is_listed) {  // operators of this repository may take them
    OperandFunctions functions(*this, place);
    operands = functions.ValuesOf(expression.second);
    const Resolution run = functions.Operator(expression.name, operands);
    if (!run.empty()) return run.size() == 1 ? CalledEntity(run.entities()[0]) : Resolution();
  }
  const bool alone = is_listed ? operands.size() < 2 : expression.second == kNoIndex;
  const bool joins = expression.name != Name::kEmpty && !alone;
  // Concatenations nest to the left, and most end in a string.
  const std::string_view second =
      alone ? "" : text_of(is_listed ? operands[1] : Value(place, expression.second));
  if (joins && second == types.text) return Foreign(program_.names.Find(types.text));
  const std::string_view first =
      text_of(is_listed ? operands[0] : Value(place, expression.operand));
  if (joins && first == types.text) return Foreign(program_.names.Find(types.text));
  const auto value_of = [&](std::string_view type) {
    const std::string_view unboxed = Unboxed(types, type);
    return unboxed.empty() ? type : unboxed;
  };
  const std::string_view left = value_of(first);
  const std::string_view right = alone ? left : value_of(second);
  const std::size_t count = types.numbers.size();
  const std::size_t width = std::max(WidthOf(types, left), WidthOf(types, right));
  if (width < count) {
    return Foreign(program_.names.Find(types.numbers[std::max(width, WidthOf(types, "int"))]));
  }
  const bool same = left == right && !BoxOf(types, left).empty();
  return same ? Foreign(program_.names.Find(left)) : Resolution();
}

// Destructuring: the part of a value that one target gets: `a` of [a] = x, `v` of [k, v] for each
// of x, the rest. Iteration over a map yields pairs, whose second is the element.
Resolution Evaluator::PartDealt(ScopeRef place, const ModelExpression& part,
                                const Resolution& whole) {
  const bool known = part.name != Name::kUnknown;
  const std::string_view key = known ? program_.names.Text(part.name) : std::string_view();
  if (key == kIterationKey) return ElementsOf(whole);
  if (key.starts_with(kPartKey) || key.starts_with(kResultKey)) {
    return LibraryValues(*this).Dealt(whole, key);
  }
  const ModelExpression& from = ExpressionAt(place.file, part.operand);
  const bool iterates = from.kind == ExpressionKind::kIndex && from.name != Name::kEmpty &&
                        from.name == program_.names.Find(kIterationKey);
  Resolution out;
  out.AddNotes(whole);
  out.TakeElement();
  out.escaped = out.escaped || whole.IsForeign();
  for (const Entity& entity : whole.entities()) {
    if (entity.kind == EntityKind::kTuple) {
      out.AddAll(LibraryValues(*this).Member(entity, place, part.name));
    } else if (entity.kind == EntityKind::kElements) {
      out.Add(key.starts_with(kSliceKey) ? entity : ElementOf(entity));
    } else if (entity.kind == EntityKind::kInstance && iterates && key == "1") {
      out.Add(entity);
    }
  }
  return out;
}

// For an object whose type has a known name, or for the type itself as the operand.
void Evaluator::AddKnownMember(ScopeRef place, const ModelExpression& member,
                               const Resolution& operand, Resolution& out) const {
  const auto& known = RulesOfFile(place.file).known_members;
  if (known.empty() || member.name == Name::kUnknown) return;
  const ModelExpression& written = ExpressionAt(place.file, member.operand);
  Name type = operand.foreign_type;
  const bool is_name = written.kind == ExpressionKind::kName && operand.empty();
  if (type == Name::kEmpty && is_name) type = written.name;
  const bool has_type = type != Name::kEmpty && type != Name::kUnknown;
  const std::string_view of = has_type ? program_.names.Text(type) : std::string_view();
  const std::string_view name = program_.names.Text(member.name);
  for (const KnownMembers& row : known) {
    const bool fits = row.type.empty() || row.type == of;
    if (!fits || IsTold(row) || !IsWordOf(row.members, name)) continue;
    const bool array = row.gives.ends_with("[]");
    const Name gives = program_.names.Find(row.gives.substr(0, row.gives.find('[')));
    out.foreign_type = array ? program_.names.Find(kArrayTypeName) : gives;
    out.foreign_element = array ? gives : Name::kEmpty;
    out.foreign_shape = 0;
    return;
  }
}

}  // namespace waymark::indexer
