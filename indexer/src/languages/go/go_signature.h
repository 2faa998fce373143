// What a method of Go takes and gives, in a form in which the signatures of a method and of the
// interface that it satisfies are equal text.
#pragma once

#include <string>
#include <string_view>

namespace waymark::indexer {

// Types of the parameters and of the results, without the names of parameters and packages:
// "func (m *Map) Get(k string) (v fs.FS, ok bool)" gives "(string)(FS,bool)". Empty where the text
// is no whole signature, since long ones are cut. Cost: linear.
std::string GoMethodType(std::string_view signature);

}  // namespace waymark::indexer
