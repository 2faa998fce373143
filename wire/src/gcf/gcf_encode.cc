// GCF, the graph-compact text for language models: the encoder of both dialects.
//
//   GCF tool=T [budget=B] [tokens=K] symbols=N [pack_root=HEX]
//   ## targets | ## related | ## extended | ## distance_N        distance 0, 1, 2, N
//   @ID KIND QUALIFIED_NAME SCORE PROVENANCE                      ids count up from 0
//   ## edges
//   @TARGET<@SOURCE TYPE [added|removed]                          in the payload's order
//
// In `gcf-short` the header has [base=BEGINNING] [provenance=NAME] after symbols=; the nodes leave
// these out.
//
// In `gcf3` the header is
//
//   GCF profile=graph tool=T [budget=B] [tokens=K] symbols=N [edges=E]
//       [pack_root=sha256:HEX content_root=HEX]                    one line
//
// Tokens are ASCII, and the edges begin with "## edges [E]" and are sorted by source, target and
// type.
//
// Within a group the best score comes first. Data that the dialect has no place for are comments,
// which begin with "# " and which every decoder drops: the state of the answer below the header;
// place, signature and text below their node; the call for the rest at the end. A text that is
// source with line numbers stands in a part of its own, with the places and signatures of the
// symbols in its files (gcf_source.h).
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "codec/builtin_codecs.h"
#include "gcf/gcf_codec.h"
#include "gcf/gcf_lines.h"
#include "gcf/gcf_metadata.h"
#include "gcf/gcf_shared.h"
#include "gcf/gcf_source.h"
#include "text/gcf_token.h"
#include "text/numbers.h"
#include "wire/graph_pack_root.h"

namespace waymark::wire {
namespace {

class GcfWriter {
 public:
  // With `shared`, nodes leave out its texts.
  GcfWriter(const Payload& payload, const EncodeOptions& options, GcfDialect dialect,
            const GcfShared& shared = {})
      : payload_(payload),
        options_(options),
        dialect_(dialect),
        shared_(shared),
        charset_(CharsetOf(dialect)),
        order_(GcfOrder(payload)) {
    numbering_.ids.resize(order_.size());
    for (std::uint32_t id = 0; id < order_.size(); ++id) numbering_.ids[order_[id]] = id;
  }

  // For a session: the symbols have the session's numbers.
  GcfWriter(const Payload& payload, const EncodeOptions& options, GcfDialect dialect,
            GcfNumbering numbering)
      : payload_(payload),
        options_(options),
        dialect_(dialect),
        charset_(CharsetOf(dialect)),
        numbering_(std::move(numbering)),
        order_(GcfOrder(payload)) {}

  std::string Write() {
    out_.reserve(EstimatedBytes());
    source_ = GcfSource(payload_, options_, DeclaredSymbols(), numbering_.ids);
    WriteHeader();
    if (options_.metadata) AppendGcfMetadata(out_, payload_, charset_);
    int distance = -1;
    for (const std::uint32_t index : order_) {
      const Symbol& symbol = payload_.symbols[index];
      if (symbol.distance != distance) WriteGroup(symbol.distance);
      distance = symbol.distance;
      WriteNode(symbol, index);
    }
    WriteEdges();
    source_.Append(out_, charset_);
    if (options_.metadata) AppendGcfNextCall(out_, payload_);
    return std::move(out_);
  }

 private:
  static GcfCharset CharsetOf(GcfDialect dialect) {
    return dialect == GcfDialect::kGcf3 ? GcfCharset::kAscii : GcfCharset::kUtf8;
  }

  std::size_t EstimatedBytes() const {
    constexpr std::size_t kHeader = 256;
    constexpr std::size_t kNode = 48;
    constexpr std::size_t kEdge = 32;
    std::size_t bytes = kHeader + kEdge * payload_.edges.size();
    for (const Symbol& symbol : payload_.symbols) {
      bytes += kNode + symbol.qualified_name.size();
      if (options_.places) bytes += symbol.path.size();
      if (options_.signatures) bytes += symbol.signature.size();
      if (options_.texts) bytes += symbol.text.size();
    }
    return bytes;
  }

  void Token(std::string_view field) { AppendGcfToken(out_, field, charset_); }

  void WritePair(std::string_view key, std::string_view value) {
    out_ += key;
    Token(value);
  }

  void WritePair(std::string_view key, std::uint64_t value) {
    out_ += key;
    AppendInteger(out_, value);
  }

  void WriteHeader() {
    const bool is_profile = dialect_ == GcfDialect::kGcf3;
    out_ += is_profile ? "GCF profile=graph" : "GCF";
    WritePair(" tool=", payload_.tool);
    if (payload_.token_budget != 0) WritePair(" budget=", payload_.token_budget);
    if (payload_.tokens_used != 0) WritePair(" tokens=", payload_.tokens_used);
    WritePair(" symbols=", payload_.symbols.size());
    if (!shared_.base.empty()) WritePair(" base=", shared_.base);
    if (!shared_.provenance.empty()) WritePair(" provenance=", shared_.provenance);
    if (IsInSession()) out_ += " session=true";
    if (is_profile && !payload_.edges.empty()) WritePair(" edges=", payload_.edges.size());
    if (payload_.pack_root && is_profile) {
      WritePair(" pack_root=sha256:", GraphPackRoot(payload_).ToHex());
      WritePair(" content_root=", payload_.pack_root->ToHex());
    } else if (payload_.pack_root) {
      WritePair(" pack_root=", payload_.pack_root->ToHex());
    }
    out_ += '\n';
  }

  void WriteGroup(std::uint8_t distance) {
    out_ += "## ";
    AppendGcfGroup(out_, distance);
    out_ += '\n';
  }

  bool IsInSession() const { return !numbering_.is_known.empty(); }

  void WriteNode(const Symbol& symbol, std::uint32_t index) {
    const std::uint32_t id = numbering_.ids[index];
    if (IsInSession() && numbering_.is_known[index]) {
      WritePair("@", id);
      out_ += kGcfReference;
      out_ += '\n';
      if (numbering_.is_moved[index]) {
        AppendGcfNodeComments(out_, symbol, {.places = options_.places}, charset_);
      }
      return;
    }
    AppendGcfNode(out_, payload_, symbol, id, charset_, shared_);
    out_ += '\n';
    if (symbol.change && options_.metadata) AppendGcfChange(out_, *symbol.change, charset_);
    if (source_.Tells(index)) return;
    const EncodeOptions in_graph =
        IsInSourcePart(symbol) ? EncodeOptions{.places = options_.places} : options_;
    AppendGcfNodeComments(out_, symbol, in_graph, charset_);
  }

  bool IsInSourcePart(const Symbol& symbol) const {
    return options_.texts && options_.places && HasGcfSource(symbol);
  }

  // The symbols that are not only references.
  std::vector<std::uint32_t> DeclaredSymbols() const {
    if (!IsInSession()) return order_;
    std::vector<std::uint32_t> symbols;
    std::copy_if(order_.begin(), order_.end(), std::back_inserter(symbols),
                 [this](std::uint32_t index) { return !numbering_.is_known[index]; });
    return symbols;
  }

  // The payload's order in `gcf`; sorted by source, target and type in `gcf3`.
  std::vector<std::uint32_t> EdgeOrder() const {
    std::vector<std::uint32_t> order(payload_.edges.size());
    std::iota(order.begin(), order.end(), 0U);
    if (dialect_ == GcfDialect::kGcf) return order;
    const auto key = [this](std::uint32_t index) {
      const Edge& edge = payload_.edges[index];
      return std::make_tuple(numbering_.ids[edge.source], numbering_.ids[edge.target],
                             TermName(payload_, edge.type));
    };
    std::stable_sort(order.begin(), order.end(),
                     [&key](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
    return order;
  }

  // Whether the end of the last symbol's text would read as the call for the rest.
  bool EndsLikeNextCall() const {
    if (order_.empty() || !options_.texts || !payload_.truncation) return false;
    if (!payload_.truncation->next_call.empty()) return false;
    if (IsInSourcePart(payload_.symbols[order_.back()])) return false;
    std::string_view text = payload_.symbols[order_.back()].text;
    if (text.ends_with('\n')) text.remove_suffix(1);
    return text.substr(text.rfind('\n') + 1).starts_with(kGcfNextCall);
  }

  void WriteEdges() {
    if (payload_.edges.empty() && !EndsLikeNextCall()) return;
    out_ += "## edges";
    if (dialect_ == GcfDialect::kGcf3) {
      WritePair(" [", payload_.edges.size());
      out_ += ']';
    }
    out_ += '\n';
    for (const std::uint32_t index : EdgeOrder()) {
      const Edge& edge = payload_.edges[index];
      AppendGcfEdge(out_, payload_, edge,
                    {.source = numbering_.ids[edge.source], .target = numbering_.ids[edge.target]},
                    charset_);
      out_ += '\n';
      if (options_.places) {
        AppendGcfSites(out_, edge, payload_.symbols[edge.source].path, charset_);
      }
    }
  }

  const Payload& payload_;
  const EncodeOptions& options_;
  GcfDialect dialect_;
  GcfShared shared_;
  GcfCharset charset_;
  GcfNumbering numbering_;
  std::vector<std::uint32_t> order_;  // index of the symbol with each id
  GcfSource source_;
  std::string out_;
};

}  // namespace

absl::StatusOr<std::string> EncodeGcf(const Payload& payload, const EncodeOptions& options) {
  return GcfWriter(payload, options, GcfDialect::kGcf).Write();
}

absl::StatusOr<std::string> EncodeGcf3(const Payload& payload, const EncodeOptions& options) {
  return GcfWriter(payload, options, GcfDialect::kGcf3).Write();
}

absl::StatusOr<std::string> EncodeGcfShort(const Payload& payload, const EncodeOptions& options) {
  return GcfWriter(payload, options, GcfDialect::kGcf, FindGcfShared(payload)).Write();
}

std::string EncodeGcfNumbered(const Payload& payload, const EncodeOptions& options,
                              GcfDialect dialect, GcfNumbering numbering) {
  return GcfWriter(payload, options, dialect, std::move(numbering)).Write();
}

Codec GcfCodec() {
  return {.name = "gcf",
          .description = "graph-compact text for language models",
          .aliases = {},
          .medium = Medium::kText,
          .encode = EncodeGcf,
          .decode = DecodeGcf};
}

Codec Gcf3Codec() {
  return {.name = "gcf3",
          .description = "GCF in its public graph profile, for other implementations",
          .aliases = {},
          .medium = Medium::kText,
          .encode = EncodeGcf3,
          .decode = DecodeGcf3};
}

Codec GcfShortCodec() {
  return {.name = "gcf-short",
          .description = "GCF whose header tells what most symbols share",
          .aliases = {},
          .medium = Medium::kText,
          .encode = EncodeGcfShort,
          .decode = DecodeGcf};
}

}  // namespace waymark::wire
