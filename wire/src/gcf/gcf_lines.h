// Lines of GCF that more than one writer needs.
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

// Nodes, edges and headings do not end themselves with a line break, comments do.

// The symbols in the order of the text: by distance, then the best score first; equal scores keep
// their rank.
std::vector<std::uint32_t> GcfOrder(const Payload& payload);

// "targets", "related", "extended", "distance_3"
void AppendGcfGroup(std::string& out, std::uint8_t distance);

// "@0 fn a.b 0.50 ast_resolved"; what the header tells of all is left out.
void AppendGcfNode(std::string& out, const Payload& payload, const Symbol& symbol, std::uint32_t id,
                   GcfCharset charset, const GcfShared& shared = {});

// Where an edge leads, by the ids of its ends.
struct GcfEnds {
  std::uint32_t source = 0;
  std::uint32_t target = 0;
};

// "@0<@1 calls added"
void AppendGcfEdge(std::string& out, const Payload& payload, const Edge& edge, GcfEnds ends,
                   GcfCharset charset);

// What the options ask for of a node, below it: "# PATH:FIRST-LAST SIGNATURE" as far as they are
// there, then its text, a comment a line. A signature or text without a path has this before it, so
// that no word of either reads as a path: "# - SIGNATURE".
inline constexpr std::string_view kNoGcfPlace = "-";
void AppendGcfNodeComments(std::string& out, const Symbol& symbol, const EncodeOptions& options,
                           GcfCharset charset);

// "# at LINE,LINE": each line once, in the file `path` unless another is named. Nothing without
// sites.
void AppendGcfSites(std::string& out, const Edge& edge, std::string_view path, GcfCharset charset);

// Of a difference: "# changed behaviour=body,calls was=OLD_NAME from=PATH:FIRST-LAST certainty=0.9"
void AppendGcfChange(std::string& out, const SymbolChange& change, GcfCharset charset);

// Free text up to the end of a line; a break inside it becomes a blank.
void AppendGcfRest(std::string& out, std::string_view lead, std::string_view text);

// ":FIRST-LAST", as far as the lines are known.
void AppendGcfRange(std::string& out, std::uint32_t first, std::uint32_t last);

}  // namespace waymark::wire
