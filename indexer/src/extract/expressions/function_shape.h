// What a function without a name is known by where overloads are chosen by arguments: how many
// parameters it has and whether it gives a value, as the name of its type: "=>2v".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace waymark::indexer {

inline constexpr std::string_view kFunctionMark = "=>";

enum class FunctionResult : char {
  kNone = 'n',  // a block without a value
  kValue = 'v',
  kTask = 'k',    // what is awaited, without a value
  kTaskOf = 'K',  // the same, with one
  kOpen = '?',    // of a call, which may give one
};

inline constexpr int kAnyParameters = -1;          // `delegate { }` of C# takes what it is given
inline constexpr int kMaxFunctionParameters = 17;  // or more: no type of the library takes these

struct FunctionParts {
  int parameters = 0;
  FunctionResult result = FunctionResult::kOpen;
};

// Of a function of C# or Java as it is written: `async (a, b) => a.Run(b)`, `a -> { return a; }`.
FunctionParts PartsInText(std::string_view function);

std::string NameOfFunction(FunctionParts parts);

// Of a function whose result is of the type, by the name of that without its arguments: kValue,
// kTask or kTaskOf.
FunctionResult ResultNamed(std::string_view type, bool is_generic);

// All that NameOfFunction() gives.
std::vector<std::string> NamesOfFunctions();

// `action` of `x => action(x)`, where a body is nothing but a call of a name from outside; else
// empty.
std::string_view CalledIn(std::string_view function);

// REQUIRES: made by NameOfFunction().
FunctionParts PartsOfFunction(std::string_view name);

}  // namespace waymark::indexer
