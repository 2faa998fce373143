// Collects the rows of a stream into payloads of their own, which travel as GCB1.
//
// GCB1 tells its counts before its rows, so a stream is a sequence of payloads. Each is whole in
// itself: a payload with an edge to a symbol of an earlier payload has that symbol once more,
// without its text. Readers know such symbols by their ids. The last payload has the data about
// the whole answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <absl/status/status.h>

#include "services/verbs.h"
#include "wire/payload.h"

namespace waymark::services {

// Keeps the symbols of the whole answer, without texts, for the edges that come after them. Not
// thread-safe.
class PayloadChunks {
 public:
  // The sink must outlive this.
  PayloadChunks(std::string_view tool, const RowsSink& sink) : sink_(sink), tool_(tool) {}

  // The first symbol is sent at once.
  absl::Status AddSymbol(wire::Symbol symbol);

  // The ends are numbers of symbols, which count up from 0. InvalidArgument for one that was not
  // added.
  absl::Status AddEdge(wire::Edge edge);

  // Sends the collected rows, if there are any.
  absl::Status Flush();

  // Sends the collected rows with the metadata of `answer`, whose own rows are ignored.
  absl::Status Finish(wire::Payload answer);

 private:
  std::uint32_t PlaceOf(std::uint32_t number);
  absl::Status FlushFull();
  absl::Status Send(wire::Payload chunk);

  const RowsSink& sink_;
  std::string tool_;
  std::vector<wire::Symbol> symbols_;
  wire::Payload chunk_;
  std::unordered_map<std::uint32_t, std::uint32_t> places_;  // in the chunk, by number
};

// Sends an answer that is known as a whole. The first symbol is sent at once.
absl::Status StreamPayloads(const wire::Payload& payload, const RowsSink& sink);

}  // namespace waymark::services
