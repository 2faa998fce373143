// From a linked state of a repository to one in which some files say something else, without
// linking what that does not reach. The outcome is that of LinkProgram.
//
// First the changed files are put in, with what each of them has by itself: spaces and imports.
// Between that state and the one before, the impact finds out which other files depend on names
// that mean something else (impact.h). Then those are linked again, and with them the ones whose
// types, owners or lineages have symbols of the changed files, since these have other numbers now.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "project/project.h"
#include "resolve/program/program.h"

namespace waymark::indexer {

struct ReplacedFile {
  FileIndex file = kNoIndex;
  std::shared_ptr<const FileModel> model;
};

// Whether the changes are such that the imports of other files lead where they did: that is so for
// languages whose modules are found by path and package clause.
bool CanRelink(const Program& before, std::span<const ReplacedFile> changed);

// A copy of `before` in which the changed files are known by themselves. Shares what is the same.
std::unique_ptr<Program> ReplaceFiles(const Program& before, std::span<const ReplacedFile> changed,
                                      const ProjectFiles& project);

// Completes what ReplaceFiles began. `affected` are the files of the impact between the two.
void Relink(const Program& before, std::span<const ReplacedFile> changed,
            std::span<const FileIndex> affected, unsigned threads, Program& program);

}  // namespace waymark::indexer
