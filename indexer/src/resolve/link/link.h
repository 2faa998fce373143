// Makes a Program of the models of all files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "project/project.h"
#include "resolve/program/program.h"

namespace waymark::indexer {

// `program` holds nothing but the names that the models were built with. `paths` are in byte order,
// one a model. The outcome does not depend on the number of threads.
void LinkProgram(std::vector<std::string> paths,
                 std::vector<std::shared_ptr<const FileModel>> models, const ProjectFiles& project,
                 unsigned threads, Program& program);

// Puts another model of a file into a linked program. The models must agree in all that other files
// see and in the order of their definitions and imports (FileInterface).
void ReplaceModel(Program& program, FileIndex file, std::shared_ptr<const FileModel> model);

// What a file adds to the tables by name.
struct FileNames {
  // Whatever the language, also under kDocumentedNames what documents can name (CanBeDocumented);
  // under kOtherNames what else can be named (CanBeNamed).
  std::vector<NamePair> methods;
  std::vector<NamePair> types;
  std::vector<MultiTable<GroupName, FileIndex>::Pair> members;
  std::vector<MultiTable<Name, SymbolRef>::Pair> call_arguments;
};

// The parts, in the order in which LinkProgram runs them. Where they take `files`, the others are
// left as they are.

void ListTypesOf(ProgramFile& file);
void NumberSymbols(Program& program);
// link_spaces.cc: the space of each scope, and the members that files add to shared spaces.
void LinkSpaces(Program& program);
// C and C++: the namespaces at the top that macros of the file open, ordered.
std::vector<Name> MacroNamespacesOf(const FileModel& model);
void LinkSpacesOf(Program& program, ProgramFile& file);
// For ModuleRule::link_spaces: a package at the top of each file; spaces that only macros and what
// stands outside its type share.
void LinkPackageSpaces(Program& program, ProgramFile& file);
void LinkOwnSpaces(Program& program, ProgramFile& file);
// Makes `head` stand for a type that several places define.
void SetCanonical(SymbolRef type, SymbolRef head, Program& program);
// The file has no imports yet.
void LinkImportsOf(const ProjectFiles& project, FileIndex file, Program& program);
// link_owners.cc: types of definitions that stand outside of them. Gives their number.
enum class Owned : std::uint8_t { kTypes, kAll };
std::size_t LinkOwners(std::span<const FileIndex> files, Owned which, unsigned threads,
                       Program& program);
// link_declarations.cc: declarations to definitions; of all members, or of those with such keys.
void LinkDeclarations(Program& program);
void LinkDeclarationsOf(std::span<const SpaceName> keys, Program& program);
// link_types.cc: bases and lineages.
void LinkBases(std::span<const FileIndex> files, unsigned threads, Program& program);
// link_satisfied.cc: after the bases, of all files. Cost: about one look-up a method.
void LinkSatisfied(Program& program);

// Program::members, as spaces and owners are known; without the namespaces, what one file adds.
void CollectMembers(Program& program);
void CollectMembersOf(const Program& program, FileIndex file,
                      graph::SpillVector<MemberPair>& members);
void CollectNamespacesOf(const Program& program, FileIndex file,
                         graph::SpillVector<MemberPair>& namespaces);
// As owners are known.
void CollectNamesOf(const Program& program, FileIndex file, FileNames& names);
void CollectExtensionsOf(const Program& program, FileIndex file, std::vector<NamePair>& extensions);
// documents.cc: whether a name in a document can mean the definition. `by_default` is what exports
// without a name are called in its language.
bool CanBeDocumented(const FileModel& model, const ModelDefinition& definition, Name by_default);
// Whether code in a language that is not indexed can; of tests and examples as well.
bool CanBeNamed(const FileModel& model, const ModelDefinition& definition, Name by_default);
// Other files that the types, owners and lineages of a file have symbols of. Ordered.
std::vector<FileIndex> UsedBy(const Program& program, FileIndex file);

}  // namespace waymark::indexer
