// What a function without a name is known by where overloads are chosen by arguments: how many
// parameters it has and whether it gives a value, as the name of its type: "=>2v".
#pragma once

#include <string>
#include <string_view>

namespace waymark::indexer {

inline constexpr std::string_view kFunctionMark = "=>";

enum class FunctionResult : char {
  kNone = 'n',  // a block without a value
  kValue = 'v',
  kOpen = '?',  // of a call, which may give one
};

struct FunctionParts {
  int parameters = 0;
  FunctionResult result = FunctionResult::kOpen;
};

// Of a function of C# or Java as it is written: `async (a, b) => a.Run(b)`, `a -> { return a; }`.
FunctionParts PartsInText(std::string_view function);

std::string NameOfFunction(FunctionParts parts);

// REQUIRES: made by NameOfFunction().
FunctionParts PartsOfFunction(std::string_view name);

}  // namespace waymark::indexer
