// Ranks of implicit conversions ([over.ics.rank]) as numbers; only their order has a meaning.
#pragma once

#include <cstdint>
#include <string_view>

namespace waymark::indexer {

inline constexpr int kNoConversion = -1;
inline constexpr int kRankEllipsis = 0;
inline constexpr int kRankUserDefined = 1;        // user-defined conversion
inline constexpr int kRankUserDefinedRvalue = 2;  // user-defined conversion, bound to T&&
inline constexpr int kRankUnknown = 3;            // one of the two types is unknown
inline constexpr int kRankBoolean = 4;            // pointer to bool
inline constexpr int kRankVoidPointer = 5;        // conversion to void*
inline constexpr int kRankConversion = 7;         // numeric conversion, derived class to base
inline constexpr int kRankPromotion = 9;
inline constexpr int kRankQualification = 11;  // const added
inline constexpr int kRankExact = 12;

// The canonical name of a built-in number type or of its alias in the standard library; empty if it
// is no number.
std::string_view NumberNamed(std::string_view type);

// REQUIRES: both are names of NumberNamed().
int RankOfNumber(std::string_view value, std::string_view parameter);

// Adjusts a rank to a parameter of this PointerShape, by the value category of the argument: T&&
// does not bind lvalues, and is better for a temporary than const T&.
int AtPlace(int fit, std::uint8_t parameter, bool has_place);

// A number from 1 for each character type; 0 for all other types.
unsigned char CharacterNamed(std::string_view type);

}  // namespace waymark::indexer
