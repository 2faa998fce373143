// What every ReadView must keep, checked by brute force over all its rows: run it on any
// implementation.
#pragma once

#include "graph/read_view.h"

namespace waymark::graph {

// Each reports the first rows that break it as failures of the calling test.
void ExpectFilesAndSymbolsAgree(const ReadView& view);
void ExpectEdgesAreSymmetricAndOrdered(const ReadView& view);
void ExpectNamesAreComplete(const ReadView& view);
void ExpectUnresolvedAgree(const ReadView& view);
// Checks the tokens of all names and signatures.
void ExpectPostingsAndStatisticsAgree(const ReadView& view);

void ExpectKeepsContract(const ReadView& view);

}  // namespace waymark::graph
