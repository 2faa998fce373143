// Links the models of all files into a Program.
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

// `program` must contain only the names that the models were built with. `paths` are in byte order,
// one per model. The result does not depend on the number of threads.
void LinkProgram(std::vector<std::string> paths,
                 std::vector<std::shared_ptr<const FileModel>> models, const ProjectFiles& project,
                 unsigned threads, Program& program);

// Replaces the model of a file in a linked program. The models must agree in everything that other
// files see, and in the order of their definitions and imports (FileInterface).
void ReplaceModel(Program& program, FileIndex file, std::shared_ptr<const FileModel> model);

// The entries of a file in the tables by name.
struct FileNames {
  // In any language: also, under kDocumentedNames, the definitions that documents can name
  // (CanBeDocumented), and under kOtherNames the others that can be named (CanBeNamed).
  std::vector<NamePair> methods;
  std::vector<NamePair> types;
  std::vector<MultiTable<GroupName, FileIndex>::Pair> members;
  std::vector<MultiTable<Name, SymbolRef>::Pair> call_arguments;
};

// The steps, in the order in which LinkProgram runs them. Steps with `files` leave other files as
// they are.

void ListTypesOf(ProgramFile& file);
void NumberSymbols(Program& program);
// link_spaces.cc: the space of each scope, and the members that files add to shared spaces.
void LinkSpaces(Program& program);
// C and C++: the top-level namespaces that macros of the file open, ordered.
std::vector<Name> MacroNamespacesOf(const FileModel& model);
void LinkSpacesOf(Program& program, ProgramFile& file);
// For ModuleRule::link_spaces: one package at the top of each file; spaces are shared only by
// macros and definitions outside their type.
void LinkPackageSpaces(Program& program, ProgramFile& file);
void LinkOwnSpaces(Program& program, ProgramFile& file);
// Makes `head` represent a type that several places define.
void SetCanonical(SymbolRef type, SymbolRef head, Program& program);
// Requires that the file has no imports yet.
void LinkImportsOf(const ProjectFiles& project, FileIndex file, Program& program);
// link_owners.cc: types of out-of-class definitions. Returns the number found.
enum class Owned : std::uint8_t { kTypes, kAll };
std::size_t LinkOwners(std::span<const FileIndex> files, Owned which, unsigned threads,
                       Program& program);
// link_declarations.cc: definitions of declarations, for all members or for those with the keys.
void LinkDeclarations(Program& program);
void LinkDeclarationsOf(std::span<const SpaceName> keys, Program& program);
// link_types.cc: bases and lineages.
void LinkBases(std::span<const FileIndex> files, unsigned threads, Program& program);
// link_satisfied.cc: runs after the bases of all files. Cost: about one lookup per method.
void LinkSatisfied(Program& program);

// Program::members, from spaces and owners; the members that one file adds, without namespaces.
void CollectMembers(Program& program);
void CollectMembersOf(const Program& program, FileIndex file,
                      graph::SpillVector<MemberPair>& members);
void CollectNamespacesOf(const Program& program, FileIndex file,
                         graph::SpillVector<MemberPair>& namespaces);
// Requires owners.
void CollectNamesOf(const Program& program, FileIndex file, FileNames& names);
void CollectExtensionsOf(const Program& program, FileIndex file, std::vector<NamePair>& extensions);
// documents.cc: whether a name in a document can mean the definition. `by_default` is the name of
// unnamed exports in its language.
bool CanBeDocumented(const FileModel& model, const ModelDefinition& definition, Name by_default);
// Whether code in a language that is not indexed can mean the definition, tests and examples
// included.
bool CanBeNamed(const FileModel& model, const ModelDefinition& definition, Name by_default);
// Other files with symbols in the types, owners and lineages of a file. Ordered.
std::vector<FileIndex> UsedBy(const Program& program, FileIndex file);

}  // namespace waymark::indexer
