// Types of literals whose elements or members are known: `[job]`, `{ a: job }`. They are written as
// the type of a value is in an annotation, with a kTypeOf for each value.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "extract/extraction_frame.h"
#include "facts/facts_draft.h"

namespace waymark::indexer {

inline constexpr std::string_view kArrayName = "Array";

// The type of a value. kNoIndex if a literal or nothing is known of it.
ExpressionIndex TypeOfValue(FactsDraft& draft, ExpressionIndex value);

// One of the types of the values.
ExpressionIndex TypeOfAny(FactsDraft& draft, std::span<const ExpressionIndex> values);

// A value of the container `name` with elements of the type.
ExpressionIndex ValueOfContainer(FactsDraft& draft, std::string_view name, ExpressionIndex type,
                                 std::uint32_t byte);

// A value of the map `name` with values of the type.
ExpressionIndex ValueOfMap(FactsDraft& draft, std::string_view name, ExpressionIndex type,
                           std::uint32_t byte);

// An array with the elements: a container if all have one type by their syntax, else a tuple.
// kNoIndex if nothing is known of them.
ExpressionIndex ValueOfArray(FactsDraft& draft, std::string_view name,
                             std::span<const ExpressionIndex> elements, std::uint32_t byte);

// Adds a member to the type of an object.
ExpressionIndex AddTypedMember(FactsDraft& draft, Word name, ExpressionIndex value,
                               ExpressionIndex members);

// The value that the method of a call passes to its block at a position. `is_split`: the block has
// several parameters. kNoIndex if the object is unknown.
ExpressionIndex ArgumentOfBlock(FactsDraft& draft, const Frame& send, std::uint32_t position,
                                bool is_split);

// An element is added to a variable that holds an empty container of the library, where values are
// not followed: the container gets the type of the element.
void AddToContainer(FactsDraft& draft, const LanguageRules& language, const Frame& call,
                    ExpressionIndex container, const ElementAdder& adder);

}  // namespace waymark::indexer
