// Derives a linked state from another one in which some files differ, without linking the files
// that the change does not reach. The result equals that of LinkProgram.
//
// First the changed files are put in, with what each of them has by itself: spaces and imports. The
// impact then finds the other files that depend on names with another meaning (impact.h). Those are
// linked again, together with the files whose types, owners or lineages contain symbols of the
// changed files, since these symbols have other numbers now.
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

// Whether the changes leave the import targets of other files as they are. That holds for languages
// whose modules are found by path and package clause.
bool CanRelink(const Program& before, std::span<const ReplacedFile> changed);

// A copy of `before` with the changed files replaced and not yet linked. Shares everything else.
std::unique_ptr<Program> ReplaceFiles(const Program& before, std::span<const ReplacedFile> changed,
                                      const ProjectFiles& project);

// Completes ReplaceFiles. `affected` are the files of the impact between the two states.
void Relink(const Program& before, std::span<const ReplacedFile> changed,
            std::span<const FileIndex> affected, unsigned threads, Program& program);

}  // namespace waymark::indexer
