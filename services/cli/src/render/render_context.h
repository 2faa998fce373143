// The answer to `context` on one screen: the best symbols, and of their source the lines that tell
// most about the task.
#pragma once

#include <string>

#include "output/screen.h"
#include "services/verbs.h"

namespace waymark::services {

// Symbols that one screen shows, unless another number is asked for.
inline constexpr std::uint32_t kScreenSymbols = 8;

struct ContextPage {
  const ContextAnswer& answer;   // with its explanation, which has the words of the task
  const SourcesAnswer& sources;  // of the symbols of the answer, in their order, with members
  std::string rest_call;         // the command that shows all that fits the budget, in full
};

// Each symbol has its number, name, place and signature, and a type with members the first line of
// its documentation. Of a type the heads of its public members are the lines that tell most, each
// in whole on one line; those that the screen shows as symbols of their own are left out. Lines of
// source fill the rest of the screen, which has at least 24 lines, and 40 where no terminal
// tells; as many symbols as there are are shown even if they take more. Text is made visible.
std::string RenderContext(const ContextPage& page, const Screen& screen);

}  // namespace waymark::services
