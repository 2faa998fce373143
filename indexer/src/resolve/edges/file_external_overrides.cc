// Methods that something outside the repository may call: what they override lies there.
#include <algorithm>
#include <span>
#include <string_view>

#include "resolve/edges/file_resolver.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

// How a language tells that a method overrides another one, besides ResolutionRules::override_word.
struct OverrideMark {
  Family family;
  std::string_view annotation = {};
  bool is_unmarked = false;  // nothing tells
};

constexpr OverrideMark kOverrideMarks[] = {
    {.family = Family::kPython, .is_unmarked = true},
    {.family = Family::kScript, .is_unmarked = true},
    {.family = Family::kRuby, .is_unmarked = true},
    {.family = Family::kJava, .annotation = "Override"},
};

constexpr int kMaxBaseExpressionDepth = 8;  // of the expression of a base

OverrideMark MarkOf(Family family) {
  for (const OverrideMark& mark : kOverrideMarks) {
    if (mark.family == family) return mark;
  }
  return {family};
}

}  // namespace

// A method that overrides something outside the repository is called where nobody sees it: an
// external reference of its own name says so.
void FileResolver::AddForeignOverrides() {
  const auto& definitions = program_.files[file_].model().definitions;
  for (DefinitionIndex i = 1; i < definitions.size(); ++i) {
    const bool may = definitions[i].kind == SymbolKind::kMethod && !overriding_.contains(i) &&
                     MayOverrideForeign(i);
    if (!may) continue;
    out_->unresolved.push_back({i,
                                program_.names.Text(definitions[i].name),
                                EdgeType::kOverrides,
                                UnresolvedReason::kExternal,
                                out_->facts.definitions[i].name_position,
                                {}});
  }
}

// By a mark, or, where the language has none, by a base that nobody knows. What is not marked may
// still be what an interface asks for, when members from outside commonly have its name.
bool FileResolver::MayOverrideForeign(DefinitionIndex index) {
  const ModelDefinition& method = DefinitionAt({file_, index});
  const ResolutionRules& rules = evaluator_.RulesOfFile(file_);
  if (method.Has(kSymbolStatic) || method.Has(kSymbolConstructor)) return false;
  if (marked_overrides_.contains(index)) return true;
  const SymbolRef parent = program_.HeadOf(program_.ParentOf({file_, index}));
  // What is virtual in a base of the repository has an edge.
  if (rules.family == Family::kC) {
    return program_.IsType(parent) && evaluator_.AskOverrides({file_, index}, parent);
  }
  const Definition& written = out_->facts.definitions[index];
  if (rules.overrides_in_blocks) return written.discriminator != 0;
  const std::string_view signature = out_->facts.strings.at(written.signature);
  const bool has_word =
      !rules.override_word.empty() && signature.find(rules.override_word) != std::string_view::npos;
  if (has_word) return true;
  if (!method.Has(kSymbolExported)) return false;
  const bool is_known = program_.IsForeignMember(rules.family, method.name);
  // Interfaces are satisfied without being named.
  if (rules.family == Family::kGo) return is_known || MaySatisfyForeign(signature);
  if (!program_.IsType(parent)) return false;
  const std::span<const SymbolRef> lineage = program_.LineageOf(parent);
  const bool is_open = program_.TypeFlags(parent) != 0 ||
                       std::any_of(lineage.begin(), lineage.end(), [this](SymbolRef type) {
                         return program_.TypeFlags(type) != 0;
                       });
  if (!is_open) return false;
  return MarkOf(rules.family).is_unmarked || is_known || MayAnswerInterface(parent);
}

// What implements an interface need not say so: in C# it never does, in Java no method of the type
// does then.
bool FileResolver::MayAnswerInterface(SymbolRef type) const {
  const Family family = FamilyOf(program_.files[file_].model().language);
  if (family != Family::kCSharp && family != Family::kJava) return false;
  const bool is_marking =
      std::any_of(marked_overrides_.begin(), marked_overrides_.end(), [&](DefinitionIndex method) {
        return program_.HeadOf(program_.ParentOf({file_, method})) == type;
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
    if (family == Family::kJava && model.bases[index].relation == EdgeType::kImplements)
      return true;
    const ExpressionIndex named = model.bases[index].type;
    if (family == Family::kCSharp && NamesInterface(model, named)) return true;
  }
  return false;
}

// IEnumerable<T>: by the convention of the language.
bool FileResolver::NamesInterface(const FileModel& model, ExpressionIndex type) const {
  for (int depth = 0; type != kNoIndex && depth < kMaxBaseExpressionDepth; ++depth) {
    const ModelExpression& expression = model.expressions[type];
    if (expression.kind == ExpressionKind::kName || expression.kind == ExpressionKind::kMember) {
      const std::string_view name = program_.names.Text(expression.name);
      return name.size() > 1 && name[0] == 'I' && name[1] >= 'A' && name[1] <= 'Z';
    }
    type = expression.operand;
  }
  return false;
}

// Whether a method of Go can be one of an interface outside: all types it names lie there, and one
// does, or the file uses a package of others, which its objects may get to.
bool FileResolver::MaySatisfyForeign(std::string_view signature) const {
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
      if (IsOwnPackage(word)) return false;
      names_foreign = true;
    } else if (before != '.' && before != ')' && word[0] >= 'A' && word[0] <= 'Z') {
      return false;  // a type of the own package
    }
    before = ' ';
  }
  return names_foreign || UsesPackagesOfOthers();
}

// Whether an import of the file by that name leads into the repository.
bool FileResolver::IsOwnPackage(std::string_view name) const {
  const auto& links = program_.files[file_].imports;
  for (std::uint32_t i = 0; i < links.size(); ++i) {
    const Import& import = out_->facts.imports[i];
    const std::string_view path = out_->facts.strings.at(import.module);
    const std::string_view alias = out_->facts.strings.at(import.alias);
    const bool is_named = alias.empty() ? path.substr(path.rfind('/') + 1) == name : alias == name;
    if (is_named && links[i].module.kind != TargetKind::kExternal) return true;
  }
  return false;
}

// Those of the standard library have no dot in the first part of their path.
bool FileResolver::UsesPackagesOfOthers() const {
  const auto& links = program_.files[file_].imports;
  for (std::uint32_t i = 0; i < links.size(); ++i) {
    if (links[i].module.kind != TargetKind::kExternal) continue;
    const std::string_view path = out_->facts.strings.at(out_->facts.imports[i].module);
    if (path.substr(0, path.find('/')).find('.') != std::string_view::npos) return true;
  }
  return false;
}

bool FileResolver::TellsOverride(std::string_view annotation) const {
  const std::string_view mark = MarkOf(evaluator_.RulesOfFile(file_).family).annotation;
  return !mark.empty() && annotation == mark;
}

}  // namespace waymark::indexer
