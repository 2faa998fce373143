// Receiver-name heuristics: whether an object can take a literal, by its name or that of its type.
#pragma once

#include <string_view>

#include "indexer/facts.h"

namespace waymark::indexer {

// The kind of an object, by the words of its name: httpClient, IRouter, redis_conn.
enum class ReceiverKind : std::uint8_t {
  kNothing,
  kIsOne,    // registers routes, sends requests, carries messages, knows flags
  kIsOther,  // holds things, or logs
};

// The verdict of the words of an object's name, in order: kIsOther if any word says so. For roles
// that only the object decides, otherwise kNothing. O(bytes of the name).
ReceiverKind ReceiverKindOf(LiteralRole role, std::string_view name);

// The verdict of the last known word, which is the head of a compound: an ItemRouter is a router.
ReceiverKind ReceiverKindOfHead(LiteralRole role, std::string_view name);

}  // namespace waymark::indexer
