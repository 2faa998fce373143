// GCF as a stream: rows are sent while a traversal finds them, and the counts come last. Memory
// does not grow with the number of rows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "wire/codec.h"
#include "wire/payload.h"

namespace waymark::wire {

// Receives a line with its line break. An error ends the stream with that error.
using GcfSink = std::function<absl::Status(std::string_view line)>;

// Writes one stream in the dialect `gcf`:
//
//   GCF tool=T [budget=B]
//   ## targets
//   @0 fn pkg.Auth 0.95 lsp_resolved
//   ## edges [?]
//   @0<@1 calls
//   ## _summary symbols=4 edges=3 sections=targets:2,related:2,edges:3
//
// All nodes come before the first edge, in the order in which they are found; a heading is written
// whenever the distance changes. An unfinished stream has no summary, so that no reader takes it
// for a whole graph. Not thread-safe.
class GcfStream {
 public:
  // Takes what is known before the first row: tool, budget, and which comments rows have.
  GcfStream(std::string_view tool, std::uint64_t token_budget, GcfSink sink,
            const EncodeOptions& options = kGraphOnly);

  // Sends the first line of the next node, for a node whose place, signature and text are not known
  // yet. AddNode() must follow with the node; before that nothing else may. Errors: those of
  // AddNode().
  absl::Status BeginNode(const Symbol& symbol);

  // Sends a node and returns its id; ids count up from 0. Errors: those of the sink;
  // InvalidArgument for a name that is empty or not UTF-8, a score that is not finite, a kind or
  // provenance without a published number; FailedPrecondition after an edge.
  absl::StatusOr<std::uint32_t> AddNode(const Symbol& symbol);

  // Sends an edge whose ends are ids of nodes. InvalidArgument for an id that was not sent.
  absl::Status AddEdge(const Edge& edge);

  // Sends the summary; nothing may follow. With metadata comments, those of `answer`, except the
  // tokenizer, come before the summary: they are known only at the end.
  absl::Status Finish(const Payload& answer = {});

 private:
  absl::Status Send();
  absl::Status SendComments(std::string_view comments);
  absl::Status BeginGroup(std::size_t group);

  static constexpr std::size_t kEdges = 256;
  static constexpr std::size_t kNone = 257;

  GcfSink sink_;
  EncodeOptions options_;
  std::string line_;
  std::string header_;  // kept until it is sent
  std::size_t group_ = kNone;
  bool is_finished_ = false;
  std::optional<std::string> begun_;                 // the node of which AddNode() sends the rest
  std::array<std::uint64_t, kEdges + 1> rows_ = {};  // number of nodes by distance, and of edges
  std::uint32_t nodes_ = 0;
};

// Sends the rows of a payload and ends the stream: nodes in the order of GCF, then edges, metadata
// and summary. Errors: those of Check() and of the sink.
absl::Status FinishGcf(const Payload& payload, GcfStream& stream);

// Writes a whole payload as a stream, for readers that begin before its end: nodes in the order of
// GCF, then edges, metadata and summary. Errors: those of Check() and of the sink.
absl::Status StreamGcf(const Payload& payload, const EncodeOptions& options, const GcfSink& sink);

}  // namespace waymark::wire
