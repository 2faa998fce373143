#include "next_call.h"

#include <fmt/format.h>

#include "services/shell_word.h"

namespace waymark::services {
namespace {

// A call is told in one line of an answer: it takes part of a budget, and a line break in it would
// be folded into a blank.
bool IsRepeatable(std::string_view question) {
  return question.size() <= kMaxRepeatedBytes &&
         question.find_first_of("\r\n") == std::string_view::npos;
}

std::string Call(std::string_view command, std::string_view question, std::string_view options,
                 const Encoding& encoding) {
  if (!IsRepeatable(question)) return "";
  // What begins like an option has to come last, behind the mark that ends them.
  if (question.starts_with('-')) {
    return fmt::format("waymark {}{}{} -- {}", command, options, encoding.call_options,
                       ShellQuoted(question));
  }
  return fmt::format("waymark {} {}{}{}", command, ShellQuoted(question), options,
                     encoding.call_options);
}

}  // namespace

std::string NextContext(const ContextRequest& request, std::uint32_t budget_tokens,
                        std::uint32_t max_symbols) {
  std::string options = fmt::format(" --budget {}", budget_tokens);
  if (max_symbols != 0) options += fmt::format(" --limit {}", max_symbols);
  return Call("context", request.task, options, request.encoding);
}

std::string NextBlastRadius(const BlastRadiusRequest& request, std::string_view name,
                            std::uint32_t depth, std::uint32_t limit) {
  std::string options = fmt::format(" --depth {} --limit {}", depth, limit);
  for (std::size_t i = 0; i < request.edge_types.size(); ++i) {
    options += i == 0 ? " --edges " : ",";
    options += Name(request.edge_types[i]);
  }
  if (request.min_confidence > 0) {
    options += fmt::format(" --min-confidence {}", request.min_confidence);
  }
  return Call("blast-radius", name, options, request.encoding);
}

std::string NextSearch(const SearchRequest& request, std::uint32_t limit) {
  return Call("search", request.query, fmt::format(" --limit {}", limit), request.encoding);
}

}  // namespace waymark::services
