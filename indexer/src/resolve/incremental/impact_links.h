// The part of an impact that no name tells: where imports lead, what files a file sees, how modules
// and packages are named.
#pragma once

#include <cstddef>

#include "resolve/incremental/impact.h"
#include "resolve/incremental/impact_marks.h"

namespace waymark::indexer {

// Marks what differs between the links of two states.
void MarkLinkImpact(const LinkedState& before, const LinkedState& after, const FileMatch& match,
                    ImpactMarks& marks);

// A file of both states takes in other names whole than before: everything that can be seen through
// it may mean something else.
void MarkWhole(const LinkedState& before, const LinkedState& after, const FileMatch& match,
               FileIndex file, ImpactMarks& marks);

// Marks what imports the modules marked since `done` of them were followed.
void MarkModuleImporters(const Program& program, ImpactMarks& marks, std::size_t& done);

// Marks the types that have other bases than before by what stands outside their definitions.
void MarkImplementationImpact(const Program& before, const Program& after, ImpactMarks& marks);

// Marks the methods of types that inherit from others than before.
void MarkLineageImpact(const Program& before, const Program& after, ImpactMarks& marks);

// Marks what other namespaces, projects or imports of projects than before change.
void MarkNamespaceImpact(const Program& before, const Program& after, const FileMatch& match,
                         ImpactMarks& marks);

}  // namespace waymark::indexer
