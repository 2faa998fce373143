// Interfaces that no definition stands for, as sets of methods: interfaces of the library, named
// "module.Name", and interfaces without a name, named by their text (Satisfaction).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "resolve/program/program.h"
#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {

struct WantedMethod {
  Name name = Name::kEmpty;
  Name type = Name::kEmpty;  // ModelDefinition::parameters of a method that satisfies it

  bool operator==(const WantedMethod&) const = default;
};

// Interns the sets of the library. Returns the names of its interfaces without modules, ascending.
std::vector<Name> InternOutsideInterfaces(const ResolutionRules& rules, NameTable& names);

// The set that a written type names, `module` being the expression in front of its name, or null.
// kEmpty for any other type.
Name OutsideInterfaceNamed(const Program& program, FileIndex file, const ModelExpression& type,
                           const ModelExpression* module);

// The interface of the library that a set stands for; null for a set without a name.
const OutsideInterface* OutsideInterfaceOf(const Satisfaction& rules, std::string_view set);

// The methods of a set; none if no type of the repository can have them all.
std::optional<std::vector<WantedMethod>> MethodsOfSet(const Satisfaction& rules,
                                                      const NameTable& names, std::string_view set);

// The sets that the files of a language with such rules may name, ascending: interfaces of the
// modules that they import, and interfaces without a name. Cost: linear in files and imports.
std::vector<Name> MethodSetsOf(const Program& program, const Satisfaction& rules);

// The module that the file imports from outside under the name; kEmpty if there is none.
Name ImportedFromOutside(const Program& program, FileIndex file, Name name);

}  // namespace waymark::indexer
