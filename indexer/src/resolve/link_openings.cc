// Types that any number of places can open: they share one space by qualified name, and one of the
// openings stands for the type.
#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "resolve/link.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kSeparator = "::";
constexpr int kMaxComponents = 64;  // of a written owner

std::string Joined(std::string_view scope, std::string_view name) {
  return scope.empty() ? std::string(name) : fmt::format("{}{}{}", scope, kSeparator, name);
}

// "A::B" of the expression A.B; empty when it is anything else.
std::string TextOf(const Program& program, const FileModel& model, ExpressionIndex index) {
  std::string text;
  for (int i = 0; index != kNoIndex && i < kMaxComponents; ++i) {
    const ModelExpression& expression = model.expressions[index];
    const bool named =
        expression.kind == ExpressionKind::kName || expression.kind == ExpressionKind::kMember;
    if (!named || expression.name == Name::kUnknown) return {};
    const std::string_view name = program.names.Text(expression.name);
    text = text.empty() ? std::string(name) : Joined(name, text);
    index = expression.operand;
  }
  return text;
}

// The qualified name of a written owner: of the scopes around it, the innermost in which its first
// component is known.
std::string OwnerName(const Program& program, std::string_view scope, std::string_view owner) {
  const std::string_view first = owner.substr(0, owner.find(kSeparator));
  for (;;) {
    const Name known = program.names.Find(Joined(scope, first));
    const auto& names = program.open_type_names;
    if (std::binary_search(names.begin(), names.end(), known)) return Joined(scope, owner);
    if (scope.empty()) return std::string(owner);
    const std::size_t end = scope.rfind(kSeparator);
    scope = end == std::string_view::npos ? std::string_view() : scope.substr(0, end);
  }
}

bool OpensType(const FileModel& model, const ModelDefinition& definition) {
  return definition.inner_scope != kNoIndex &&
         model.scopes[definition.inner_scope].kind == ScopeKind::kType;
}

// Best first: what production code sees, what names a superclass, what holds more than scopes.
auto StandingOf(const Program& program, SymbolRef symbol) {
  const FileModel& model = program.files[symbol.file].model();
  const ModelDefinition& definition = model.definitions[symbol.definition];
  bool derives = false;
  for (std::uint32_t i = 0; i < definition.bases_count; ++i) {
    derives |= model.bases[definition.bases_begin + i].relation == EdgeType::kExtends;
  }
  const bool apart = (model.file_flags & (kFileTest | kFileVendored | kFileExample)) != 0;
  return std::tuple(apart, !derives, definition.Has(kSymbolNamespaceOnly), symbol);
}

void CollectOpenings(const Program& program, FileIndex index,
                     std::vector<MultiTable<Space, SymbolRef>::Pair>& openings) {
  const ProgramFile& file = program.files[index];
  if (FamilyOf(file.model().language) != Family::kRuby) return;
  for (DefinitionIndex i = 1; i < file.model().definitions.size(); ++i) {
    const ModelDefinition& definition = file.model().definitions[i];
    if (!OpensType(file.model(), definition)) continue;
    const Space space = file.spaces[definition.inner_scope];
    if (space.exists()) openings.push_back({space, {index, i}});
  }
}

void ChooseHeads(Program& program, std::vector<MultiTable<Space, SymbolRef>::Pair>& openings) {
  std::sort(openings.begin(), openings.end());
  for (auto first = openings.begin(); first != openings.end();) {
    auto last = first;
    SymbolRef head = first->value;
    for (; last != openings.end() && last->key == first->key; ++last) {
      if (StandingOf(program, last->value) < StandingOf(program, head)) head = last->value;
    }
    for (; first != last; ++first) SetHead(first->value, head, program);
  }
}

}  // namespace

// Parents come before their children, in definitions as in scopes.
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
      const std::string owner = TextOf(program, model, definition.owner);
      if (owner.empty()) continue;
      const std::string_view scope = program.names.Text(static_cast<Name>(around.index()));
      around = Space::OpenType(program.names.Intern(OwnerName(program, scope, owner)));
      file.owner_spaces.emplace_back(i, around);
    }
    if (!OpensType(model, definition)) continue;
    const std::string_view scope = program.names.Text(static_cast<Name>(around.index()));
    const std::string name = Joined(scope, program.names.Text(definition.name));
    file.spaces[definition.inner_scope] = Space::OpenType(program.names.Intern(name));
  }
}

// Which types there are decides what written owners mean, and that which types there are: the
// second round sees what the first one found.
void LinkOpenTypes(Program& program) {
  std::vector<MultiTable<Space, SymbolRef>::Pair> openings;
  constexpr int kRounds = 2;
  for (int round = 0; round < kRounds; ++round) {
    openings.clear();
    for (FileIndex i = 0; i < program.files.size(); ++i) {
      ProgramFile& file = program.files[i];
      if (FamilyOf(file.model().language) != Family::kRuby) continue;
      LinkOpenTypesOf(program, file);
      CollectOpenings(program, i, openings);
    }
    if (openings.empty()) return;
    auto& names = program.open_type_names;
    names.clear();
    for (const auto& pair : openings) names.push_back(static_cast<Name>(pair.key.index()));
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
  }
  ChooseHeads(program, openings);
  program.openings = MultiTable<Space, SymbolRef>(std::move(openings));
}

}  // namespace waymark::indexer
