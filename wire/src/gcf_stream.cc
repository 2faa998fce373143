#include "wire/gcf_stream.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "gcf_lines.h"
#include "graph/status.h"
#include "numbers.h"
#include "wire/utf8.h"

namespace waymark::wire {
namespace {

// No foreign names: a stream knows none before its first row.
const Payload& Vocabulary() {
  static const Payload vocabulary;
  return vocabulary;
}

absl::Status Broken(std::string_view what) {
  return absl::InvalidArgumentError(fmt::format("stream gcf: {}", what));
}

}  // namespace

GcfStream::GcfStream(std::string_view tool, std::uint64_t token_budget, GcfSink sink)
    : sink_(std::move(sink)) {
  header_ = "GCF tool=";
  AppendGcfToken(header_, tool);
  if (token_budget != 0) {
    header_ += " budget=";
    AppendInteger(header_, token_budget);
  }
}

absl::Status GcfStream::Send() {
  if (!header_.empty()) {
    header_ += '\n';
    WM_RETURN_IF_ERROR(sink_(std::exchange(header_, "")));
  }
  line_ += '\n';
  absl::Status status = sink_(line_);
  line_.clear();
  return status;
}

absl::Status GcfStream::BeginGroup(std::size_t group) {
  if (group == group_) return absl::OkStatus();
  group_ = group;
  line_ = "## ";
  if (group == kEdges) {
    line_ += "edges [?]";
  } else {
    AppendGcfGroup(line_, static_cast<std::uint8_t>(group));
  }
  return Send();
}

absl::StatusOr<std::uint32_t> GcfStream::AddNode(const Symbol& symbol) {
  if (group_ == kEdges || is_finished_) {
    return absl::FailedPreconditionError("stream gcf: a node after the edges");
  }
  if (symbol.qualified_name.empty() || !IsUtf8(symbol.qualified_name)) {
    return Broken("a node whose name is empty or not UTF-8");
  }
  if (!std::isfinite(symbol.score)) return Broken("a score that is not finite");
  if (symbol.kind.is_foreign() || symbol.provenance.is_foreign()) {
    return Broken("a kind or provenance without a number");
  }
  if (nodes_ == kMaxSymbols) return Broken("more nodes than a payload may hold");
  WM_RETURN_IF_ERROR(BeginGroup(symbol.distance));
  AppendGcfNode(line_, Vocabulary(), symbol, nodes_, GcfCharset::kUtf8);
  WM_RETURN_IF_ERROR(Send());
  ++rows_[symbol.distance];
  return nodes_++;
}

absl::Status GcfStream::AddEdge(const Edge& edge) {
  if (is_finished_) return absl::FailedPreconditionError("stream gcf: an edge after the summary");
  if (edge.source >= nodes_ || edge.target >= nodes_) {
    return Broken(
        fmt::format("an edge from {} to {}, of {} nodes", edge.source, edge.target, nodes_));
  }
  if (edge.type.is_foreign()) return Broken("a type without a number");
  if (rows_[kEdges] == kMaxEdges) return Broken("more edges than a payload may hold");
  WM_RETURN_IF_ERROR(BeginGroup(kEdges));
  AppendGcfEdge(line_, Vocabulary(), edge, {.source = edge.source, .target = edge.target},
                GcfCharset::kUtf8);
  ++rows_[kEdges];
  return Send();
}

absl::Status GcfStream::Finish() {
  if (std::exchange(is_finished_, true)) {
    return absl::FailedPreconditionError("stream gcf: finished twice");
  }
  line_ = "## _summary symbols=";
  AppendInteger(line_, nodes_);
  line_ += " edges=";
  AppendInteger(line_, rows_[kEdges]);
  std::string_view lead = " sections=";
  for (std::size_t group = 0; group < rows_.size(); ++group) {
    if (rows_[group] == 0) continue;
    line_ += lead;
    if (group == kEdges) {
      line_ += "edges";
    } else {
      AppendGcfGroup(line_, static_cast<std::uint8_t>(group));
    }
    line_ += ':';
    AppendInteger(line_, rows_[group]);
    lead = ",";
  }
  return Send();
}

}  // namespace waymark::wire
