// C and C++: binds declarations to their definitions. Both need the same space, name and kind, and
// then the same parameter list, or the same number of parameters, since types have several
// spellings.
#include <algorithm>
#include <map>

#include "resolve/link/link.h"

namespace waymark::indexer {
namespace {

using LinkPair = MultiTable<SymbolRef, SymbolRef>::Pair;

enum class Sort : std::uint8_t { kFunction, kType, kVariable, kOther };

Sort SortOf(const ModelDefinition& definition) {
  switch (definition.kind) {
    case SymbolKind::kFunction:
    case SymbolKind::kMethod:
      return definition.Has(kSymbolMacro) ? Sort::kOther : Sort::kFunction;
    case SymbolKind::kClass:
    case SymbolKind::kInterface:
    case SymbolKind::kType:
      return Sort::kType;
    case SymbolKind::kVar:
    case SymbolKind::kConst:
    case SymbolKind::kField:
      return definition.Has(kSymbolMacro) ? Sort::kOther : Sort::kVariable;
    default:
      return Sort::kOther;
  }
}

// Declarations of one name times its symbols. Beyond this none is linked.
constexpr std::size_t kMaxComparedDeclarations = 1 << 20;

class DeclarationLinker {
 public:
  explicit DeclarationLinker(const Program& program) : program_(program) {}

  // Links all symbols of one name in one space.
  void LinkGroup(std::span<const SymbolRef> group) {
    const auto declarations = std::count_if(
        group.begin(), group.end(), [this](SymbolRef symbol) { return IsDeclaration(symbol); });
    if (static_cast<std::size_t>(declarations) * group.size() > kMaxComparedDeclarations) return;
    for (const SymbolRef declaration : group) {
      if (IsDeclaration(declaration)) Link(declaration, group);
    }
  }

  std::vector<LinkPair> TakeLinks() { return std::move(links_); }

 private:
  // A static variable in a type's body is a declaration; its definition is outside.
  bool IsDeclaration(SymbolRef symbol) const {
    const ModelDefinition& definition = program_.Definition(symbol);
    if (definition.Has(kSymbolDeclaration)) return true;
    return SortOf(definition) == Sort::kVariable && definition.Has(kSymbolStatic) &&
           definition.owner == kNoIndex;
  }

  void Link(SymbolRef declaration, std::span<const SymbolRef> group) {
    const ModelDefinition& declared = program_.Definition(declaration);
    candidates_.clear();
    for (const SymbolRef symbol : group) {
      const ModelDefinition& definition = program_.Definition(symbol);
      const bool elsewhere = symbol.file != declaration.file;
      if (IsDeclaration(symbol) || SortOf(definition) != SortOf(declared)) continue;
      if (SortOf(declared) == Sort::kOther) continue;
      // A file-local definition does not define another file's declaration.
      if (elsewhere && IsFileLocal(symbol)) continue;
      candidates_.push_back(symbol);
    }
    const std::uint16_t flags = program_.files[declaration.file].model().file_flags;
    KeepSymbols([&](SymbolRef symbol) {
      return (program_.files[symbol.file].model().file_flags & kApartFlags & ~flags) == 0;
    });
    if (SortOf(declared) == Sort::kFunction) {
      Keep([&](const ModelDefinition& definition) {
        return definition.discriminator_hash == declared.discriminator_hash;
      });
      Keep([&](const ModelDefinition& definition) {
        return definition.parameter_count == declared.parameter_count;
      });
    }
    for (const SymbolRef symbol : candidates_) links_.push_back({declaration, symbol});
  }

  // Keeps the symbols that fit, or all if none fits.
  template <typename Fits>
  void KeepSymbols(Fits&& fits) {
    const auto misfit = [&](SymbolRef symbol) { return !fits(symbol); };
    if (std::all_of(candidates_.begin(), candidates_.end(), misfit)) return;
    std::erase_if(candidates_, misfit);
  }

  template <typename Fits>
  void Keep(Fits&& fits) {
    KeepSymbols([&](SymbolRef symbol) { return fits(program_.Definition(symbol)); });
  }

  // Members are as visible as their type, private or not.
  bool IsFileLocal(SymbolRef symbol) const {
    const ModelDefinition& definition = program_.Definition(symbol);
    return definition.owner == kNoIndex && SortOf(definition) != Sort::kType &&
           !definition.Has(kSymbolExported);
  }

  const Program& program_;
  std::vector<SymbolRef> candidates_;
  std::vector<LinkPair> links_;
};

// Adds declarations in a type's body that share the name of definitions outside it.
void AddDeclarationsInside(const Program& program, const SpaceName& key,
                           std::vector<SymbolRef>& group) {
  if (key.space.kind() != Space::Kind::kType || !program.HasType(key.space.index())) return;
  const SymbolRef type = program.TypeAt(key.space.index());
  const FileModel& model = program.files[type.file].model();
  const ScopeIndex inner = model.definitions[type.definition].inner_scope;
  if (inner == kNoIndex) return;
  for (const ScopeEntry& entry : model.Find(inner, key.name)) {
    if (entry.kind() == EntryKind::kDefinition) group.push_back({type.file, entry.index()});
  }
}

}  // namespace

void LinkDeclarations(Program& program) {
  DeclarationLinker linker(program);
  std::vector<SymbolRef> group;
  program.members.VisitKeys([&](std::span<const MemberPair> members) {
    group.clear();
    for (const MemberPair& member : members) group.push_back(member.value);
    AddDeclarationsInside(program, members[0].key, group);
    if (group.size() > 1) linker.LinkGroup(group);
  });
  program.definitions_of = MultiTable<SymbolRef, SymbolRef>(linker.TakeLinks());
}

void LinkDeclarationsOf(std::span<const SpaceName> keys, Program& program) {
  DeclarationLinker linker(program);
  std::vector<SymbolRef> group;
  std::map<SymbolRef, std::vector<SymbolRef>> definitions;
  for (const SpaceName& key : keys) {
    group.clear();
    for (const MemberPair& member : program.members.Find(key)) group.push_back(member.value);
    const bool any = !group.empty();
    AddDeclarationsInside(program, key, group);
    for (const SymbolRef symbol : group) definitions[symbol];
    if (any && group.size() > 1) linker.LinkGroup(group);
  }
  for (const LinkPair& link : linker.TakeLinks()) definitions[link.key].push_back(link.value);
  for (auto& [declaration, of] : definitions) {
    std::sort(of.begin(), of.end());
    program.definitions_of.Set(declaration, of);
  }
}

}  // namespace waymark::indexer
