// The difference of two states as readable text: added and removed symbols, then changes of
// behaviour, of structure and of metadata, then symbols that only moved.
#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "render/render_payload.h"
#include "retrieval/difference.h"
#include "services/payload_text.h"
#include "services/quantities.h"
#include "services/visible_text.h"
#include "wire/payload.h"

namespace waymark::services {
namespace {

// A heading and its symbols. A symbol with two kinds of change is listed under both.
struct Section {
  std::string_view heading;
  SymbolStatus status;
  const std::vector<std::string> wire::SymbolChange::*entries;  // the entries under this heading
  retrieval::ChangeClass edges;
};

constexpr Section kSections[] = {
    {"added", SymbolStatus::kAdded, nullptr, {}},
    {"removed", SymbolStatus::kRemoved, nullptr, {}},
    {"changed in behaviour", SymbolStatus::kChanged, &wire::SymbolChange::behaviour,
     retrieval::ChangeClass::kBehaviour},
    {"changed in structure", SymbolStatus::kChanged, &wire::SymbolChange::structure,
     retrieval::ChangeClass::kStructure},
    {"changed in metadata", SymbolStatus::kChanged, &wire::SymbolChange::metadata,
     retrieval::ChangeClass::kMetadata},
    {"moved", SymbolStatus::kMoved, nullptr, {}},
};

// The marks for the other states at the beginning of a line.
constexpr char kAddedMark = '+';
constexpr char kRemovedMark = '-';
constexpr char kChangedMark = '~';

std::string ChangeCountsText(const wire::ChangeCounts& counts) {
  std::string text;
  const auto add = [&text](std::uint64_t count, std::string_view what) {
    if (count == 0) return;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", Grouped(count), what);
  };
  add(counts.added, "added");
  add(counts.removed, "removed");
  add(counts.changed, "changed");
  add(counts.moved, "moved");
  return text.empty() ? "none" : text;
}

// "commit 0123456789ab", "the files on disk; 2 files on disk differ from the index".
std::string StateName(const wire::IndexInfo& index) {
  if (index.shown == wire::ShownState::kCommit) {
    return fmt::format("commit {}", VisibleLine(wire::ShortCommit(index)));
  }
  const std::string freshness = FreshnessText(index);
  return freshness.empty() ? "the files on disk" : fmt::format("the files on disk ({})", freshness);
}

// The edge counts as a change of its target.
bool Decorates(const wire::Edge& edge) {
  return edge.type == wire::Term<EdgeType>(EdgeType::kDecorates);
}

class DifferenceText {
 public:
  explicit DifferenceText(const wire::Payload& payload) : payload_(payload) {
    for (const wire::Edge& edge : payload.edges) {
      edges_[Decorates(edge) ? edge.target : edge.source].push_back(&edge);
    }
  }

  std::string Write() {
    const wire::Difference& difference = *payload_.difference;
    fmt::format_to(line_, "{}: {}, compared with {}\n", VisibleLine(payload_.index->repository),
                   StateName(*payload_.index), StateName(difference.base));
    fmt::format_to(line_, "symbols: {}; {}\n", ChangeCountsText(difference.symbols),
                   CompletenessLine(payload_.completeness));
    fmt::format_to(line_, "edges: behaviour {}; structure {}; metadata {}\n",
                   ChangeCountsText(difference.behaviour), ChangeCountsText(difference.structure),
                   ChangeCountsText(difference.metadata));
    for (const Section& section : kSections) WriteSection(section);
    if (payload_.truncation.has_value()) out_ += "\n" + MoreText(*payload_.truncation) + "\n";
    return std::move(out_);
  }

 private:
  void WriteSection(const Section& section) {
    bool is_first = true;
    for (std::uint32_t i = 0; i < payload_.symbols.size(); ++i) {
      const wire::Symbol& symbol = payload_.symbols[i];
      const bool belongs =
          symbol.distance == 0 && symbol.change.has_value() &&
          symbol.change->status == section.status &&
          (section.entries == nullptr || !((*symbol.change).*section.entries).empty());
      if (!belongs) continue;
      if (is_first) fmt::format_to(line_, "\n{}\n", section.heading);
      is_first = false;
      WriteSymbol(section, i);
    }
  }

  void WriteSymbol(const Section& section, std::uint32_t index) {
    const wire::Symbol& symbol = payload_.symbols[index];
    const wire::SymbolChange& change = *symbol.change;
    fmt::format_to(line_, "  {} {}  {}", wire::TermName(payload_, symbol.kind), NameText(symbol),
                   PlaceText(symbol.path, symbol.start_line, symbol.end_line));
    if (section.entries != nullptr) {
      // Edges follow, one per line.
      std::vector<std::string> properties;
      for (const std::string& entry : change.*section.entries) {
        if (!EdgeTypeFromName(entry).has_value()) properties.push_back(entry);
      }
      if (!properties.empty())
        out_ += VisibleLine(fmt::format("  ({})", fmt::join(properties, ", ")));
    }
    out_ += "\n";
    if (change.old_place.has_value()) WriteOldPlace(change);
    if (section.status == SymbolStatus::kMoved) return;
    for (const wire::Edge* edge : edges_[index]) {
      const bool belongs = section.entries == nullptr || ClassOf(*edge) == section.edges;
      if (belongs) WriteEdge(*edge);
    }
  }

  void WriteOldPlace(const wire::SymbolChange& change) {
    const wire::Place& place = *change.old_place;
    fmt::format_to(line_, "      from {}{}",
                   change.old_name.empty() ? "" : VisibleLine(change.old_name) + "  ",
                   PlaceText(place.path, place.start_line, place.end_line));
    if (change.certainty != 1) fmt::format_to(line_, "  (certainty {:.2f})", change.certainty);
    out_ += "\n";
  }

  retrieval::ChangeClass ClassOf(const wire::Edge& edge) const {
    const std::optional<EdgeType> type = EdgeTypeFromName(wire::TermName(payload_, edge.type));
    return type.has_value() ? retrieval::ClassOf(*type) : retrieval::ChangeClass::kBehaviour;
  }

  void WriteEdge(const wire::Edge& edge) {
    const char mark = edge.status == EdgeStatus::kAdded     ? kAddedMark
                      : edge.status == EdgeStatus::kRemoved ? kRemovedMark
                                                            : kChangedMark;
    const bool decorates = Decorates(edge);
    fmt::format_to(line_, "      {} {} {}{}\n", mark,
                   decorates ? ReverseVerbOf(payload_, edge.type) : VerbOf(payload_, edge.type),
                   NameText(payload_.symbols[decorates ? edge.source : edge.target]),
                   SitesOf(edge));
  }

  const wire::Payload& payload_;
  std::map<std::uint32_t, std::vector<const wire::Edge*>> edges_;  // by the differing symbol
  std::string out_;
  std::back_insert_iterator<std::string> line_ = std::back_inserter(out_);
};

}  // namespace

std::string RenderDiff(const DiffAnswer& answer) { return DifferenceText(answer.payload).Write(); }

}  // namespace waymark::services
