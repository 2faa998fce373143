// The parameters of a member, by which types are compared with the interfaces that they satisfy
// without naming them (Satisfaction in resolve/rules/resolution_rules.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace waymark::indexer {

inline constexpr int kAnyCount = 255;  // any number of arguments

struct ParameterShape {
  int required = 0;  // arguments that a call must pass
  int most = 0;      // arguments that a call may pass
  // The built-in types of the parameters in order; empty for another type.
  std::vector<std::string_view> types;
};

// What fits every member: a field, or a function whose parameters are unknown.
inline constexpr std::string_view kOpenShape = ".";

std::string TextOfShape(const ParameterShape& shape);

enum class Surplus : bool {
  kFails,    // a function fails with more arguments than parameters
  kIgnored,  // further arguments are ignored
};

// Whether a call of a member of the text `required` may run a member of the text `member`.
bool FitsShape(std::string_view member, std::string_view required, Surplus surplus);

// The texts between commas outside of brackets and quotes, without white space around them.
std::vector<std::string_view> SplitAtCommas(std::string_view text);

// The position of the first of the characters outside of brackets and quotes; npos if there is
// none.
std::size_t FindOutside(std::string_view text, std::string_view characters);

// The text between the bracket at `open` and its counterpart.
std::string_view InsideBrackets(std::string_view text, std::size_t open);

}  // namespace waymark::indexer
