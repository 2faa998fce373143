// The texts of C macros, and the function that a macro before a body defines.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace waymark::indexer {

struct MacroText {
  std::vector<std::string_view> parameters;  // "..." for variadic ones
  std::string_view text;
};

// Views are into the file with the macros.
class MacroTexts {
 public:
  // With two definitions of one name, neither is used.
  void Add(std::string_view name, const MacroText& macro);

  bool Has(std::string_view name) const { return macros_.find(name) != macros_.end(); }

  // `static int name##_run(void)`: the function that `DEFINE(name) { ... }` defines. Empty if the
  // text does not end in the head of one function, or uses unknown macros. Bounded by
  // kMaxMacroDepth and kMaxMacroTokens.
  std::string FunctionDefinedBy(std::string_view name,
                                std::span<const std::string_view> arguments) const;

 private:
  std::unordered_map<std::string_view, MacroText> macros_;
};

inline constexpr std::string_view kPaste = "##";      // joins two tokens
inline constexpr int kMaxMacroDepth = 8;              // nesting of macros
inline constexpr std::size_t kMaxMacroTokens = 1024;  // of an expansion

// The trimmed arguments between the parentheses at the beginning of `text`; empty if they are not
// closed.
std::vector<std::string_view> MacroArguments(std::string_view text);

}  // namespace waymark::indexer
