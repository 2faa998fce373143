// Sends the rows of an answer as a GCF stream while they are found.
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
  // The sink must outlive this.
  RowStream(std::string_view tool, const LinesSink& sink);
  RowStream(const RowStream&) = delete;
  RowStream& operator=(const RowStream&) = delete;

  // The first row is sent at once.
  absl::Status AddSymbol(wire::Symbol symbol);

  // The ends are numbers of symbols, which count up from 0.
  absl::Status AddEdge(wire::Edge edge);

  // Sends the collected rows.
  absl::Status Flush() { return chunks_.Flush(); }

  // Sends the rest, with the data that are known at the end of the answer. Nothing may follow.
  absl::Status Finish(wire::Payload answer);

  std::uint32_t symbols() const { return symbols_; }

 private:
  LineChunks chunks_;
  wire::GcfStream stream_;
  std::uint32_t symbols_ = 0;
};

}  // namespace waymark::services
