// A graph written down as text, so that a test shows what it is about.
//
//   src/app.py
//     class Flask "the WSGI application"
//       method route(rule) "registers a view" {add_url_rule endpoint}
//     function helper +test
//   Flask.route -> helper                   calls, in lexical scope
//   helper -references:candidate-> Flask    another type, found by another rule
//   helper ? run unknown                    an unresolved reference to "run"
//   Flask.run ? run:overrides external      one of another type
//   skipped big.py too_large
//
// A line without indentation is a file, deeper lines are symbols of the kinds of graph/kinds.def.
// After the name: (signature) "documentation" {identifiers} 'strings' # comments, and flags: +test
// +decl +static +constructor +exported +namespace +macro on symbols, +test +vendored +generated
// +example on files. `method DB::Get` in another file than its class belongs to DB. Names in edges
// are qualified names or ends of them, or PATH:NAME.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "graph/ids.h"
#include "testing/memory_view.h"

namespace waymark::testing {

class DrawnGraph {
 public:
  // A drawing that breaks the rules ends the test program with the line.
  explicit DrawnGraph(std::string_view drawing);

  const graph::ReadView& view() const { return *view_; }

  // The symbol of that name; there must be exactly one.
  SymbolId At(std::string_view name) const;
  // What At takes, without the path: for messages and expectations.
  std::string NameOf(SymbolId symbol) const;
  std::vector<std::string> NamesOf(const std::vector<SymbolId>& symbols) const;

 private:
  std::unique_ptr<MemoryView> view_;
  std::vector<std::string> names_;  // qualified, by symbol
  std::vector<std::string> paths_;  // by symbol
};

}  // namespace waymark::testing
