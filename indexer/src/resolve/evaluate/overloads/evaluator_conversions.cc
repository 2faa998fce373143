// Implicit conversion ranking of C++ ([over.ics.rank]), by the known parts of both types.
#include <algorithm>

#include "resolve/evaluate/evaluator.h"
#include "resolve/rules/c_conversions.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kNullPointer = "nullptr_t";
constexpr std::string_view kVoidType = "void";
constexpr std::string_view kOtherType = "?";

bool IsLiteralNull(const Resolution& value, std::string_view name) {
  return name == kNullPointer || (value.foreign_shape & kZero) != 0;
}

// Ranks constness: a constant target does not fit a pointer or reference to non-const, and added
// constness lowers the rank.
int WithConstant(int fit, std::uint8_t value, std::uint8_t parameter, bool points) {
  const bool refers = (parameter & (kReference | kTemporary)) != 0;
  if (!points && !refers) return fit;
  if (IsConstant(value) && !IsConstant(parameter)) return kNoConversion;
  return !IsConstant(value) && IsConstant(parameter) ? std::min(fit, kRankQualification) : fit;
}

}  // namespace

bool Evaluator::IsTypeParameter(ScopeRef place, Name name) const {
  const FileModel& model = program_.files[place.file].model();
  for (ScopeIndex scope = place.scope; scope != kNoIndex; scope = model.scopes[scope].parent) {
    if (model.scopes[scope].kind == ScopeKind::kNamespace) return false;
    const auto entries = model.Find(scope, name);
    if (entries.empty()) continue;
    if (entries.front().kind() != EntryKind::kBinding) return false;
    // A constrained parameter, `std::integral T`, looks like a value parameter.
    if (DeclaresTypeParameter(place.file, entries.front().index())) return true;
    const ModelBinding& binding = model.bindings[entries.front().index()];
    return binding.value == kNoIndex && binding.scope == binding.value_scope &&
           model.scopes[scope].kind == ScopeKind::kBlock;
  }
  return false;
}

bool Evaluator::IsDependent(ScopeRef place, ExpressionIndex type, int depth) const {
  if (type == kNoIndex || depth > kMaxTypeDepth) return false;
  const ModelExpression& written = ExpressionAt(place.file, type);
  if (written.kind == ExpressionKind::kName) return IsTypeParameter(place, written.name);
  return IsDependent(place, written.operand, depth + 1) ||
         IsDependent(place, written.second, depth + 1);
}

// Ranks an argument for a dependent type.
int Evaluator::RankOfDependent(ScopeRef place, ExpressionIndex type, const Argument& argument) {
  std::uint8_t shape = 0;
  while (ExpressionAt(place.file, type).kind == ExpressionKind::kPointer) {
    shape = AddShape(shape, ExpressionAt(place.file, type).count);
    type = ExpressionAt(place.file, type).operand;
  }
  const Resolution& value = argument.value;
  const Entity* const instance = InstanceIn(value);
  const bool named = value.foreign_type != Name::kEmpty && value.foreign_type != Name::kUnknown;
  if (!IsKnown(value)) return kRankUnknown;
  const bool wrapped = instance != nullptr && (instance->shape & kWrapped) != 0;
  const std::uint8_t given = instance != nullptr ? instance->shape : value.foreign_shape;
  const ModelExpression& written = ExpressionAt(place.file, type);
  if (WantsPlace(shape) && !argument.has_place && PointersOf(shape) == 0) {
    const bool text = PointersOf(value.foreign_shape) > 0 && instance == nullptr;
    if (!text) return kNoConversion;
  }
  if (PointersOf(given) < PointersOf(shape)) return kNoConversion;
  if (written.kind == ExpressionKind::kName) {
    const bool adds = IsConstant(shape) && !IsConstant(given);
    return adds ? kRankQualification : kRankExact;
  }
  if (written.kind != ExpressionKind::kIndex || written.operand == kNoIndex) return kRankUnknown;
  const bool points = PointersOf(given) > PointersOf(shape);
  const Resolution generic = Bind(place, written.operand, {kUnknownArity, true});
  for (const Entity& entity : generic.entities()) {
    if (entity.kind != EntityKind::kSymbol || !IsTypeLike(entity.symbol)) return kRankUserDefined;
    if (points || instance == nullptr || wrapped) return kNoConversion;
    const auto as_given = [&](int fit) {
      return AtPlace(WithConstant(fit, given, shape, PointersOf(given) > 0), shape,
                     argument.has_place);
    };
    if (instance->symbol == entity.symbol) return as_given(kRankExact);
    const auto lineage = program_.LineageOf(instance->symbol);
    const bool derives = std::find(lineage.begin(), lineage.end(), entity.symbol) != lineage.end();
    if (derives) return as_given(kRankConversion);
    return program_.TypeFlags(instance->symbol) == 0 ? kNoConversion : kRankUnknown;
  }
  if (points || (instance != nullptr && !wrapped)) return kNoConversion;
  const Name name = ExpressionAt(place.file, written.operand).name;
  if (named && name == value.foreign_type) return kRankExact;
  const bool number = named && !NumberNamed(program_.names.Text(value.foreign_type)).empty();
  return number ? kNoConversion : kRankUnknown;
}

int Evaluator::RankOfClass(const Entity& value, const Resolution& parameter) const {
  const Entity* const wanted = InstanceIn(parameter);
  const bool enumeration = IsEnumeration(value.symbol);
  if (wanted == nullptr) {
    const std::string_view name = parameter.foreign_type == Name::kUnknown
                                      ? std::string_view()
                                      : program_.names.Text(parameter.foreign_type);
    const std::string_view number = NumberNamed(name);
    if (PointersOf(value.shape) > 0) {
      if (name == kVoidType && PointersOf(parameter.foreign_shape) == 1) {
        return WithConstant(kRankVoidPointer, value.shape, parameter.foreign_shape, true);
      }
      if (PointersOf(parameter.foreign_shape) > 0) return kNoConversion;
      if (number == "bool") return kRankBoolean;
      return number.empty() ? kRankUnknown : kNoConversion;
    }
    if (PointersOf(parameter.foreign_shape) > 0) return kNoConversion;
    if (enumeration && !number.empty()) {
      return number == "int" ? kRankPromotion : kRankConversion;
    }
    return kRankUserDefined;
  }
  const bool wrapped = (wanted->shape & kWrapped) != 0;
  if (wrapped != ((value.shape & kWrapped) != 0)) {
    return PointersOf(value.shape) + PointersOf(wanted->shape) > 0 ? kNoConversion
                                                                   : kRankUserDefined;
  }
  int fit = kNoConversion;
  const bool other_text = value.inner_shape != 0 && wanted->inner_shape != 0 &&
                          value.inner_shape != wanted->inner_shape;
  if (other_text) return kNoConversion;
  if (value.symbol == wanted->symbol) {
    fit = kRankExact;
  } else {
    const auto lineage = program_.LineageOf(value.symbol);
    const auto base = std::find(lineage.begin(), lineage.end(), wanted->symbol);
    if (base != lineage.end()) fit = kRankConversion - (base - lineage.begin() > 1 ? 1 : 0);
  }
  if (PointersOf(value.shape) != PointersOf(wanted->shape)) {
    if (PointersOf(value.shape) > 0 && PointersOf(wanted->shape) > 0) return kNoConversion;
    return PointersOf(wanted->shape) > 0 || IsEnumeration(wanted->symbol) ? kNoConversion
                                                                          : kRankUserDefined;
  }
  const bool points = PointersOf(value.shape) > 0;
  if (fit != kNoConversion) return WithConstant(fit, value.shape, wanted->shape, points);
  if (program_.TypeFlags(value.symbol) != 0) return kRankUnknown;
  return points || IsEnumeration(wanted->symbol) ? kNoConversion : kRankUserDefined;
}

int Evaluator::RankOfValue(const Resolution& value, const Resolution& parameter) const {
  const auto text = [&](Name name) {
    return name == Name::kEmpty || name == Name::kUnknown ? std::string_view()
                                                          : program_.names.Text(name);
  };
  if (const Entity* const instance = InstanceIn(value)) {
    const bool known = InstanceIn(parameter) != nullptr || ContainerIn(parameter) != nullptr ||
                       !text(parameter.foreign_type).empty();
    return known ? RankOfClass(*instance, parameter) : kRankUnknown;
  }
  const Entity* const wanted = InstanceIn(parameter);
  if (const Entity* const container = ContainerIn(value)) {
    const Entity* const other = ContainerIn(parameter);
    if (other == nullptr) return kRankUserDefined;
    const bool of_tuples = container->types != kNoIndex && other->types != kNoIndex;
    if (!container->SameThing(*other)) return of_tuples ? kRankUnknown : kNoConversion;
    return WithConstant(kRankExact, container->shape, other->shape, false);
  }
  if (!IsKnown(value)) return kRankUnknown;
  const bool unnumbered = value.foreign_type == Name::kUnknown;
  const std::string_view given = unnumbered ? kOtherType : text(value.foreign_type);
  const bool null = IsLiteralNull(value, given);
  const std::string_view number =
      PointersOf(value.foreign_shape) == 0 ? NumberNamed(given) : std::string_view();
  if (wanted != nullptr) {
    // A string of another character type.
    const std::uint8_t character = CharacterNamed(given);
    if (character != 0 && wanted->inner_shape != 0 && wanted->inner_shape != character) {
      return kNoConversion;
    }
    if (PointersOf(wanted->shape) > 0) {
      if (null) return kRankConversion;
      return number.empty() && PointersOf(value.foreign_shape) == 0 ? kRankUnknown : kNoConversion;
    }
    return IsEnumeration(wanted->symbol) ? kNoConversion : kRankUserDefined;
  }
  if (ContainerIn(parameter) != nullptr) return number.empty() ? kRankUserDefined : kNoConversion;
  const std::string_view named = text(parameter.foreign_type);
  if (named.empty()) return kRankUnknown;
  const int pointers = PointersOf(parameter.foreign_shape);
  if (pointers > 0) {
    if (null) return kRankConversion;
    if (!number.empty()) return kNoConversion;
    if (PointersOf(value.foreign_shape) == 0) return kRankUnknown;
    const bool same = given == named && PointersOf(value.foreign_shape) == pointers;
    const int fit = same                                  ? kRankExact
                    : named == kVoidType && pointers == 1 ? kRankVoidPointer
                                                          : kNoConversion;
    if (fit == kNoConversion) return kNoConversion;
    return WithConstant(fit, value.foreign_shape, parameter.foreign_shape, true);
  }
  const std::string_view wanted_number = NumberNamed(named);
  if (PointersOf(value.foreign_shape) > 0) {
    if (wanted_number.empty()) return kRankUserDefined;
    return wanted_number == "bool" ? kRankBoolean : kNoConversion;
  }
  if (!number.empty() && !wanted_number.empty()) {
    return WithConstant(RankOfNumber(number, wanted_number), value.foreign_shape,
                        parameter.foreign_shape, false);
  }
  if (given == named) {
    return WithConstant(kRankExact, value.foreign_shape, parameter.foreign_shape, false);
  }
  if (!number.empty() || !wanted_number.empty()) return kRankUserDefined;
  return kRankUnknown;
}

}  // namespace waymark::indexer
