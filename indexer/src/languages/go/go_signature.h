// The type of a Go method, in a form in which a method and the interface method that it satisfies
// have equal texts.
#pragma once

#include <string>
#include <string_view>

namespace waymark::indexer {

// Types of parameters and results, without names of parameters and packages: "func (m *Map) Get(k
// string) (v fs.FS, ok bool)" gives "(string)(FS,bool)". Empty if the text is no complete
// signature, since long ones are cut. Cost: linear.
std::string GoMethodType(std::string_view signature);

}  // namespace waymark::indexer
