// Whether an object is one that a literal means something to, by how it or its type is called.
#pragma once

#include <string_view>

#include "indexer/facts.h"

namespace waymark::indexer {

// What the words of a name say of an object: httpClient, IRouter, redis_conn.
enum class SaidByName : std::uint8_t {
  kNothing,
  kIsOne,    // registers routes, sends requests, carries messages, knows flags
  kIsOther,  // holds things, or writes a log
};

// O(bytes of the name). Of the roles that nothing but their object tells, else kNothing.
SaidByName SaysOf(LiteralRole role, std::string_view name);

}  // namespace waymark::indexer
