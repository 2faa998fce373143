// Makes a Program of the models of all files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "project.h"
#include "resolve/program.h"

namespace waymark::indexer {

// `program` holds nothing but the names that the models were built with. `paths` are in byte order,
// one a model. The outcome does not depend on the number of threads.
void LinkProgram(std::vector<std::string> paths,
                 std::vector<std::shared_ptr<const FileModel>> models, const ProjectFiles& project,
                 unsigned threads, Program& program);

// Puts another model of a file into a linked program. The models must agree in all that other files
// see and in the order of their definitions and imports (HeaderSummary).
void ReplaceModel(Program& program, FileIndex file, std::shared_ptr<const FileModel> model);

// The parts, in the order in which LinkProgram runs them.

// link_spaces.cc: the space of each scope, and the members that files add to shared spaces.
void LinkSpaces(Program& program);
void LinkSpacesOf(Program& program, ProgramFile& file);
// link_openings.cc: the spaces of types that several places can open, and what stands for each.
void LinkOpenTypes(Program& program);
void LinkOpenTypesOf(Program& program, ProgramFile& file);
// link_parts.cc: types that are defined in parts, methods that extend types, imports of projects.
void LinkParts(Program& program);
void LinkExtensions(Program& program);
void LinkSharedImports(Program& program);
// link_owners.cc: types of definitions that stand outside of them. Gives their number.
enum class Owned : std::uint8_t { kTypes, kAll };
std::size_t LinkOwners(Program& program, Owned which, unsigned threads);
// link_declarations.cc: declarations to definitions.
void LinkDeclarations(Program& program);
// link_types.cc: bases and lineages.
void LinkTypes(Program& program, unsigned threads);

// Program::members, as spaces and owners are known.
void CollectMembers(Program& program);

}  // namespace waymark::indexer
