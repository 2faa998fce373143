// What agents call arguments and words of tools, besides their own names.
#pragma once

#include <span>
#include <string_view>

namespace waymark::services {

struct ArgumentHint {
  std::string_view argument;
  // A value as JSON, for the call that a refusal ends with.
  std::string_view example;
  // Other names, in lower case with underscores. A name may stand for several arguments: a tool
  // takes it if it has only one of them that the call does not give by its own name.
  std::span<const std::string_view> aliases = {};
  // The list that takes the other items of a list that is given for this text; empty: none does.
  std::string_view others = {};
};

// Null if the argument has no other names.
const ArgumentHint* FindArgumentHint(std::string_view argument);

// The word of the argument that another word means; "" if it is not known to mean one. `given` is
// in lower case with underscores.
std::string_view MeantWord(std::string_view argument, std::string_view given);

}  // namespace waymark::services
