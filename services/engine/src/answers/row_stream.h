// Rows of an answer as GCF in the form of streams, sent while they are found.
#pragma once

#include <cstdint>
#include <string_view>

#include <absl/status/status.h>

#include "services/line_chunks.h"
#include "services/verbs.h"
#include "wire/gcf_stream.h"
#include "wire/payload.h"

namespace waymark::services {

// Not thread-safe.
class RowStream {
 public:
  // The sink outlives it.
  RowStream(std::string_view tool, const LinesSink& sink);
  RowStream(const RowStream&) = delete;
  RowStream& operator=(const RowStream&) = delete;

  // The first row leaves at once.
  absl::Status AddSymbol(wire::Symbol symbol);

  // Ends are numbers of symbols, which count up from 0.
  absl::Status AddEdge(wire::Edge edge);

  // Sends what waits for more.
  absl::Status Flush() { return chunks_.Flush(); }

  // Sends the rest, with what is known of the answer at its end. Nothing may follow.
  absl::Status Finish(wire::Payload answer);

  std::uint32_t symbols() const { return symbols_; }

 private:
  LineChunks chunks_;
  wire::GcfStream stream_;
  std::uint32_t symbols_ = 0;
};

}  // namespace waymark::services
