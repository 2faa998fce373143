// Names as compilers, stack traces and generated documentation write them. Works on text alone,
// without a view.
//
//   pkg.(*Router).ServeHTTP  github.com/a/b.Map[...].func1   Outer$Inner  p/Outer.<init>
//   Gson.toJson(Object)   crate::walk::scan  <T as Trait>::method::h0123456789abcdef
//   N.Outer+Inner..ctor  List`1.Add  outer.<locals>.inner  Box<int>::get(int) const
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::retrieval {

struct ToolName {
  std::string name;  // in the notation of qualified names
  // Types of the written parameters, without packages; absent if none were written.
  std::optional<std::vector<std::string>> parameters;
};

// Reads such a name; nothing if it is an ordinary name. Cost: O(bytes).
std::optional<ToolName> ReadToolName(std::string_view text);

// Whether a signature takes parameters of those types, judging by their names.
bool Takes(std::string_view signature, const std::vector<std::string>& parameters);

}  // namespace waymark::retrieval
