// Methods that external code may call because they override an external method.
#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "resolve/edges/file_resolver.h"

namespace waymark::indexer {

bool NamesItsBase(const ResolutionRules& rules, std::string_view name, std::string_view signature) {
  if (rules.override_word.empty()) return false;
  return signature.find(fmt::format(".{}", name)) != std::string_view::npos;
}

// External code calls a method that overrides an external one. An external reference of the
// method's own name records that.
void FileResolver::AddForeignOverrides() {
  const auto& definitions = program_.files[file_].model().definitions;
  const bool has_blocks = evaluator_.RulesOfFile(file_).overrides_in_blocks;
  for (DefinitionIndex i = 1; i < definitions.size(); ++i) {
    const SymbolKind kind = definitions[i].kind;
    // A block for a type from outside holds functions without a type.
    const bool is_item = kind == SymbolKind::kMethod ||
                         (has_blocks && (kind == SymbolKind::kFunction ||
                                         kind == SymbolKind::kType || kind == SymbolKind::kConst));
    const bool may = is_item && !overriding_.contains(i) && MayOverrideForeign(i);
    if (!may) continue;
    out_->unresolved.push_back({i,
                                program_.names.Text(definitions[i].name),
                                EdgeType::kOverrides,
                                UnresolvedReason::kExternal,
                                out_->facts.definitions[i].name_position,
                                {}});
  }
}

// Decided by a mark such as `override`, or, in languages without one, by an unknown base. An
// unmarked method may still implement an interface if external members commonly have its name.
bool FileResolver::MayOverrideForeign(DefinitionIndex index) {
  const ModelDefinition& method = DefinitionAt({file_, index});
  const ResolutionRules& rules = evaluator_.RulesOfFile(file_);
  if (method.Has(kSymbolConstructor)) return false;
  const Definition& written = out_->facts.definitions[index];
  if (rules.overrides_in_blocks) return written.discriminator != 0;
  const std::string_view signature = out_->facts.strings.at(written.signature);
  const bool names_base = NamesItsBase(rules, program_.names.Text(method.name), signature);
  if (method.Has(kSymbolStatic)) return names_base;
  if (marked_overrides_.contains(index)) return true;
  const SymbolRef parent = program_.CanonicalOf(program_.ParentOf({file_, index}));
  // An override of a virtual method of the repository has an edge.
  if (rules.overrides_need_virtual) {
    return program_.IsType(parent) && evaluator_.AskOverrides({file_, index}, parent);
  }
  const bool has_word =
      !rules.override_word.empty() && signature.find(rules.override_word) != std::string_view::npos;
  if (has_word) return true;
  if (names_base) return true;
  const bool is_seen =
      rules.may_override_unmarked == nullptr
          ? method.Has(kSymbolExported)
          : rules.may_override_unmarked(method, program_.names.Text(method.name), signature);
  if (!is_seen) return false;
  const bool is_known = program_.IsForeignMember(file_, method.name);
  // Types satisfy these interfaces without naming them.
  if (rules.may_satisfy_foreign != nullptr) {
    return is_known || rules.may_satisfy_foreign(program_.files[file_], out_->facts, signature);
  }
  if (!program_.IsType(parent)) return false;
  const std::span<const SymbolRef> lineage = program_.LineageOf(parent);
  const bool is_open = program_.TypeFlags(parent) != 0 ||
                       std::any_of(lineage.begin(), lineage.end(), [this](SymbolRef type) {
                         return program_.TypeFlags(type) != 0;
                       });
  if (!is_open) return false;
  return rules.may_override_unmarked != nullptr || is_known || MayAnswerInterface(parent);
}

// Whether an unmarked method of the type may implement an interface outside. Some languages never
// mark such methods; in others a type that marks one marks all.
bool FileResolver::MayAnswerInterface(SymbolRef type) const {
  const auto names_interface = evaluator_.RulesOfFile(file_).names_interface;
  if (names_interface == nullptr) return false;
  const bool is_marking =
      std::any_of(marked_overrides_.begin(), marked_overrides_.end(), [&](DefinitionIndex method) {
        return program_.CanonicalOf(program_.ParentOf({file_, method})) == type;
      });
  if (is_marking) return false;
  const FileModel& model = program_.files[type.file].model();
  const ModelDefinition& definition = model.definitions[type.definition];
  const std::span<const ResolvedBase> known = program_.BasesOf(type);
  for (std::uint32_t i = 0; i < definition.bases_count; ++i) {
    const std::uint32_t index = definition.bases_begin + i;
    const bool is_ours = std::any_of(known.begin(), known.end(), [index](const ResolvedBase& base) {
      return base.base == index;
    });
    if (is_ours) continue;
    if (names_interface(program_, program_.files[type.file], model.bases[index])) return true;
  }
  return false;
}

}  // namespace waymark::indexer
