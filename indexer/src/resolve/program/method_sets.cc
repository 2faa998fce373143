#include "resolve/program/method_sets.h"

#include <algorithm>
#include <set>
#include <string>

#include <fmt/format.h>

#include "text/characters.h"
#include "text/sort_unique.h"

namespace waymark::indexer {
namespace {

std::string SetOf(std::string_view module, std::string_view name) {
  return module.empty() ? std::string(name) : fmt::format("{}.{}", module, name);
}

std::string_view LastOfModule(std::string_view module) {
  return module.substr(module.rfind('/') + 1);
}

// The parts of a list that ";" separates outside of brackets.
std::vector<std::string_view> MethodsOrTypesIn(std::string_view list) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= list.size(); ++i) {
    const char c = i == list.size() ? ';' : list[i];
    if (c == '(' || c == '{' || c == '[') ++depth;
    if (c == ')' || c == '}' || c == ']') --depth;
    const bool ends = c == ';' && (depth == 0 || i == list.size());
    if (!ends) continue;
    const std::string_view part = TrimmedSpace(list.substr(begin, i - begin));
    if (!part.empty()) parts.push_back(part);
    begin = i + 1;
  }
  return parts;
}

std::string_view NameOfMethod(std::string_view method) {
  return TrimmedSpace(method.substr(0, method.find('(')));
}

// False: no type of the repository has such a method.
bool AddMethod(const Satisfaction& rules, const NameTable& names, std::string_view method,
               std::vector<WantedMethod>& methods) {
  const Name name = names.Find(NameOfMethod(method));
  const std::string type = rules.member_type(method);
  const WantedMethod wanted{name, type.empty() ? Name::kUnknown : names.Find(type)};
  if (wanted.name == Name::kUnknown || wanted.type == Name::kUnknown) return false;
  const bool is_new = std::find(methods.begin(), methods.end(), wanted) == methods.end();
  if (is_new) methods.push_back(wanted);
  return true;
}

bool AddMethods(const Satisfaction& rules, const NameTable& names, std::string_view list,
                std::vector<WantedMethod>& methods) {
  const std::vector<std::string_view> parts = MethodsOrTypesIn(list);
  return std::all_of(parts.begin(), parts.end(), [&](std::string_view part) {
    if (part.find('(') != part.npos) return AddMethod(rules, names, part, methods);
    const auto embedded = std::find_if(
        rules.outside.begin(), rules.outside.end(), [&](const OutsideInterface& outside) {
          return SetOf(LastOfModule(outside.module), outside.name) == part;
        });
    // An interface of the repository is looked at on its own.
    return embedded == rules.outside.end() || AddMethods(rules, names, embedded->methods, methods);
  });
}

}  // namespace

std::vector<Name> InternOutsideInterfaces(const ResolutionRules& rules, NameTable& names) {
  std::vector<Name> known;
  if (rules.satisfaction == nullptr) return known;
  for (const OutsideInterface& outside : rules.satisfaction->outside) {
    names.Intern(SetOf(outside.module, outside.name));
    // A type that embeds the interface has methods that no file of the repository declares.
    for (const std::string_view method : MethodsOrTypesIn(outside.methods)) {
      names.Intern(NameOfMethod(method));
      names.Intern(rules.satisfaction->member_type(method));
    }
    known.push_back(names.Intern(outside.name));
  }
  SortUnique(known);
  return known;
}

Name ImportedFromOutside(const Program& program, FileIndex file, Name name) {
  const std::vector<ImportLink>& links = program.files[file].imports;
  const auto& imports = program.files[file].model().imports;
  if (name == Name::kEmpty || name == Name::kUnknown) return Name::kEmpty;
  const std::string_view text = program.names.Text(name);
  for (std::size_t i = 0; i < links.size(); ++i) {
    const ModelImport& import = imports[i];
    if (links[i].module.kind != TargetKind::kExternal || import.module == Name::kUnknown) continue;
    const bool is_named = import.alias == Name::kEmpty
                              ? LastOfModule(program.names.Text(import.module)) == text
                              : import.alias == name;
    if (is_named) return import.module;
  }
  return Name::kEmpty;
}

Name OutsideInterfaceNamed(const Program& program, FileIndex file, const ModelExpression& type,
                           const ModelExpression* module) {
  const std::vector<Name>& known = program.KnownNamesOf(file).outside_interfaces;
  if (!std::binary_search(known.begin(), known.end(), type.name)) return Name::kEmpty;
  Name from = Name::kEmpty;
  if (module != nullptr) {
    if (module->kind != ExpressionKind::kName) return Name::kEmpty;
    from = ImportedFromOutside(program, file, module->name);
    if (from == Name::kEmpty) return from;
  }
  const std::string set = SetOf(program.names.Text(from), program.names.Text(type.name));
  const Satisfaction& rules = *program.files[file].model().rules->satisfaction;
  return OutsideInterfaceOf(rules, set) == nullptr ? Name::kEmpty : program.names.Find(set);
}

const OutsideInterface* OutsideInterfaceOf(const Satisfaction& rules, std::string_view set) {
  const auto found = std::find_if(
      rules.outside.begin(), rules.outside.end(), [&](const OutsideInterface& outside) {
        if (!set.ends_with(outside.name)) return false;
        const std::string_view rest = set.substr(0, set.size() - outside.name.size());
        return outside.module.empty() ? rest.empty()
                                      : rest.size() == outside.module.size() + 1 &&
                                            rest.back() == '.' && rest.starts_with(outside.module);
      });
  return found == rules.outside.end() ? nullptr : &*found;
}

std::optional<std::vector<WantedMethod>> MethodsOfSet(const Satisfaction& rules,
                                                      const NameTable& names,
                                                      std::string_view set) {
  std::string_view list;
  if (!rules.unnamed.empty() && set.starts_with(rules.unnamed)) {
    list = set.substr(rules.unnamed.size());
    if (!list.empty()) list.remove_suffix(1);
  } else if (const OutsideInterface* outside = OutsideInterfaceOf(rules, set)) {
    list = outside->methods;
  }
  std::vector<WantedMethod> methods;
  const bool may_be_satisfied = AddMethods(rules, names, list, methods) && !methods.empty();
  return may_be_satisfied ? std::optional(std::move(methods)) : std::nullopt;
}

std::vector<Name> MethodSetsOf(const Program& program, const Satisfaction& rules) {
  std::set<Name> sets;
  std::set<Name> modules = {Name::kEmpty};
  for (FileIndex i = 0; i < program.files.size(); ++i) {
    const ProgramFile& file = program.files[i];
    if (file.model().rules->satisfaction != &rules) continue;
    sets.insert(file.model().unnamed_interfaces.begin(), file.model().unnamed_interfaces.end());
    for (std::size_t k = 0; k < file.imports.size(); ++k) {
      if (file.imports[k].module.kind != TargetKind::kExternal) continue;
      modules.insert(file.model().imports[k].module);
    }
  }
  for (const OutsideInterface& outside : rules.outside) {
    const Name module = outside.module.empty() ? Name::kEmpty : program.names.Find(outside.module);
    if (modules.contains(module)) {
      sets.insert(program.names.Find(SetOf(outside.module, outside.name)));
    }
  }
  return {sets.begin(), sets.end()};
}

}  // namespace waymark::indexer
