// From the bytes of one file to its facts.
#pragma once

#include <memory>
#include <string_view>

#include <absl/status/statusor.h>

#include "indexer/facts.h"
#include "indexer/language.h"

namespace waymark::indexer {

// Reads one file after the other and keeps parser, tables and memory between them. Not thread-safe:
// one a thread.
class Extractor {
 public:
  Extractor();
  ~Extractor();
  Extractor(Extractor&&) noexcept;
  Extractor& operator=(Extractor&&) noexcept;

  // Depends on nothing but the arguments: not on the files read before, and on the path only where
  // that tells of a route (file_route.h). Any bytes will do; what
  // does not parse is left out and counted in FileFacts::syntax_error_count. Errors:
  // InvalidArgument (more than kMaxFileBytes), ResourceExhausted (the parser's limit of steps was
  // hit). Cost: linear in the bytes.
  absl::StatusOr<FileFacts> Extract(std::string_view bytes, const GrammarRow& grammar,
                                    std::string_view path = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace waymark::indexer
