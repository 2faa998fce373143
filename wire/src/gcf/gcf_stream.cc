#include "wire/gcf_stream.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "gcf/gcf_lines.h"
#include "gcf/gcf_metadata.h"
#include "graph/status.h"
#include "text/numbers.h"
#include "wire/utf8.h"

namespace waymark::wire {
namespace {

// Has no foreign names: a stream knows none before its first row.
const Payload& Vocabulary() {
  static const Payload vocabulary;
  return vocabulary;
}

absl::Status BrokenStream(std::string_view what) {
  return absl::InvalidArgumentError(fmt::format("stream gcf: {}", what));
}

}  // namespace

GcfStream::GcfStream(std::string_view tool, std::uint64_t token_budget, GcfSink sink,
                     const EncodeOptions& options)
    : sink_(std::move(sink)), options_(options) {
  header_ = "GCF tool=";
  AppendGcfToken(header_, tool);
  if (token_budget != 0) {
    header_ += " budget=";
    AppendInteger(header_, token_budget);
  }
  header_ += " stream=true";  // so that a reader knows that a summary follows
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

// `comments` are whole lines; they are sent below the last row.
absl::Status GcfStream::SendComments(std::string_view comments) {
  while (!comments.empty()) {
    const std::size_t end = comments.find('\n') + 1;
    WM_RETURN_IF_ERROR(sink_(comments.substr(0, end)));
    comments.remove_prefix(end);
  }
  return absl::OkStatus();
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

absl::Status GcfStream::BeginNode(const Symbol& symbol) {
  if (group_ == kEdges || is_finished_ || begun_) {
    return absl::FailedPreconditionError("stream gcf: a node inside a node or after the edges");
  }
  if (symbol.qualified_name.empty() || !IsUtf8(symbol.qualified_name)) {
    return BrokenStream("a node whose name is empty or not UTF-8");
  }
  if (!std::isfinite(symbol.score)) return BrokenStream("a score that is not finite");
  if (symbol.kind.is_foreign() || symbol.provenance.is_foreign()) {
    return BrokenStream("a kind or provenance without a number");
  }
  if (nodes_ == kMaxSymbols) return BrokenStream("more nodes than a payload may hold");
  WM_RETURN_IF_ERROR(BeginGroup(symbol.distance));
  AppendGcfNode(line_, Vocabulary(), symbol, nodes_, GcfCharset::kUtf8);
  begun_ = symbol.qualified_name;
  return Send();
}

absl::StatusOr<std::uint32_t> GcfStream::AddNode(const Symbol& symbol) {
  if (!begun_) WM_RETURN_IF_ERROR(BeginNode(symbol));
  if (*begun_ != symbol.qualified_name || group_ != symbol.distance) {
    return BrokenStream("another node than the one that was begun");
  }
  begun_.reset();
  std::string comments;
  AppendGcfNodeComments(comments, symbol, options_, GcfCharset::kUtf8);
  WM_RETURN_IF_ERROR(SendComments(comments));
  ++rows_[symbol.distance];
  return nodes_++;
}

absl::Status GcfStream::AddEdge(const Edge& edge) {
  if (begun_) return absl::FailedPreconditionError("stream gcf: an edge inside a node");
  if (is_finished_) return absl::FailedPreconditionError("stream gcf: an edge after the summary");
  if (edge.source >= nodes_ || edge.target >= nodes_) {
    return BrokenStream(
        fmt::format("an edge from {} to {}, of {} nodes", edge.source, edge.target, nodes_));
  }
  if (edge.type.is_foreign()) return BrokenStream("a type without a number");
  if (rows_[kEdges] == kMaxEdges) return BrokenStream("more edges than a payload may hold");
  WM_RETURN_IF_ERROR(BeginGroup(kEdges));
  AppendGcfEdge(line_, Vocabulary(), edge, {.source = edge.source, .target = edge.target},
                GcfCharset::kUtf8);
  ++rows_[kEdges];
  WM_RETURN_IF_ERROR(Send());
  if (!options_.places || edge.sites.empty()) return absl::OkStatus();
  std::string comment;
  AppendGcfSites(comment, edge, "", GcfCharset::kUtf8);
  return SendComments(comment);
}

absl::Status GcfStream::Finish(const Payload& answer) {
  if (std::exchange(is_finished_, true)) {
    return absl::FailedPreconditionError("stream gcf: finished twice");
  }
  if (begun_) return absl::FailedPreconditionError("stream gcf: finished inside a node");
  std::string comments;
  // A stream does not count tokens and names no tokenizer.
  if (options_.metadata) {
    AppendGcfState(comments, answer, GcfCharset::kUtf8);
    AppendGcfNextCall(comments, answer);
  }
  // After a node, these comments would read like the node's text.
  if (!comments.empty()) WM_RETURN_IF_ERROR(BeginGroup(kEdges));
  WM_RETURN_IF_ERROR(SendComments(comments));
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

absl::Status FinishGcf(const Payload& payload, GcfStream& stream) {
  WM_RETURN_IF_ERROR(Check(payload));
  std::vector<std::uint32_t> ids(payload.symbols.size());
  for (const std::uint32_t index : GcfOrder(payload)) {
    WM_ASSIGN_OR_RETURN(ids[index], stream.AddNode(payload.symbols[index]));
  }
  for (Edge edge : payload.edges) {
    edge.source = ids[edge.source];
    edge.target = ids[edge.target];
    WM_RETURN_IF_ERROR(stream.AddEdge(edge));
  }
  return stream.Finish(payload);
}

absl::Status StreamGcf(const Payload& payload, const EncodeOptions& options, const GcfSink& sink) {
  GcfStream stream(payload.tool, payload.token_budget, sink, options);
  return FinishGcf(payload, stream);
}

}  // namespace waymark::wire
