// Markdown, for people. Encode only.
//
// Symbols are numbered through the page, and relationships refer to them by number. Texts that most
// symbols share are stated once above them: the beginning of their names and their provenance.
#include <algorithm>
#include <cctype>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "codec/builtin_codecs.h"
#include "gcf/gcf_shared.h"
#include "payload/symbol_change.h"
#include "reading/markdown_text.h"
#include "reading/reading_groups.h"
#include "text/numbers.h"
#include "wire/affected_lists.h"
#include "wire/payload.h"
#include "wire/utf8.h"

namespace waymark::wire {
namespace {

constexpr std::size_t kLeastFence = 3;  // backticks around a block
constexpr std::uint8_t kNear = 1;       // hops: up to here a page always shows signatures
constexpr std::uint8_t kLastGroup = 2;  // hops of the group whose heading says "2+"

class MarkdownWriter {
 public:
  MarkdownWriter(const Payload& payload, const EncodeOptions& options)
      : payload_(payload), options_(options), shared_(FindGcfShared(payload)) {}

  std::string Write() {
    WriteTitle();
    WriteState();
    std::vector<std::uint32_t> numbers(payload_.symbols.size());
    std::uint32_t last = 0;
    for (const ReadingGroup& group : ReadingGroups(payload_)) {
      if (group.symbols.empty()) continue;
      Line({"\n## ", group.heading, "\n"});
      for (const std::uint32_t index : group.symbols) {
        numbers[index] = ++last;
        WriteSymbol(last, payload_.symbols[index]);
      }
    }
    WriteEdges(numbers);
    WriteNextCall();
    return std::move(out_);
  }

 private:
  void Line(std::initializer_list<std::string_view> parts) {
    for (const std::string_view part : parts) out_ += part;
    out_ += '\n';
  }

  void Number(std::string_view lead, std::uint64_t value) {
    out_ += lead;
    AppendInteger(out_, value);
  }

  void Code(std::string_view text) { AppendCodeSpan(out_, text); }

  void Word(std::string_view text) { AppendWord(out_, text); }

  // "# Blast radius (174/2000 tokens, o200k_base)"
  void WriteTitle() {
    std::string title = payload_.tool;
    std::replace(title.begin(), title.end(), '_', ' ');
    if (!title.empty()) title[0] = static_cast<char>(std::toupper(static_cast<int>(title[0])));
    const bool is_plain = std::all_of(title.begin(), title.end(), [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == ' ';
    });
    out_ += "# ";
    if (is_plain && !title.empty()) {
      out_ += title;
    } else {
      Code(payload_.tool);
    }
    Number(" (", payload_.tokens_used);
    if (payload_.token_budget != 0) Number("/", payload_.token_budget);
    out_ += " tokens";
    if (payload_.tokenizer) {
      out_ += ", ";
      out_ += Name(*payload_.tokenizer);
    }
    out_ += ")\n";
  }

  void WriteState() {
    const std::size_t before = out_.size();
    out_ += '\n';
    if (!payload_.name_note.empty()) {
      out_ += "- Note: ";
      Code(payload_.name_note);
      out_ += '\n';
    }
    WriteCompleteness();
    for (const PossibleUse& use : payload_.possible) WritePossible(use);
    for (const Commit& commit : payload_.commits) WriteCommit(commit);
    if (payload_.index) WriteIndex("- Index: ", *payload_.index);
    if (payload_.difference) WriteDifference(*payload_.difference);
    if (payload_.affected) WriteAffected(*payload_.affected);
    if (payload_.truncation) WriteTruncation(*payload_.truncation);
    if (payload_.profile) WriteProfile(*payload_.profile);
    if (payload_.pack_root) Line({"- Pack root: ", payload_.pack_root->ToHex()});
    WriteShared();
    if (out_.size() == before + 1) out_.pop_back();
  }

  // "- Names begin with `shop.cart.`, whole ones with ="
  void WriteShared() {
    if (!shared_.base.empty()) {
      out_ += "- Names begin with ";
      Code(shared_.base);
      const bool is_all = std::all_of(
          payload_.symbols.begin(), payload_.symbols.end(),
          [this](const Symbol& symbol) { return LeavesOut(symbol.qualified_name, shared_.base); });
      out_ += is_all ? "\n" : ", whole ones with =\n";
    }
    if (!shared_.provenance.empty()) {
      out_ += "- Provenance: ";
      Word(shared_.provenance);
      out_ += " unless told\n";
    }
  }

  void WriteCompleteness() {
    const Completeness& completeness = payload_.completeness;
    if (completeness.certainty == Certainty::kUnstated) return;
    out_ += "- Completeness: ";
    std::string certainty(Name(completeness.certainty));
    std::replace(certainty.begin(), certainty.end(), '_', ' ');
    out_ += certainty;
    if (completeness.possible_uses != 0) {
      Number(", ", completeness.possible_uses);
      out_ += completeness.possible_uses == 1 ? " possible use" : " possible uses";
    }
    if (!completeness.reason.empty()) {
      out_ += ": ";
      Code(completeness.reason);
    }
    out_ += '\n';
  }

  // "- Possible use at `src/app.py:3` in `app.run`: `uses its name on something of unknown type`"
  void WritePossible(const PossibleUse& use) {
    out_ += "- Possible use at ";
    Code(use.site.path + ":" + std::to_string(use.site.line));
    if (!use.symbol.empty()) {
      out_ += " in ";
      Code(use.symbol);
    }
    out_ += ": ";
    Code(use.why);
    out_ += '\n';
  }

  // "- Commit `8a41c2d94f01` of `2024-05-01`: `Pay once`; `shop/cart.py` (`Cart.pay`), 3 more
  // files"
  void WriteCommit(const Commit& commit) {
    out_ += "- Commit ";
    Code(commit.id);
    out_ += " of ";
    Word(commit.day);
    out_ += ": ";
    Code(commit.subject);
    std::string_view lead = "; ";
    for (const CommitFile& file : commit.files) {
      out_ += lead;
      Code(file.path);
      std::string_view before = " (";
      for (const std::string& symbol : file.symbols) {
        out_ += before;
        Code(symbol);
        before = ", ";
      }
      if (!file.symbols.empty()) out_ += ')';
      lead = ", ";
    }
    if (commit.more_files != 0) {
      Number(lead, commit.more_files);
      out_ += commit.more_files == 1 ? " more file" : " more files";
    }
    out_ += '\n';
  }

  void WriteIndex(std::string_view lead, const IndexInfo& index) {
    out_ += lead;
    Code(index.repository);
    Number(", generation ", index.generation);
    if (!index.commit.empty()) {
      out_ += ", commit ";
      Word(ShortCommit(index));
    }
    if (index.shown != ShownState::kWorkingTree) {
      out_ += ", state ";
      out_ += Name(index.shown);
    }
    if (index.files_differing) {
      Number(", ", *index.files_differing);
      out_ += " files differ on disk\n";
    } else {
      out_ += ", files on disk unchecked\n";
    }
  }

  void WriteDifference(const Difference& difference) {
    WriteIndex("- Compared with: ", difference.base);
    WriteChangeCounts("Symbols", difference.symbols);
    for (const ChangeList& list : kChangeLists) {
      WriteChangeCounts("Edges of " + std::string(list.name), difference.*list.edges);
    }
  }

  // "- Symbols: 3 added, 1 removed"
  void WriteChangeCounts(std::string_view name, const ChangeCounts& counts) {
    if (counts == ChangeCounts()) return;
    out_ += "- ";
    out_ += name;
    std::string_view lead = ": ";
    for (const ChangeCount& count : kChangeCounts) {
      if (counts.*count.count == 0) continue;
      Number(lead, counts.*count.count);
      out_ += ' ';
      out_ += count.name;
      lead = ", ";
    }
    out_ += '\n';
  }

  // "Changed: behaviour body, calls; metadata signature; was `name` at `src/a.py:1-3`"
  void WriteChange(const SymbolChange& change) {
    const std::size_t begin = out_.size();
    out_ += Name(change.status);
    out_[begin] = static_cast<char>(std::toupper(static_cast<unsigned char>(out_[begin])));
    std::string_view clause = ": ";
    for (const ChangeList& list : kChangeLists) {
      if ((change.*list.entries).empty()) continue;
      out_ += clause;
      out_ += list.name;
      std::string_view lead = " ";
      for (const std::string& entry : change.*list.entries) {
        out_ += lead;
        Word(entry);
        lead = ", ";
      }
      clause = "; ";
    }
    if (!change.old_name.empty()) {
      out_ += clause;
      out_ += "was ";
      Code(change.old_name);
      clause = "; ";
    }
    if (change.old_place) {
      out_ += clause;
      out_ += "from ";
      WritePlace(change.old_place->path, change.old_place->start_line, change.old_place->end_line);
      clause = "; ";
    }
    if (change.certainty != 1) {
      out_ += clause;
      out_ += "certainty ";
      AppendTwoDecimals(out_, change.certainty);
    }
    out_ += '\n';
  }

  void WriteAffected(const Affected& affected) {
    Number("- Affected: ", affected.symbols);
    Number(" symbols in ", affected.files);
    Number(" files, ", affected.tests);
    out_ += " of them tests";
    std::string_view lead = "; by hop ";
    for (const std::uint64_t count : affected.hops) {
      Number(lead, count);
      lead = ", ";
    }
    if (affected.beyond_depth) out_ += "; one hop more reaches others";
    if (affected.weak_edges != 0) {
      Number("; ", affected.weak_edges);
      out_ += " less sure edges were not followed";
    }
    out_ += '\n';
    for (const AffectedListRow& row : kAffectedLists) {
      if (affected.*row.list) WriteAffectedList(row.heading, *(affected.*row.list));
    }
    if (affected.risk) WriteRisk(*affected.risk);
  }

  // "  - 9 packages: `src/flask`, `src/flask/json`, ..."
  void WriteAffectedList(std::string_view heading, const AffectedList& list) {
    Number("  - ", list.count);
    out_ += ' ';
    out_ += heading;
    std::string_view lead = ": ";
    for (const std::string& name : list.names) {
      out_ += lead;
      Code(name);
      lead = ", ";
    }
    if (!list.names.empty() && list.names.size() < list.count) out_ += ", ...";
    out_ += '\n';
  }

  void WriteRisk(const Risk& risk) {
    out_ += "- Risk: ";
    out_ += Name(risk.level);
    out_ += " (";
    AppendTwoDecimals(out_, risk.score);
    out_ += ")\n";
    for (const RiskReason& reason : risk.reasons) {
      out_ += "  - ";
      Word(reason.factor);
      out_ += ' ';
      if (reason.share) {
        AppendTwoDecimals(out_, *reason.share);
      } else {
        out_ += "unknown";
      }
      out_ += ": ";
      Code(reason.text);
      out_ += '\n';
    }
  }

  void WriteTruncation(const Truncation& truncation) {
    out_ += "- Truncated";
    if (truncation.omitted) {
      Number(": ", *truncation.omitted);
      out_ += " symbols are left out";
    }
    if (!truncation.cursor.empty()) {
      out_ += "; cursor ";
      Code(truncation.cursor);
    }
    out_ += '\n';
  }

  // The last line, so that a reader sees how to continue.
  void WriteNextCall() {
    if (!payload_.truncation || payload_.truncation->next_call.empty()) return;
    out_ += "\nThe rest: ";
    Code(payload_.truncation->next_call);
    out_ += '\n';
  }

  void WriteProfile(const Profile& profile) {
    out_ += "- Language: ";
    Word(profile.language);
    std::string_view lead = "; ";
    for (const std::string& flag : profile.flags) {
      out_ += lead;
      Word(flag);
      lead = ", ";
    }
    out_ += '\n';
    for (const Place& place : profile.declarations) {
      out_ += "- Declared: ";
      WritePlace(place.path, place.start_line, place.end_line);
      out_ += '\n';
    }
    WriteCounts("- Uses:", profile.outgoing);
    WriteCounts("- Used by:", profile.incoming);
    if (profile.text_note.empty()) return;
    out_ += "- Text: ";
    Code(profile.text_note);
    out_ += '\n';
  }

  void WriteCounts(std::string_view lead, const std::vector<EdgeCount>& counts) {
    out_ += lead;
    if (counts.empty()) out_ += " nothing";
    std::string_view separator = " ";
    for (const EdgeCount& count : counts) {
      Number(separator, count.count);
      out_ += ' ';
      Word(TermName(payload_, count.type));
      separator = ", ";
    }
    out_ += '\n';
  }

  // "`src/cart.py:10-14`"
  void WritePlace(std::string_view path, std::uint32_t first, std::uint32_t last) {
    std::string place(path);
    const auto add = [&place](char lead, std::uint32_t line) {
      place += lead;
      AppendInteger(place, line);
    };
    if (first != 0) add(':', first);
    if (last > first) add('-', last);
    Code(place);
  }

  // "1. `name` (method, 0.91, confidence 0.25) `cart.py:10-14`: `def pay(self)`", then its changes
  // and its text.
  void WriteSymbol(std::uint32_t number, const Symbol& symbol) {
    const std::size_t begin = out_.size();
    Number("", number);
    out_ += ". ";
    const std::string indent(out_.size() - begin, ' ');
    WriteName(symbol.qualified_name);
    WriteRank(symbol);
    if (!symbol.path.empty()) {
      out_ += ' ';
      WritePlace(symbol.path, symbol.start_line, symbol.end_line);
    }
    if (!symbol.signature.empty() && (options_.signatures || symbol.distance <= kNear)) {
      out_ += ": ";
      Code(symbol.signature);
    }
    out_ += '\n';
    if (symbol.change) {
      out_ += '\n' + indent;
      WriteChange(*symbol.change);
    }
    if (!symbol.text.empty()) WriteBlock(indent, symbol.text);
  }

  void WriteName(std::string_view name) {
    if (LeavesOut(name, shared_.base)) {
      name.remove_prefix(shared_.base.size());
    } else if (!shared_.base.empty()) {
      out_ += '=';
    }
    Code(name);
  }

  // " (method, 0.91, confidence 0.25, ast_resolved)"
  void WriteRank(const Symbol& symbol) {
    out_ += " (";
    Word(TermName(payload_, symbol.kind));
    out_ += ", ";
    AppendTwoDecimals(out_, symbol.score);
    if (symbol.distance == 0 && symbol.components.confidence != 0) {
      out_ += ", confidence ";
      AppendTwoDecimals(out_, symbol.components.confidence);
    }
    if (!symbol.provenance.is_present()) {
      if (!shared_.provenance.empty()) out_ += ", no provenance";
    } else if (const std::string_view provenance = TermName(payload_, symbol.provenance);
               provenance != shared_.provenance) {
      out_ += ", ";
      Word(provenance);
    }
    if (symbol.distance > kLastGroup) Number(", distance ", symbol.distance);
    out_ += ')';
  }

  void WriteBlock(std::string_view indent, std::string_view source) {
    const std::string visible = VisibleText(source);
    std::string_view text = visible;
    const std::string fence(std::max(LongestRunOfBackticks(text) + 1, kLeastFence), '`');
    Line({"\n", indent, fence});
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string_view line = text.substr(0, end);
      Line({line.empty() ? "" : indent, line});
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    Line({indent, fence});
  }

  // "- 3 calls 1, 2 at `cart.py:10`": one line for each source, type and status, in the order in
  // which these first occur.
  void WriteEdges(const std::vector<std::uint32_t>& numbers) {
    if (payload_.edges.empty()) return;
    Number("\n## Relationships (", payload_.edges.size());
    out_ += ")\n\n";
    std::map<std::tuple<std::uint32_t, std::string_view, std::string_view>, std::size_t> lines;
    std::vector<std::vector<const Edge*>> groups;
    for (const Edge& edge : payload_.edges) {
      const auto [line, is_new] = lines.try_emplace(
          {edge.source, TermName(payload_, edge.type), TermName(payload_, edge.status)},
          groups.size());
      if (is_new) groups.emplace_back();
      groups[line->second].push_back(&edge);
    }
    for (const std::vector<const Edge*>& group : groups) {
      Number("- ", numbers[group[0]->source]);
      out_ += ' ';
      Word(TermName(payload_, group[0]->type));
      std::string_view lead = " ";
      for (const Edge* edge : group) {
        Number(lead, numbers[edge->target]);
        WriteSites(*edge);
        lead = ", ";
      }
      if (group[0]->status != EdgeStatus::kUnchanged) {
        out_ += " (";
        Word(TermName(payload_, group[0]->status));
        out_ += ')';
      }
      out_ += '\n';
    }
  }

  // " at `cart.py:10` `cart.py:12`"
  void WriteSites(const Edge& edge) {
    std::string_view lead = " at ";
    for (const Site& site : edge.sites) {
      out_ += lead;
      WritePlace(site.path, site.line, site.line);
      lead = " ";
    }
  }

  const Payload& payload_;
  const EncodeOptions& options_;
  const GcfShared shared_;
  std::string out_;
};

absl::StatusOr<std::string> EncodeMarkdown(const Payload& payload, const EncodeOptions& options) {
  return MarkdownWriter(payload, options).Write();
}

}  // namespace

Codec MarkdownCodec() {
  return {.name = "markdown",
          .description = "the answer as a page for people",
          .aliases = {"md"},
          .medium = Medium::kText,
          .encode = EncodeMarkdown,
          .decode = nullptr};
}

}  // namespace waymark::wire
