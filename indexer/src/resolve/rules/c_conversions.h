// How well a value of C++ fits a parameter: the ranks of [over.ics.rank] as numbers that only their
// order says something about.
#pragma once

#include <cstdint>
#include <string_view>

namespace waymark::indexer {

inline constexpr int kNoConversion = -1;
inline constexpr int kRankEllipsis = 0;
inline constexpr int kRankUserDefined = 1;        // by a constructor or a conversion of a class
inline constexpr int kRankUserDefinedRvalue = 2;  // the same, as T&&
inline constexpr int kRankUnknown = 3;            // one of the two types is not known
inline constexpr int kRankBoolean = 4;            // a pointer as bool
inline constexpr int kRankVoidPointer = 5;        // void*
inline constexpr int kRankConversion = 7;  // a number as another, a derived class as its base
inline constexpr int kRankPromotion = 9;
inline constexpr int kRankQualification = 11;  // made constant
inline constexpr int kRankExact = 12;

// Of the built-in types, and the names that the standard library has for them: the one name that
// each type goes by here; empty for what is no number.
std::string_view NumberNamed(std::string_view type);

// REQUIRES: both are of NumberNamed().
int RankOfNumber(std::string_view value, std::string_view parameter);

// What is left of a fit to a parameter of this PointerShape, by whether the argument has a place:
// T&& takes none that has, and is better for a temporary than const T&.
int AtPlace(int fit, std::uint8_t parameter, bool has_place);

// A number for each type of characters, counted from 1; 0 for all other types.
unsigned char CharacterNamed(std::string_view type);

}  // namespace waymark::indexer
