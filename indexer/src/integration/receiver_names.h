// Whether an object is one that a literal means something to, by how it or its type is called.
#pragma once

#include <string_view>

#include "indexer/facts.h"

namespace waymark::indexer {

// What the words of a name say of an object: httpClient, IRouter, redis_conn.
enum class ReceiverKind : std::uint8_t {
  kNothing,
  kIsOne,    // registers routes, sends requests, carries messages, knows flags
  kIsOther,  // holds things, or writes a log
};

// What one word after the other says in the name of an object: kIsOther where any does. Of the
// roles that nothing but their object tells, else kNothing. O(bytes of the name).
ReceiverKind ReceiverKindOf(LiteralRole role, std::string_view name);

// The same by the last word that says anything, as compounds do: an ItemRouter is a router.
ReceiverKind ReceiverKindOfHead(LiteralRole role, std::string_view name);

}  // namespace waymark::indexer
