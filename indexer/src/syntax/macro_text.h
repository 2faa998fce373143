// Macros of C as text, and which function a use of one in front of a body defines.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace waymark::indexer {

struct MacroText {
  std::vector<std::string_view> parameters;  // "..." for those that take the rest
  std::string_view text;
};

// Views are of the file that the macros stand in.
class MacroTexts {
 public:
  // Of two definitions of one name neither is known.
  void Add(std::string_view name, const MacroText& macro);

  bool Has(std::string_view name) const { return macros_.find(name) != macros_.end(); }

  // `static int name##_run(void)`: what `DEFINE(name) { ... }` defines. Empty where the text does
  // not end in the head of one function, or comes of macros that are not known. Bounded by
  // kMaxMacroDepth and kMaxMacroTokens.
  std::string FunctionDefinedBy(std::string_view name,
                                std::span<const std::string_view> arguments) const;

 private:
  std::unordered_map<std::string_view, MacroText> macros_;
};

inline constexpr std::string_view kPaste = "##";      // joins two tokens
inline constexpr int kMaxMacroDepth = 8;              // macros within macros
inline constexpr std::size_t kMaxMacroTokens = 1024;  // of what one stands for

// The arguments between the parentheses that `text` begins with, without blanks around them; empty
// where they have no end.
std::vector<std::string_view> MacroArguments(std::string_view text);

}  // namespace waymark::indexer
