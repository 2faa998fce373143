#include "facts/facts_draft.h"

#include <array>
#include <utility>

#include "text/characters.h"

namespace waymark::indexer {

namespace {

constexpr int kFieldSlots = 8;  // fields of a definition in word_counts_

enum WordCharClass : std::uint8_t { kOther = 0, kLetter = 1, kDigit = 2 };

constexpr std::array<std::uint8_t, 256> MakeWordCharClasses() {
  std::array<std::uint8_t, 256> classes{};
  for (int c = 0; c < 256; ++c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
    classes[static_cast<std::size_t>(c)] = letter                   ? kLetter
                                           : (c >= '0' && c <= '9') ? kDigit
                                                                    : kOther;
  }
  return classes;
}

constexpr std::array<std::uint8_t, 256> kWordCharClasses = MakeWordCharClasses();

std::uint8_t ClassOf(char c) { return kWordCharClasses[static_cast<unsigned char>(c)]; }

}  // namespace

void FactsDraft::Begin(std::string_view bytes) {
  words_.BeginFile(bytes);
  facts_ = FileFacts{};
  file_ = bytes;
  bytes_ = bytes;
  regions_ = nullptr;
  lines_.Reset(bytes);
  locals_.Clear();
  variables_.Clear();
  named_.Clear();
  nestings_.clear();
  binding_counts_.Clear();
  last_bindings_.Clear();
  expression_sites_.clear();
  texts_.clear();
  word_counts_.clear();
  kept_scopes_.clear();
  facts_.line_count = lines_.line_count();
}

void FactsDraft::Begin(std::string_view file, const SourceRegions& regions) {
  Begin(regions.text());
  file_ = file;
  regions_ = &regions;
  lines_.Reset(file);
  facts_.line_count = lines_.line_count();
}

ScopeIndex FactsDraft::AddScope(ScopeIndex parent, ScopeKind kind, DefinitionIndex definition) {
  const auto added = static_cast<ScopeIndex>(facts_.scopes.size());
  facts_.scopes.push_back({parent, kind, definition});
  const bool is_inside = parent != kNoIndex && IsLocal(parent) && IsLocal(added);
  nestings_.push_back(is_inside ? Nesting{nestings_[parent].function, nestings_[parent].depth + 1}
                                : Nesting{added, 0});
  return added;
}

void FactsDraft::AddFile() {
  Definition file;
  std::string_view whole = file_;
  while (whole.size() > 1 && IsSpace(whole.back())) whole.remove_suffix(1);
  const auto last = static_cast<std::uint32_t>(whole.empty() ? 0 : whole.size() - 1);
  file.range = {{1, 1}, whole.empty() ? Position{1, 1} : lines_.At(last)};
  file.name_position = {1, 1};
  file.inner_scope = AddScope(kNoIndex, ScopeKind::kFile, 0);
  AddDefinition(file);
}

DefinitionIndex FactsDraft::AddDefinition(const Definition& definition) {
  facts_.definitions.push_back(definition);
  word_counts_.resize(word_counts_.size() + kFieldSlots, 0);
  return static_cast<DefinitionIndex>(facts_.definitions.size() - 1);
}

ExpressionIndex FactsDraft::AddExpression(const Expression& expression, std::uint32_t site_byte) {
  facts_.expressions.push_back(expression);
  expression_sites_.push_back(site_byte);
  return static_cast<ExpressionIndex>(facts_.expressions.size() - 1);
}

void FactsDraft::AddReference(ReferenceRole role, ExpressionIndex expression, ScopeIndex scope,
                              DefinitionIndex owner, DefinitionIndex subject) {
  facts_.references.push_back(
      {role, expression, scope, owner, subject, PositionOf(expression_site(expression))});
}

void FactsDraft::MakeValues(std::size_t first) {
  for (std::size_t i = first; i < facts_.references.size(); ++i) {
    Reference& reference = facts_.references[i];
    const ExpressionIndex callee = facts_.expressions[reference.expression].operand;
    if (reference.role != ReferenceRole::kCall || callee == kNoIndex) continue;
    reference.role = ReferenceRole::kValue;
    reference.expression = callee;
  }
}

void FactsDraft::AddBinding(const Binding& binding) {
  if (IsLocal(binding.scope)) {
    const bool is_use =
        binding.kind == BindingKind::kUsing || binding.kind == BindingKind::kExportedAs;
    // A type parameter, like `infer U`, has only a name.
    const bool is_parameter = binding.kind == BindingKind::kParameter ||
                              (binding.kind == BindingKind::kAssigned && binding.value == kNoIndex);
    const bool names_type = (is_parameter && binding.scope == binding.value_scope) ||
                            binding.kind == BindingKind::kAlias ||
                            binding.kind == BindingKind::kUsing;
    MarkLocal(binding.scope, binding.name,
              kLocalBound | (is_use ? kLocalUse : 0u) | (names_type ? kLocalType : 0u));
  }
  std::uint32_t& count = binding_counts_.At(binding.scope, binding.name);
  // One binding without a value is as good as several.
  if (count >= kMaxBindingsPerName || (binding.value == kNoIndex && count > 0)) return;
  ++count;
  facts_.bindings.push_back(binding);
  last_bindings_.At(binding.scope, binding.name) =
      static_cast<std::uint32_t>(facts_.bindings.size());
}

const Binding* FactsDraft::LastBinding(ScopeIndex scope, Word name) const {
  const std::uint32_t* const last = last_bindings_.Find(scope, name);
  return last == nullptr ? nullptr : &facts_.bindings[*last - 1];
}

StringId FactsDraft::AddText(std::string text) {
  if (text.empty()) return 0;
  texts_.push_back(std::move(text));
  return kTextBit | static_cast<StringId>(texts_.size() - 1);
}

ScopeIndex FactsDraft::ScopeAssigned(ScopeIndex scope, Word name) const {
  const std::uint32_t* state = locals_.Find(scope, name);
  if (state == nullptr) return scope;
  if ((*state & kLocalGlobal) != 0) return 0;
  if ((*state & kLocalOuter) == 0) return scope;
  ScopeIndex innermost = kNoIndex;
  for (ScopeIndex at = facts_.scopes[scope].parent; at != 0; at = facts_.scopes[at].parent) {
    if (facts_.scopes[at].kind != ScopeKind::kFunction) continue;
    const std::uint32_t* around = locals_.Find(at, name);
    if (around != nullptr && (*around & kLocalBound) != 0) return at;
    const bool passes_on = around != nullptr && (*around & kLocalOuter) != 0;
    if (innermost == kNoIndex && !passes_on) innermost = at;
  }
  return innermost == kNoIndex ? scope : innermost;
}

void FactsDraft::MarkNamed(ScopeIndex scope, Word name) {
  if (!IsLocal(scope)) return;
  std::uint32_t& is_named = named_.At(nestings_[scope].function, name);
  if (is_named == 0 && LocalScope(scope, name) == kNoIndex) is_named = 1;
}

bool FactsDraft::IsNamed(ScopeIndex scope, Word name) const {
  const std::uint32_t* const is_named =
      IsLocal(scope) ? named_.Find(nestings_[scope].function, name) : nullptr;
  return is_named != nullptr && *is_named != 0;
}

ScopeIndex FactsDraft::BindingScope(ScopeIndex scope, Word name) const {
  for (; scope != 0; scope = facts_.scopes[scope].parent) {
    const std::uint32_t* state = locals_.Find(scope, name);
    if (state != nullptr && (*state & kLocalBound) != 0) return scope;
    const bool is_module = facts_.scopes[scope].kind == ScopeKind::kNamespace;
    if (is_module && variables_.Find(scope, name) != nullptr) return scope;
  }
  return variables_.Find(0, name) != nullptr ? 0 : kNoIndex;
}

ScopeIndex FactsDraft::LocalScope(ScopeIndex scope, Word name) const {
  for (;; scope = facts_.scopes[scope].parent) {
    const std::uint32_t* state = locals_.Find(scope, name);
    if (state != nullptr && (*state & kLocalBound) != 0) return scope;
    const Scope& at = facts_.scopes[scope];
    if (at.kind == ScopeKind::kType || at.kind == ScopeKind::kFile) return kNoIndex;
    const bool is_method = at.kind == ScopeKind::kFunction && at.definition != kNoIndex &&
                           (facts_.definitions[at.definition].flags & kSymbolLocal) == 0;
    if (is_method) return kNoIndex;
  }
}

void FactsDraft::CountWord(DefinitionIndex definition, Field field, Word word) {
  std::uint32_t& mark = words_.Mark(word);
  if (mark != 0) {
    TermCount& last = facts_.terms[mark - 1];
    if (last.definition == definition && last.field == field) {
      ++last.count;
      return;
    }
  }
  std::uint32_t& count =
      word_counts_[std::size_t{definition} * kFieldSlots + static_cast<std::size_t>(field)];
  if (count >= kMaxWordsPerField) return;
  ++count;
  facts_.terms.push_back({definition, field, word, 1});
  mark = static_cast<std::uint32_t>(facts_.terms.size());
}

void FactsDraft::CountText(DefinitionIndex definition, Field field, std::string_view text) {
  const std::size_t size = text.size();
  for (std::size_t i = 0; i < size;) {
    const char c = text[i];
    const std::uint8_t first = ClassOf(c);
    if (first == kOther) {
      i += c == '\\' ? 2 : 1;  // the letter of an escape is no part of a word
      continue;
    }
    const std::size_t begin = i;
    while (i < size && ClassOf(text[i]) != kOther) ++i;
    const std::size_t length = i - begin;
    if (first == kLetter && length >= kMinWordBytes && length <= kMaxWordBytes) {
      CountWord(definition, field, words_.Intern(text.substr(begin, length)));
    }
  }
}

SourceRange FactsDraft::RangeOf(std::uint32_t begin, std::uint32_t end) {
  while (end > begin + 1 && IsSpace(bytes_[end - 1])) --end;
  const Position first = PositionOf(begin);
  return {first, PositionOf(end > begin ? end - 1 : begin)};
}

ExpressionIndex AddUnion(FactsDraft& draft, ExpressionIndex first, ExpressionIndex second) {
  if (first == kNoIndex || second == kNoIndex) return first == kNoIndex ? second : first;
  return draft.AddExpression({ExpressionKind::kUnion, 0, 0, first, second},
                             draft.expression_site(first));
}

}  // namespace waymark::indexer
