// Extracts the facts of one file from its bytes.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include <absl/status/statusor.h>

#include "indexer/facts.h"
#include "indexer/language.h"

namespace waymark::indexer {

// Reads one file after the other and keeps parser, tables and memory between them. Not thread-safe:
// one per thread.
class Extractor {
 public:
  Extractor();
  ~Extractor();
  Extractor(Extractor&&) noexcept;
  Extractor& operator=(Extractor&&) noexcept;

  // Depends on the arguments alone: not on earlier files, and on the path only where it determines
  // a route (file_route.h). Accepts any bytes; what does not parse is left out and counted in
  // FileFacts::syntax_error_count. Errors: InvalidArgument (more than kMaxFileBytes),
  // ResourceExhausted (the parser's step limit was hit). Cost: linear in the bytes.
  absl::StatusOr<FileFacts> Extract(std::string_view bytes, const GrammarRow& grammar,
                                    std::string_view path = {});

  // The beginning of the first syntax error of the file extracted last; nullopt: it has none.
  std::optional<Position> first_syntax_error() const { return first_syntax_error_; }

 private:
  struct State;
  std::unique_ptr<State> state_;
  std::optional<Position> first_syntax_error_;
};

}  // namespace waymark::indexer
