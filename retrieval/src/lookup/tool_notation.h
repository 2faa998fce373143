// Names as compilers, stack traces and generated documentation write them. Pure text, no view.
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
  // Types of the parameters that were written behind it, without packages; none where none were.
  std::optional<std::vector<std::string>> parameters;
};

// What such a name stands for; none where it is written like any other. Cost: O(bytes).
std::optional<ToolName> ReadToolName(std::string_view text);

// Whether a signature takes parameters of those types, as far as their names tell.
bool Takes(std::string_view signature, const std::vector<std::string>& parameters);

}  // namespace waymark::retrieval
