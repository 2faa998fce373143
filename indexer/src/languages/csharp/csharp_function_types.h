// Delegate types of the .NET library, by parameters and result.
#pragma once

#include "syntax/function_type.h"

namespace waymark::indexer {

inline constexpr FunctionType kCSharpFunctionTypes[] = {
    {"Action", kAllArguments, false}, {"Comparison", 2, true},
    {"Converter", 1, true},           {"EventHandler", 2, false},
    {"Func", kAllButLast, true},      {"ParameterizedThreadStart", 1, false},
    {"Predicate", 1, true},           {"SendOrPostCallback", 1, false},
    {"ThreadStart", 0, false},        {"TimerCallback", 1, false},
    {"WaitCallback", 1, false}};

}  // namespace waymark::indexer
