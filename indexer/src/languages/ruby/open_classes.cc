// Open classes of Ruby: any number of places can open a type. They share one space by its qualified
// name, and one opening represents the type.
#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "languages/ruby/ruby_language.h"
#include "resolve/link/link.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kSeparator = "::";
constexpr int kMaxComponents = 64;  // of a written owner

std::string JoinedSpace(std::string_view scope, std::string_view name) {
  return scope.empty() ? std::string(name) : fmt::format("{}{}{}", scope, kSeparator, name);
}

// "A::B" of the expression A.B; empty for anything else.
std::string PathTextOf(const Program& program, const FileModel& model, ExpressionIndex index) {
  std::string text;
  for (int i = 0; index != kNoIndex && i < kMaxComponents; ++i) {
    const ModelExpression& expression = model.expressions[index];
    const bool named =
        expression.kind == ExpressionKind::kName || expression.kind == ExpressionKind::kMember;
    if (!named || expression.name == Name::kUnknown) return {};
    const std::string_view name = program.names.Text(expression.name);
    text = text.empty() ? std::string(name) : JoinedSpace(name, text);
    index = expression.operand;
  }
  return text;
}

std::string_view SpaceNameOf(const Program& program, Space space) {
  return program.names.Text(static_cast<Name>(space.index()));
}

// The qualified name of a written owner. Its first component is looked up in the enclosing scopes;
// the innermost scope with it decides.
std::string OwnerName(const Program& program, const ProgramFile& file, ScopeIndex scope,
                      std::string_view owner) {
  const std::string_view first = owner.substr(0, owner.find(kSeparator));
  for (; scope != 0 && scope != kNoIndex; scope = file.model().scopes[scope].parent) {
    if (!file.spaces[scope].exists()) continue;
    const std::string_view around = SpaceNameOf(program, file.spaces[scope]);
    const Name known = program.names.Find(JoinedSpace(around, first));
    const auto& names = program.open_type_names;
    if (std::binary_search(names.begin(), names.end(), known)) return JoinedSpace(around, owner);
  }
  return std::string(owner);
}

bool OpensType(const FileModel& model, const ModelDefinition& definition) {
  return definition.inner_scope != kNoIndex &&
         model.scopes[definition.inner_scope].kind == ScopeKind::kType;
}

// Best first: visible to production code, with a superclass, with members other than scopes.
auto PreferenceOf(const Program& program, SymbolRef symbol) {
  const FileModel& model = program.files[symbol.file].model();
  const ModelDefinition& definition = model.definitions[symbol.definition];
  bool derives = false;
  for (std::uint32_t i = 0; i < definition.bases_count; ++i) {
    derives |= model.bases[definition.bases_begin + i].relation == EdgeType::kExtends;
  }
  const bool apart = (model.file_flags & (kFileTest | kFileVendored | kFileExample)) != 0;
  return std::tuple(apart, !derives, definition.Has(kSymbolNamespaceOnly), symbol);
}

void CollectPartialDefinitions(
    const Program& program, FileIndex index,
    std::vector<MultiTable<Space, SymbolRef>::Pair>& partial_definitions) {
  const ProgramFile& file = program.files[index];
  for (DefinitionIndex i = 1; i < file.model().definitions.size(); ++i) {
    const ModelDefinition& definition = file.model().definitions[i];
    if (!OpensType(file.model(), definition)) continue;
    const Space space = file.spaces[definition.inner_scope];
    if (space.exists()) partial_definitions.push_back({space, {index, i}});
  }
}

// Names of types that need no lookup of an owner: the written scopes and qualifiers are complete.
void CollectPlainNames(const ProgramFile& file, std::vector<Name>& names) {
  const FileModel& model = file.model();
  std::vector<bool> is_plain(model.scopes.size());
  is_plain[0] = true;
  for (DefinitionIndex i = 1; i < model.definitions.size(); ++i) {
    const ModelDefinition& definition = model.definitions[i];
    const bool looked_up = definition.owner != kNoIndex && definition.scope != 0;
    if (!OpensType(model, definition) || looked_up || !is_plain[definition.scope]) continue;
    const Space space = file.spaces[definition.inner_scope];
    if (!space.exists()) continue;
    is_plain[definition.inner_scope] = true;
    names.push_back(static_cast<Name>(space.index()));
  }
}

void ChooseCanonical(Program& program,
                     std::vector<MultiTable<Space, SymbolRef>::Pair>& partial_definitions) {
  std::sort(partial_definitions.begin(), partial_definitions.end());
  for (auto first = partial_definitions.begin(); first != partial_definitions.end();) {
    auto last = first;
    SymbolRef head = first->value;
    for (; last != partial_definitions.end() && last->key == first->key; ++last) {
      if (PreferenceOf(program, last->value) < PreferenceOf(program, head)) head = last->value;
    }
    for (; first != last; ++first) SetCanonical(first->value, head, program);
  }
}

}  // namespace

// Parents precede their children, in definitions as in scopes.
void LinkOpenTypesOf(Program& program, ProgramFile& file) {
  const FileModel& model = file.model();
  file.spaces.assign(model.scopes.size(), Space());
  file.spaces[0] = Space::OpenType(Name::kEmpty);
  file.owner_spaces.clear();
  for (DefinitionIndex i = 1; i < model.definitions.size(); ++i) {
    const ModelDefinition& definition = model.definitions[i];
    Space around = file.spaces[definition.scope];
    if (!around.exists()) continue;
    if (definition.owner != kNoIndex) {
      const std::string owner = PathTextOf(program, model, definition.owner);
      if (owner.empty()) continue;
      around =
          Space::OpenType(program.names.Intern(OwnerName(program, file, definition.scope, owner)));
      file.owner_spaces.emplace_back(i, around);
    }
    if (!OpensType(model, definition)) continue;
    const std::string name =
        JoinedSpace(SpaceNameOf(program, around), program.names.Text(definition.name));
    file.spaces[definition.inner_scope] = Space::OpenType(program.names.Intern(name));
  }
}

// The existing types decide what written owners mean, and written owners decide which types exist.
// Only types known without owners are used, so that the order of lookups has no effect.
void LinkOpenTypes(Program& program) {
  const auto for_each_file = [&program](auto&& visit) {
    for (FileIndex i = 0; i < program.files.size(); ++i) {
      if (program.files[i].model().language == Language::kRuby) visit(i);
    }
  };
  std::vector<Name>& names = program.open_type_names;
  names.clear();
  for_each_file([&](FileIndex i) { CollectPlainNames(program.files[i], names); });
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::vector<MultiTable<Space, SymbolRef>::Pair> partial_definitions;
  for_each_file([&](FileIndex i) {
    LinkOpenTypesOf(program, program.files[i]);
    CollectPartialDefinitions(program, i, partial_definitions);
  });
  if (partial_definitions.empty()) return;
  ChooseCanonical(program, partial_definitions);
  program.partial_definitions = MultiTable<Space, SymbolRef>(std::move(partial_definitions));
}

}  // namespace waymark::indexer
