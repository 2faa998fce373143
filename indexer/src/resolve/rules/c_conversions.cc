#include "resolve/rules/c_conversions.h"

#include <algorithm>
#include <array>

#include "indexer/facts.h"

namespace waymark::indexer {
namespace {

struct Number {
  std::string_view name;
  std::string_view type;
};

// Sizes of the LP64 model.
constexpr auto kNumbers = std::to_array<Number>({
    {"bool", "bool"},         {"byte", "byte"},         {"char", "char"},
    {"char16_t", "char16_t"}, {"char32_t", "char32_t"}, {"char8_t", "char8_t"},
    {"double", "double"},     {"float", "float"},       {"int", "int"},
    {"int16_t", "short"},     {"int32_t", "int"},       {"int64_t", "long"},
    {"int8_t", "schar"},      {"intmax_t", "long"},     {"intptr_t", "long"},
    {"ldouble", "ldouble"},   {"llong", "llong"},       {"long", "long"},
    {"off_t", "long"},        {"ptrdiff_t", "long"},    {"schar", "schar"},
    {"short", "short"},       {"size_t", "ulong"},      {"ssize_t", "long"},
    {"streamsize", "long"},   {"time_t", "long"},       {"uchar", "uchar"},
    {"uint", "uint"},         {"uint16_t", "ushort"},   {"uint32_t", "uint"},
    {"uint64_t", "ulong"},    {"uint8_t", "uchar"},     {"uintmax_t", "ulong"},
    {"uintptr_t", "ulong"},   {"ullong", "ullong"},     {"ulong", "ulong"},
    {"ushort", "ushort"},     {"wchar_t", "wchar_t"},
});

constexpr std::string_view kBelowInt[] = {"bool",  "char",   "schar",    "uchar",    "char8_t",
                                          "short", "ushort", "char16_t", "char32_t", "wchar_t"};

}  // namespace

std::string_view NumberNamed(std::string_view type) {
  const auto found = std::lower_bound(
      kNumbers.begin(), kNumbers.end(), type,
      [](const Number& number, std::string_view name) { return number.name < name; });
  return found != kNumbers.end() && found->name == type ? found->type : std::string_view();
}

unsigned char CharacterNamed(std::string_view type) {
  constexpr std::string_view kCharacters[] = {"char", "wchar_t", "char8_t", "char16_t", "char32_t"};
  const auto* const found = std::find(std::begin(kCharacters), std::end(kCharacters), type);
  if (found == std::end(kCharacters)) return 0;
  return static_cast<unsigned char>(found - std::begin(kCharacters) + 1);
}

int RankOfNumber(std::string_view value, std::string_view parameter) {
  if (value == parameter) return kRankExact;
  if (value == "float" && parameter == "double") return kRankPromotion;
  const bool below =
      std::find(std::begin(kBelowInt), std::end(kBelowInt), value) != std::end(kBelowInt);
  return below && parameter == "int" ? kRankPromotion : kRankConversion;
}

int AtPlace(int fit, std::uint8_t parameter, bool has_place) {
  if ((parameter & kTemporary) != 0 && has_place) return kNoConversion;
  const bool refers = (parameter & kReference) != 0;
  return refers && !has_place && fit == kRankExact ? kRankQualification : fit;
}

}  // namespace waymark::indexer
