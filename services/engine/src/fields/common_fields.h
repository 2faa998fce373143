// Rows that several requests share.
#pragma once

#include <cstdint>
#include <string_view>

#include "fields/field_access.h"
#include "retrieval/blast_radius.h"
#include "services/limits.h"

namespace waymark::services {

inline constexpr std::string_view kSymbolHelp =
    "Qualified name, the end of one, an id, or the place FILE:LINE";
inline constexpr char kSymbolBrief[] = "A name like Cart.total, a handle, or FILE:LINE";
inline constexpr std::string_view kSymbolsHelp =
    "Symbols that change: qualified names, ends of them, ids, or places FILE:LINE";
inline constexpr std::string_view kSymbolAdvice = "name a symbol, or a place as FILE:LINE";
inline constexpr std::string_view kSymbolValue = "NAME|FILE:LINE";
inline constexpr std::string_view kRevisionAdvice = "name a branch, a tag or a commit";

// The symbol that a question is about; a positional argument on the command line.
constexpr RequestField SymbolField(std::string_view name, FieldAccess value) {
  return {.name = name,
          .value = value,
          .option = name,
          .value_name = kSymbolValue,
          .argument = "symbol",
          .help = kSymbolHelp,
          .brief = kSymbolBrief,
          .advice = kSymbolAdvice,
          .is_required = true,
          .is_place = true};
}

// The session of a client that holds earlier answers.
constexpr RequestField SessionField(FieldAccess value) {
  return {.name = "session",
          .value = value,
          .option = "--session",
          .value_name = "new|HANDLE",
          .argument = "session",
          .help =
              "'new' starts a session; later pass the handle that the answer names. Symbols "
              "that were sent before are written as numbers",
          .brief =
              "'new', or the handle that an earlier answer gave: symbols that were sent "
              "before are sent as numbers",
          .advice = "say new, or give the handle of a session",
          .is_seldom = true};
}

template <auto kMember>
constexpr RequestField DepthField() {
  return {.name = "depth",
          .value = Of<kMember>(),
          .option = "--depth",
          .value_name = "N",
          .argument = "depth",
          .help = "Hops to follow",
          .least = 1,
          .most = retrieval::kMaxBlastDepth};
}

// A revision, instead of symbols.
template <auto kMember>
constexpr RequestField RevisionField(std::string_view option, std::string_view help) {
  return {.name = "base",
          .value = Of<kMember>(),
          .option = option,
          .value_name = "REV",
          .argument = "base",
          .help = help,
          .brief = "Or a revision: all that differs from it",
          .advice = kRevisionAdvice};
}

// The number of rows of a page; `help` says what the rows are.
template <auto kMember>
constexpr RequestField LimitField(std::string_view help, std::uint32_t most,
                                  std::uint32_t tool_usual = 0, const char* brief = nullptr) {
  return {.name = "limit",
          .value = Of<kMember>(),
          .option = "--limit",
          .value_name = "N",
          .argument = "limit",
          .help = help,
          .brief = brief,
          .least = 1,
          .most = most,
          .tool_usual = tool_usual};
}

template <auto kMember>
constexpr RequestField PossibleField() {
  return {.name = "possible",
          .value = Of<kMember>(),
          .option = "--possible",
          .argument = "possible",
          .help = "List the places of possible uses, the likeliest first",
          .brief = "List the places of possible uses"};
}

template <auto kMember>
constexpr RequestField CursorField() {
  return {.name = "cursor",
          .value = Of<kMember>(),
          .option = "--cursor",
          .value_name = "CURSOR",
          .argument = "cursor",
          .help = "The page after the one that named this cursor (default: the first)",
          .brief = "",  // an answer has it in the call for the rest
          .advice = "give the cursor that an answer ends with",
          .is_seldom = true};
}

}  // namespace waymark::services
