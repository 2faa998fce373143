// Sends the rows of an answer while they are found: as lines of a GCF stream, or as payloads.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "services/verbs.h"
#include "wire/payload.h"

namespace waymark::services {

// The symbol as streams send it. Errors: those of wire::Canonicalize().
absl::StatusOr<wire::Symbol> CanonicalRow(wire::Symbol symbol);

// Not thread-safe.
class RowStream {
 public:
  // The sink must outlive the stream.
  static std::unique_ptr<RowStream> To(const StreamSink& sink, std::string_view tool);

  virtual ~RowStream() = default;

  // The first row is sent at once.
  virtual absl::Status AddSymbol(wire::Symbol symbol) = 0;

  // The ends are numbers of symbols, which count up from 0. No symbol may follow.
  virtual absl::Status AddEdge(wire::Edge edge) = 0;

  // Sends the collected rows.
  virtual absl::Status Flush() = 0;

  // Sends the rest, with the data that are known at the end of the answer. Nothing may follow.
  virtual absl::Status Finish(wire::Payload answer) = 0;
};

}  // namespace waymark::services
