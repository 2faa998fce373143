// Lines of GCF that several writers need.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gcf/gcf_shared.h"
#include "text/gcf_token.h"
#include "wire/codec.h"
#include "wire/payload.h"

namespace waymark::wire {

// Nodes, edges and headings are appended without a line break, comments with one.

// The symbols in the order of the text: by distance, then by score, best first; equal scores keep
// their rank.
std::vector<std::uint32_t> GcfOrder(const Payload& payload);

// "targets", "related", "extended", "distance_3"
void AppendGcfGroup(std::string& out, std::uint8_t distance);

// "@0 fn a.b 0.50 ast_resolved", without the texts that the header states for all.
void AppendGcfNode(std::string& out, const Payload& payload, const Symbol& symbol, std::uint32_t id,
                   GcfCharset charset, const GcfShared& shared = {});

// The ends of an edge, as ids.
struct GcfEnds {
  std::uint32_t source = 0;
  std::uint32_t target = 0;
};

// "@0<@1 calls added"
void AppendGcfEdge(std::string& out, const Payload& payload, const Edge& edge, GcfEnds ends,
                   GcfCharset charset);

// Appends the comments below a node that the options ask for: "# PATH:FIRST-LAST SIGNATURE", as far
// as the symbol has them, then its text, one comment per line. If there is no path, kNoGcfPlace
// comes first, so that no word of signature or text is read as a path: "# - SIGNATURE".
inline constexpr std::string_view kNoGcfPlace = "-";
void AppendGcfNodeComments(std::string& out, const Symbol& symbol, const EncodeOptions& options,
                           GcfCharset charset);

// "# at LINE,LINE": without duplicate lines, in the file `path` unless another is named. Appends
// nothing without sites.
void AppendGcfSites(std::string& out, const Edge& edge, std::string_view path, GcfCharset charset);

// For a difference: "# changed behaviour=body,calls was=OLD_NAME from=PATH:FIRST-LAST
// certainty=0.9".
void AppendGcfChange(std::string& out, const SymbolChange& change, GcfCharset charset);

// Appends a token of a list with commas between its entries.
void AppendGcfListed(std::string& out, std::string_view field, GcfCharset charset);

// Appends free text up to the end of a line (comment_text.h).
void AppendGcfRest(std::string& out, std::string_view lead, std::string_view text);

// ":FIRST-LAST", as far as the lines are known.
void AppendGcfRange(std::string& out, std::uint32_t first, std::uint32_t last);

}  // namespace waymark::wire
