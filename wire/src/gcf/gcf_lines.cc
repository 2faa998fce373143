#include "gcf/gcf_lines.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>

#include "payload/symbol_change.h"
#include "text/comment_text.h"
#include "text/numbers.h"

namespace waymark::wire {
namespace {

constexpr std::array<std::string_view, 3> kGroupNames = {"targets", "related", "extended"};

struct LineRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

// Names a line in any case, with 0 for an unknown one, since a path alone could be any word.
void AppendPlaceToken(std::string& out, std::string_view path, LineRange lines,
                      GcfCharset charset) {
  if (!path.empty()) AppendGcfToken(out, path, charset);
  if (lines.first == 0) {
    out += ":0";
  } else {
    AppendGcfRange(out, lines.first, lines.last);
  }
}

void AppendPlace(std::string& out, const Symbol& symbol, const EncodeOptions& options,
                 GcfCharset charset) {
  const bool has_place = options.places && !symbol.path.empty();
  const bool has_signature = options.signatures && !symbol.signature.empty();
  const bool has_text = options.texts && !symbol.text.empty();
  if (!has_place && !has_signature && !has_text) return;
  out += "# ";
  if (has_place) {
    AppendPlaceToken(out, symbol.path, {symbol.start_line, symbol.end_line}, charset);
  } else {
    out += kNoGcfPlace;
  }
  if (has_signature) AppendGcfRest(out, " ", symbol.signature);
  out += '\n';
}

}  // namespace

void AppendGcfListed(std::string& out, std::string_view field, GcfCharset charset) {
  const std::size_t begin = out.size();
  AppendGcfToken(out, field, charset);
  for (std::size_t at = out.find(',', begin); at != std::string::npos; at = out.find(',', at)) {
    out.replace(at, 1, "%2C");
  }
}

std::vector<std::uint32_t> GcfOrder(const Payload& payload) {
  std::vector<std::uint32_t> order(payload.symbols.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&payload](std::uint32_t a, std::uint32_t b) {
    const Symbol& first = payload.symbols[a];
    const Symbol& second = payload.symbols[b];
    if (first.distance != second.distance) return first.distance < second.distance;
    return first.score > second.score;
  });
  return order;
}

void AppendGcfGroup(std::string& out, std::uint8_t distance) {
  if (distance < kGroupNames.size()) {
    out += kGroupNames[distance];
  } else {
    out += "distance_";
    AppendInteger(out, distance);
  }
}

void AppendGcfNode(std::string& out, const Payload& payload, const Symbol& symbol, std::uint32_t id,
                   GcfCharset charset, const GcfShared& shared) {
  out += '@';
  AppendInteger(out, id);
  out += ' ';
  AppendGcfToken(out, GcfKindName(payload, symbol.kind), charset);
  out += ' ';
  AppendGcfName(out, symbol.qualified_name, shared.base, charset);
  out += ' ';
  AppendTwoDecimals(out, symbol.score);
  out += ' ';
  AppendGcfProvenance(
      out,
      symbol.provenance.is_present() ? TermName(payload, symbol.provenance) : std::string_view(),
      shared.provenance, charset);
}

void AppendGcfEdge(std::string& out, const Payload& payload, const Edge& edge, GcfEnds ends,
                   GcfCharset charset) {
  out += '@';
  AppendInteger(out, ends.target);
  out += "<@";
  AppendInteger(out, ends.source);
  out += ' ';
  AppendGcfToken(out, TermName(payload, edge.type), charset);
  if (edge.status == EdgeStatus::kUnchanged) return;
  out += ' ';
  AppendGcfStatus(out, TermName(payload, edge.status), charset);
}

void AppendGcfNodeComments(std::string& out, const Symbol& symbol, const EncodeOptions& options,
                           GcfCharset charset) {
  AppendPlace(out, symbol, options, charset);
  if (!options.texts) return;
  for (std::string_view text = symbol.text; !text.empty();) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    AppendGcfRest(out, "# ", text.substr(0, end));
    out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void AppendGcfSites(std::string& out, const Edge& edge, std::string_view path, GcfCharset charset) {
  std::uint32_t line = 0;
  std::string_view lead = "# at ";
  for (const Site& site : edge.sites) {
    if (site.line == line && site.path == path) continue;
    out += lead;
    if (site.path != path) {
      AppendGcfListed(out, site.path, charset);
      out += ':';
    }
    AppendInteger(out, site.line);
    path = site.path;
    line = site.line;
    lead = ",";
  }
  if (!edge.sites.empty()) out += '\n';
}

void AppendGcfChange(std::string& out, const SymbolChange& change, GcfCharset charset) {
  out += "# ";
  out += Name(change.status);
  for (const ChangeList& list : kChangeLists) {
    std::string_view lead = " ";
    for (const std::string& entry : change.*list.entries) {
      out += lead;
      if (lead != ",") {
        out += list.name;
        out += '=';
      }
      AppendGcfListed(out, entry, charset);
      lead = ",";
    }
  }
  if (!change.old_name.empty()) {
    out += " was=";
    AppendGcfToken(out, change.old_name, charset);
  }
  if (change.old_place) {
    out += " from=";
    AppendPlaceToken(out, change.old_place->path,
                     {change.old_place->start_line, change.old_place->end_line}, charset);
  }
  if (change.certainty != 1) {
    out += " certainty=";
    AppendShortest(out, change.certainty);
  }
  out += '\n';
}

void AppendGcfRest(std::string& out, std::string_view lead, std::string_view text) {
  out += lead;
  AppendCommentText(out, text);
}

void AppendGcfRange(std::string& out, std::uint32_t first, std::uint32_t last) {
  if (first != 0) {
    out += ':';
    AppendInteger(out, first);
  }
  if (last > first) {
    out += '-';
    AppendInteger(out, last);
  }
}

}  // namespace waymark::wire
