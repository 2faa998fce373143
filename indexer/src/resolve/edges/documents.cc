// Documents: binds the names in their text to symbols of the code.
//
// A name is bound by name alone, over the definitions of all languages outside tests and examples.
// A path before the name has to agree with the names around the definition. Everything this depends
// on is part of the interface item of the name (file_interface.h): the definition and the names
// around it, never the bindings of other files. So an edit of code can only affect the files that
// mention a dirty name.
#include <algorithm>
#include <cctype>
#include <tuple>
#include <utility>

#include "documents/prose.h"
#include "resolve/edges/file_resolver.h"
#include "resolve/link/link.h"
#include "resolve/program/module_rules.h"
#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {
namespace {

constexpr std::size_t kMaxMeant = 4;         // a name with more symbols says nothing
constexpr std::size_t kMaxConsidered = 256;  // definitions of a name that are examined
constexpr int kMaxLevels = 64;               // names around a definition

void PrepareDocuments(Program& program, const ProjectFiles&) {
  for (FileIndex i = 0; i < program.files.size(); ++i) {
    if (std::as_const(program.files)[i].model().rules->modules != &kProseModuleRule) continue;
    program.files[i].prefix = program.names.Intern(program.paths.Path(i));
  }
}

ImportLink LinkDocument(const Program&, const ProjectFiles&, FileIndex, const ModelImport&) {
  return {};
}

// The names around a definition within its file, innermost first: its written owner, then the
// enclosing definitions.
std::vector<Name> NamesAround(const FileModel& model, const ModelDefinition& definition) {
  std::vector<Name> around;
  ExpressionIndex owner = definition.owner;
  for (int level = 0; owner != kNoIndex && level < kMaxLevels; ++level) {
    if (model.expressions[owner].name != Name::kEmpty) {
      around.push_back(model.expressions[owner].name);
    }
    owner = model.expressions[owner].operand;
  }
  ScopeIndex scope = definition.scope;
  for (int level = 0; scope != kNoIndex && level < kMaxLevels; ++level) {
    const DefinitionIndex encloses = model.scopes[scope].definition;
    if (encloses != kNoIndex && encloses != 0) around.push_back(model.definitions[encloses].name);
    scope = model.scopes[scope].parent;
  }
  return around;
}

// Prose often calls an object by the name of its type: `request` for `Request`, `url_map` for
// `UrlMap`.
bool IsSameWord(std::string_view written, std::string_view name) {
  const auto next = [](std::string_view text, std::size_t& at) {
    while (at < text.size() && text[at] == '_') ++at;
    return at < text.size() ? std::tolower(static_cast<unsigned char>(text[at++])) : 0;
  };
  std::size_t i = 0;
  std::size_t j = 0;
  for (;;) {
    const int a = next(written, i);
    if (a != next(name, j)) return false;
    if (a == 0) return true;
  }
}

// Removes the last component of a path, without its extension.
std::string_view TakeComponent(std::string_view& path, bool is_file) {
  const std::size_t slash = path.rfind('/');
  std::string_view component = path.substr(slash + 1);
  path = slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
  return is_file ? component.substr(0, component.rfind('.')) : component;
}

}  // namespace

const ModuleRule kProseModuleRule = {
    .prepare = PrepareDocuments, .link = LinkDocument, .found_by_path = true};

bool CanBeDocumented(const FileModel& model, const ModelDefinition& definition, Name by_default) {
  constexpr std::uint16_t kAside = kFileTest | kFileExample;
  if ((model.file_flags & kAside) != 0 || definition.Has(kSymbolTest)) return false;
  return CanBeNamed(model, definition, by_default);
}

bool CanBeNamed(const FileModel& model, const ModelDefinition& definition, Name by_default) {
  if (!IsCode(model.language) || definition.Has(kSymbolLocal)) return false;
  if (definition.name == Name::kEmpty || definition.name == by_default) return false;
  const ScopeIndex inner = definition.inner_scope;
  return inner == kNoIndex || model.scopes[inner].kind != ScopeKind::kNamespace;
}

// Whether the qualifiers of a name, last one first, match the definition. The last must be the
// owner's name, or the file's or package's if there is no owner. The others must occur in order
// among the names around it.
bool FileResolver::Agrees(std::span<const std::string_view> qualifiers, SymbolRef symbol,
                          std::span<const Name> around) const {
  if (qualifiers.empty()) return true;
  const FileModel& model = program_.files[symbol.file].model();
  std::vector<std::string_view> chain;
  for (const Name name : around) chain.push_back(program_.names.Text(name));
  if (!chain.empty() && !IsSameWord(qualifiers[0], chain[0])) return false;
  if (model.package_clause != Name::kEmpty) {
    chain.push_back(program_.names.Text(model.package_clause));
  }
  std::string_view path = program_.paths.Path(symbol.file);
  for (bool is_file = true; !path.empty(); is_file = false) {
    chain.push_back(TakeComponent(path, is_file));
  }
  auto at = chain.begin();
  for (const std::string_view qualifier : qualifiers) {
    while (at != chain.end() && !IsSameWord(qualifier, *at)) ++at;
    if (at == chain.end()) return false;
    ++at;
  }
  return true;
}

// Folds declarations into their definition, and definitions with equal names around them in one
// file into the first: overloads, accessors, branches. The order only groups equal entries.
void FileResolver::FoldMeant(std::vector<Documented>& meant) const {
  const auto is_declaration = [this](const Documented& one) {
    return DefinitionAt(one.symbol).Has(kSymbolDeclaration);
  };
  std::stable_sort(meant.begin(), meant.end(), [&](const Documented& a, const Documented& b) {
    return std::tuple(a.around, is_declaration(a), a.symbol) <
           std::tuple(b.around, is_declaration(b), b.symbol);
  });
  std::vector<Documented> kept;
  for (Documented& one : meant) {
    const bool is_repeated = !kept.empty() && kept.back().around == one.around &&
                             (is_declaration(one) || kept.back().symbol.file == one.symbol.file);
    if (!is_repeated) kept.push_back(std::move(one));
  }
  meant = std::move(kept);
}

void FileResolver::AddDocumented(const Reference& reference) {
  std::vector<std::string_view> qualifiers;
  for (ExpressionIndex at = At(reference.expression).operand; at != kNoIndex; at = At(at).operand) {
    qualifiers.push_back(out_->facts.strings.at(At(at).name));
  }
  const Name name = program_.names.Find(NameOf(reference.expression));
  if (name == Name::kUnknown) return;
  // `name` alone can mean anything; `max_age` and `Cookie.name` can mean a field.
  const bool tells_fields = !qualifiers.empty() || IsCompoundName(program_.names.Text(name));
  const auto named = program_.methods.Find({kDocumentedNames, name});
  if (named.size() > kMaxConsidered) return;
  std::vector<Documented> meant;
  for (const auto& pair : named) {
    const FileModel& model = program_.files[pair.value.file].model();
    const bool vendored = (model.file_flags & kFileVendored) != 0;
    if (vendored && program_.IsApart(file_, pair.value.file)) continue;
    if (!tells_fields && DefinitionAt(pair.value).kind == SymbolKind::kField) continue;
    std::vector<Name> around = NamesAround(model, DefinitionAt(pair.value));
    if (Agrees(qualifiers, pair.value, around)) meant.push_back({pair.value, std::move(around)});
  }
  FoldMeant(meant);
  if (meant.size() > kMaxMeant) return;
  const EdgeRule rule = meant.size() == 1 ? EdgeRule::kProseMention : EdgeRule::kCandidate;
  for (const Documented& one : meant) {
    AddEdge(reference.owner, one.symbol, EdgeType::kDocuments, rule, reference.site);
  }
}

void FileResolver::AddDocuments() {
  // Documents that a test reads are no documentation.
  if (program_.files[file_].model().IsTest()) return;
  for (const Reference& reference : out_->facts.references) AddDocumented(reference);
}

}  // namespace waymark::indexer
