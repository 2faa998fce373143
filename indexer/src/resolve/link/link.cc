#include "resolve/link/link.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <utility>

#include "extract/expressions/function_shape.h"
#include "resolve/program/method_sets.h"
#include "resolve/program/module_rules.h"
#include "resolve/rules/builtin_types.h"
#include "resolve/rules/resolution_rules.h"
#include "resources/parallel.h"

namespace waymark::indexer {
namespace {

// Room for types that an edit adds to a file, so that types of other files keep their numbers.
std::uint32_t RoomFor(std::size_t types) {
  return static_cast<std::uint32_t>(types + types / 4 + 4);
}

std::vector<Name> InternWords(std::string_view words, NameTable& names) {
  std::vector<Name> out;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    out.push_back(names.Intern(words.substr(0, end)));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  std::sort(out.begin(), out.end());
  return out;
}

// Overload resolution must not depend on which of these names a header mentions.
void InternOwnTypes(const ResolutionRules& rules, NameTable& names) {
  const BuiltinTypes& types = *rules.builtin_types;
  for (const Box& box : types.values) {
    names.Intern(box.value);
    names.Intern(box.type);
  }
  for (const std::string_view name : {types.text, types.text_again, kArrayTypeName, kNull}) {
    names.Intern(name);
  }
  for (const KnownMembers& row : rules.known_members) {
    InternWords(row.members, names);
    names.Intern(row.type);
    names.Intern(row.gives.substr(0, row.gives.find('[')));
  }
  for (const std::string& name : NamesOfFunctions()) names.Intern(name);
}

// One function may run in the place of another that nothing declares.
void InternOperators(const OperatorRules& rules, NameTable& names) {
  if (rules.search != OperatorSearch::kInObject) return;
  for (const OperatorFunction& row : rules.functions) names.Intern(row.name);
  for (const FunctionRun& row : rules.by_functions) names.Intern(row.function);
}

// Interns the known names of a language.
KnownNames InternKnownNames(const ResolutionRules& rules, NameTable& names) {
  for (const GenericName& generic : rules.generics) names.Intern(generic.name);
  if (!rules.unnamed_type.empty()) names.Intern(rules.unnamed_type);
  if (rules.builtin_types != nullptr) InternOwnTypes(rules, names);
  if (rules.operators != nullptr) InternOperators(*rules.operators, names);
  KnownNames known;
  known.predeclared = InternWords(rules.predeclared, names);
  known.foreign_members = InternWords(rules.foreign_members, names);
  for (const MemberWords& row : rules.member_words) {
    known.members[static_cast<std::size_t>(row.use)] = InternWords(row.words, names);
  }
  known.outside_interfaces = InternOutsideInterfaces(rules, names);
  return known;
}

void PrepareLanguages(const ProjectFiles& project, Program& program) {
  std::set<Language> present;
  for (FileIndex i = 0; i < program.files.size(); ++i) {
    present.insert(std::as_const(program).files[i].model().language);
  }
  auto& prepared = program.module_rules;
  for (const Language language : present) {
    const ModuleRule* rule = RulesOf(language).modules;
    if (std::find(prepared.begin(), prepared.end(), rule) == prepared.end()) {
      if (rule->prepare != nullptr) rule->prepare(program, project);
      prepared.push_back(rule);
    }
    program.known_names[static_cast<std::size_t>(language)] =
        InternKnownNames(RulesOf(language), program.names);
  }
  if (project.owners != nullptr) {
    program.owners = project.owners;
    program.owners_file = program.paths.File(project.owners->path).value_or(kNoIndex);
  }
  // Positions in tuples are names, whether or not a header mentions them.
  for (const char& digit : std::string_view("0123456789")) {
    program.names.Intern({&digit, 1});
    program.names.Intern(std::string{kSliceKey, digit});
    program.names.Intern(std::string{'-', digit});
  }
  program.names.Intern(kIterationKey);
}

// Runs after the imports of all files.
void LinkSharedImports(const ProjectFiles& project, Program& program) {
  for (const ModuleRule* rule : program.module_rules) {
    if (rule->share_imports != nullptr) rule->share_imports(program, project);
  }
  auto& shared = program.shared_imports;
  std::erase_if(shared, [](const SharedImport& import) {
    return import.target.kind != TargetKind::kPackage && import.target.kind != TargetKind::kType;
  });
  std::sort(shared.begin(), shared.end());
  shared.erase(std::unique(shared.begin(), shared.end()), shared.end());
}

void LinkImports(const ProjectFiles& project, unsigned threads, Program& program) {
  ParallelFor(threads, program.files.size(), [&](unsigned, std::size_t i) {
    LinkImportsOf(project, static_cast<FileIndex>(i), program);
  });
}

// `class Outer::Inner {...};`: members of Inner find their owner only after Inner has its own, at
// each level of nesting.
void LinkTypeOwners(std::span<const FileIndex> files, unsigned threads, Program& program) {
  std::size_t owned = 0;
  for (std::size_t now = LinkOwners(files, Owned::kTypes, threads, program); now > owned;
       now = LinkOwners(files, Owned::kTypes, threads, program)) {
    owned = now;
    CollectMembers(program);
    LinkDeclarations(program);
  }
}

// Runs after LinkOwners: a function defined outside its type is a method of it.
void LinkNames(Program& program) {
  FileNames names;
  std::vector<NamePair> extensions;
  for (FileIndex i = 0; i < program.files.size(); ++i) {
    CollectNamesOf(program, i, names);
    CollectExtensionsOf(program, i, extensions);
  }
  program.methods = MultiTable<GroupName, SymbolRef>(std::move(names.methods));
  program.types = MultiTable<GroupName, SymbolRef>(std::move(names.types));
  program.member_names = MultiTable<GroupName, FileIndex>(std::move(names.members));
  program.call_arguments = MultiTable<Name, SymbolRef>(std::move(names.call_arguments));
  program.extensions = MultiTable<GroupName, SymbolRef>(std::move(extensions));
}

// Whether a call that looks like a method call may run the value of this field.
bool MayHoldMethod(const FileModel& model, const ModelDefinition& field) {
  const bool holds = model.rules->fields_hold_methods;
  if (!holds || field.kind != SymbolKind::kField || field.declared_type == kNoIndex) return false;
  const ModelExpression* type = &model.expressions[field.declared_type];
  if (type->kind == ExpressionKind::kIndex) type = &model.expressions[type->operand];
  return type->kind != ExpressionKind::kLiteral;
}

// Whether users of the module may reach the definition as a member. A variable that is no constant
// mostly has a name that members of other things have too.
bool MayBeReachedInModule(const FileModel& model, const ModelDefinition& definition) {
  if (!model.rules->modules_are_values) return false;
  if (!model.rules->default_export.empty() && !definition.Has(kSymbolExported)) return false;
  return definition.IsCallable() || definition.kind == SymbolKind::kClass ||
         definition.kind == SymbolKind::kConst;
}

void ListUsers(Program& program) {
  std::vector<MultiTable<FileKey, FileIndex>::Pair> users;
  for (FileIndex i = 0; i < program.files.size(); ++i) {
    for (const FileIndex used : UsedBy(program, i)) users.push_back({{used}, i});
  }
  program.users = MultiTable<FileKey, FileIndex>(std::move(users));
}

}  // namespace

void SetCanonical(SymbolRef type, SymbolRef head, Program& program) {
  ProgramFile& file = program.files[type.file];
  file.canonical.resize(file.types.size());
  file.canonical[program.Definition(type).type_number] = head;
  program.has_partial_types = true;
}

void NumberSymbols(Program& program) {
  std::uint32_t symbols = 0;
  program.first_symbols.clear();
  for (FileIndex i = 0; i < program.files.size(); ++i) {
    program.first_symbols.push_back(symbols);
    symbols +=
        static_cast<std::uint32_t>(std::as_const(program).files[i].model().definitions.size());
  }
  program.first_symbols.push_back(symbols);
}

void ListTypesOf(ProgramFile& file) {
  const auto& definitions = file.model().definitions;
  for (DefinitionIndex i = 1; i < definitions.size(); ++i) {
    if (definitions[i].type_number != kNoIndex) file.types.push_back(i);
  }
}

void LinkImportsOf(const ProjectFiles& project, FileIndex index, Program& program) {
  ProgramFile& file = program.files[index];
  const ModuleRule* rule = file.model().rules->modules;
  if (rule->link == nullptr) return;
  file.imports.reserve(file.model().imports.size());
  for (const ModelImport& import : file.model().imports) {
    file.imports.push_back(rule->link(program, project, index, import));
  }
  if (rule->bind_unnamed != nullptr) rule->bind_unnamed(program, file);
}

void CollectExtensionsOf(const Program& program, FileIndex file,
                         std::vector<NamePair>& extensions) {
  const FileModel& model = program.files[file].model();
  for (DefinitionIndex d = 1; d < model.definitions.size(); ++d) {
    const ModelDefinition& definition = model.definitions[d];
    if (!definition.Has(kSymbolExtension)) continue;
    extensions.push_back({{NameGroupOf(model.language), definition.name}, {file, d}});
  }
}

void CollectNamesOf(const Program& program, FileIndex index, FileNames& names) {
  const FileModel& model = program.files[index].model();
  const std::size_t members_begin = names.members.size();
  const std::string_view exported = model.rules->default_export;
  const Name by_default = exported.empty() ? Name::kUnknown : program.names.Find(exported);
  for (DefinitionIndex d = 1; d < model.definitions.size(); ++d) {
    const ModelDefinition& definition = model.definitions[d];
    const bool member = program.IsType(program.ParentOf({index, d}));
    const bool is_local = definition.Has(kSymbolLocal);
    if (is_local && member) {  // a member of a local type, whose values may be elsewhere
      names.members.push_back({{NameGroupOf(model.language), definition.name}, index});
    }
    if (is_local) continue;
    const bool owned = definition.kind == SymbolKind::kFunction && member;
    const GroupName key{NameGroupOf(model.language), definition.name};
    const bool of_module = definition.scope == 0 && MayBeReachedInModule(model, definition);
    // A member of a type that a macro makes, or of an external type.
    const bool of_unknown = model.rules->overrides_in_blocks && definition.owner != kNoIndex &&
                            !member && definition.IsCallable();
    if (member || of_module || of_unknown) names.members.push_back({key, index});
    if (definition.kind == SymbolKind::kMethod || owned || of_unknown ||
        (member && MayHoldMethod(model, definition))) {
      names.methods.push_back({key, {index, d}});
    }
    if (program.IsType({index, d})) names.types.push_back({key, {index, d}});
    if (CanBeNamed(model, definition, by_default)) {
      const bool documented = CanBeDocumented(model, definition, by_default);
      const NameGroup others = documented ? kDocumentedNames : kOtherNames;
      names.methods.push_back({{others, definition.name}, {index, d}});
    }
  }
  for (std::uint32_t i = 0; i < model.bindings.size(); ++i) {
    const ModelBinding& binding = model.bindings[i];
    const bool is_given =
        binding.kind == BindingKind::kCallArguments || binding.kind == BindingKind::kStored;
    if (is_given) names.call_arguments.push_back({binding.name, {index, i}});
  }
  const auto begin = names.members.begin() + static_cast<std::ptrdiff_t>(members_begin);
  std::sort(begin, names.members.end());
  names.members.erase(std::unique(begin, names.members.end()), names.members.end());
}

void LinkProgram(std::vector<std::string> paths,
                 std::vector<std::shared_ptr<const FileModel>> models, const ProjectFiles& project,
                 unsigned threads, Program& program) {
  program.paths = PathIndex(std::move(paths));
  std::vector<FileIndex> all;
  TypeIndex types = 0;
  for (std::shared_ptr<const FileModel>& model : models) {
    ProgramFile file;
    file.shared_model = std::move(model);
    ListTypesOf(file);
    program.first_types.push_back(types);
    types += RoomFor(file.types.size());
    all.push_back(static_cast<FileIndex>(all.size()));
    program.files.Add(std::move(file));
  }
  program.first_types.push_back(types);
  NumberSymbols(program);
  PrepareLanguages(project, program);
  LinkSpaces(program);
  LinkImports(project, threads, program);  // import targets are in spaces
  LinkSharedImports(project, program);
  LinkDeclarations(program);  // owners are types, found through their declarations
  LinkTypeOwners(all, threads, program);
  program.members_of_types = program.members;
  program.definitions_of_types = program.definitions_of;
  LinkOwners(all, Owned::kAll, threads, program);
  CollectMembers(program);
  LinkDeclarations(program);
  LinkNames(program);
  LinkBases(all, threads, program);
  LinkSatisfied(program);
  ListUsers(program);
}

void ReplaceModel(Program& program, FileIndex file, std::shared_ptr<const FileModel> model) {
  ProgramFile& changed = program.files[file];
  changed.shared_model = std::move(model);
  changed.spaces.clear();
  LinkSpacesOf(program, changed);
}

}  // namespace waymark::indexer
