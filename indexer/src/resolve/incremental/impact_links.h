// The part of an impact that names do not show: targets of imports, visible files, names of modules
// and packages.
#pragma once

#include <cstddef>

#include "resolve/incremental/impact.h"
#include "resolve/incremental/impact_marks.h"

namespace waymark::indexer {

// Marks the differences between the links of two states.
void MarkLinkImpact(const LinkedState& before, const LinkedState& after, const FileMatch& match,
                    ImpactMarks& marks);

// Marks what is visible through a file whose glob imports changed: all of it may mean something
// else.
void MarkWhole(const LinkedState& before, const LinkedState& after, const FileMatch& match,
               FileIndex file, ImpactMarks& marks);

// Marks the importers of the modules that were marked since `done`, and moves `done` on.
void MarkModuleImporters(const Program& program, ImpactMarks& marks, std::size_t& done);

// Marks types whose bases from outside their definitions changed.
void MarkImplementationImpact(const Program& before, const Program& after, ImpactMarks& marks);

// Marks methods that satisfy other interfaces outside or without a name, and their types.
void MarkOutsideImpact(const Program& before, const Program& after, ImpactMarks& marks);

// Marks methods of types whose lineage changed.
void MarkLineageImpact(const Program& before, const Program& after, ImpactMarks& marks);

// Marks the effects of changed namespaces, projects and project-wide imports.
void MarkNamespaceImpact(const Program& before, const Program& after, const FileMatch& match,
                         ImpactMarks& marks);

}  // namespace waymark::indexer
