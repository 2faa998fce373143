// How well a value of C++ fits a parameter: the ranks of [over.ics.rank] as numbers that only their
// order says something about.
#pragma once

#include <cstdint>
#include <string_view>

namespace waymark::indexer {

inline constexpr int kNoFit = -1;
inline constexpr int kFitsEllipsis = 0;
inline constexpr int kFitsByClass = 1;        // by a constructor or a conversion of a class
inline constexpr int kFitsByClassAtOnce = 2;  // the same, as T&&
inline constexpr int kFitsUnknown = 3;        // one of the two types is not known
inline constexpr int kFitsAsTruth = 4;        // a pointer as bool
inline constexpr int kFitsAsVoid = 5;         // void*
inline constexpr int kFitsConverted = 7;      // a number as another, a derived class as its base
inline constexpr int kFitsPromoted = 9;
inline constexpr int kFitsConstant = 11;  // made constant
inline constexpr int kFitsExactly = 12;

// Of the built-in types, and the names that the standard library has for them: the one name that
// each type goes by here; empty for what is no number.
std::string_view NumberNamed(std::string_view type);

// REQUIRES: both are of NumberNamed().
int FitOfNumber(std::string_view value, std::string_view parameter);

// What is left of a fit to a parameter of this PointerShape, by whether the argument has a place:
// T&& takes none that has, and is better for a temporary than const T&.
int AtPlace(int fit, std::uint8_t parameter, bool has_place);

// A number for each type of characters, counted from 1; 0 for all other types.
unsigned char CharacterNamed(std::string_view type);

}  // namespace waymark::indexer
