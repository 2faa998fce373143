// Symbols with their source, for people.
#pragma once

#include <string>

#include "output/screen.h"
#include "services/verbs.h"

namespace waymark::services {

// "src/app.py:10-14  method flask.app.Flask.run", the place a link to its first line.
std::string SymbolHeading(const SymbolSource& source, const Screen& screen);

// For each symbol that is known its heading and its source with line numbers, with a blank line
// between two symbols. Lines are not cut, so that they can be copied.
std::string RenderSources(const SourcesAnswer& answer, const Screen& screen);

}  // namespace waymark::services
