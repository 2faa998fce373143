// XML, for tool chains that read nothing else. Encode only.
//
//   <context tool tokens_used token_budget? tokenizer? pack_root?>
//     <name_note>TEXT</name_note>?
//     <completeness certainty possible_uses?>REASON</completeness>?
//     <possible path line column? symbol?>WHY</possible>...
//     <commit id day more_files?><subject>TEXT</subject>?
//       <file path><symbol>...</symbol>...</file>...</commit>...  <index .../>?  <truncation .../>?
//     <affected ...><hop distance symbols/>...  <packages
//     count><name>...</name>...</packages>?
//       ...  <risk level score><reason factor share?>...</reason>...</risk>?</affected>?
//     <profile ...>...</profile>?
//     <difference><base .../><symbols added? .../><behaviour .../>...</difference>?
//     <target_symbols> | <related_symbols> | <extended_context>        distance 0, 1, 2 and more
//       <symbol id name kind score confidence? provenance? distance path? ... status?>
//         <signature>...</signature>?  <text>...</text>?
//         <behaviour>body</behaviour>...  <was name? path? ... certainty/>?      of a difference
//     <edges><edge source target type status? provenance? confidence?><site path line column/>...
//     <relationship_summary symbols edges><hop distance symbols/>...
//
// Edges give their ends by the ids of symbols, because two symbols may have the same name. A symbol
// without a handle or an identity is numbered by rank ("s0" is the best). Controls are references.
// XML 1.0 cannot write most of C0: these show their escape; other characters it cannot hold become
// U+FFFD.
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "codec/builtin_codecs.h"
#include "payload/symbol_change.h"
#include "payload/symbol_ids.h"
#include "reading/reading_groups.h"
#include "text/numbers.h"
#include "wire/affected_lists.h"
#include "wire/utf8.h"

namespace waymark::wire {
namespace {

constexpr std::size_t kIndent = 2;

enum class TextPlace : std::uint8_t { kContent, kAttribute };

// The character reference for an ASCII character; empty: the character itself.
std::string_view CharacterReference(char c, TextPlace place) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return place == TextPlace::kAttribute ? "&quot;" : "";
    // Unless written as references, a reader turns these into blanks.
    case '\t':
      return place == TextPlace::kAttribute ? "&#9;" : "";
    case '\n':
      return place == TextPlace::kAttribute ? "&#10;" : "";
    default:
      return "";
  }
}

// XML 1.0 has no reference for C0 but tab, line feed and carriage return.
void AppendControl(std::string& out, std::uint32_t control) {
  if (control < 0x20 && control != '\r') {
    AppendControlEscape(out, control);
  } else {
    fmt::format_to(std::back_inserter(out), "&#{};", control);
  }
}

void AppendEscaped(std::string& out, std::string_view text, TextPlace place) {
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint read = DecodeUtf8(text, at);
    const bool is_layout = text[at] == '\t' || text[at] == '\n';
    const std::string_view reference = CharacterReference(text[at], place);
    if (!reference.empty()) {
      out += reference;
    } else if (IsControl(read.value) && !is_layout) {
      AppendControl(out, read.value);
    } else if (read.value == 0xFFFE || read.value == 0xFFFF) {
      AppendUtf8(out, kReplacementCharacter);
    } else {
      out += text.substr(at, read.size);
    }
    at += read.size;
  }
}

// Writes indented elements. An element accepts attributes until its content begins.
class XmlWriter {
 public:
  void Open(std::string_view element) {
    Indent();
    out_ += '<';
    out_ += element;
    open_.push_back(element);
    is_in_tag_ = true;
  }

  void Attribute(std::string_view name, std::string_view value) {
    out_ += ' ';
    out_ += name;
    out_ += "=\"";
    AppendEscaped(out_, value, TextPlace::kAttribute);
    out_ += '"';
  }

  void Attribute(std::string_view name, std::uint64_t value) {
    std::string digits;
    AppendInteger(digits, value);
    Attribute(name, std::string_view(digits));
  }

  void Attribute(std::string_view name, float value) {
    std::string digits;
    AppendShortest(digits, value);
    Attribute(name, std::string_view(digits));
  }

  void OptionalAttribute(std::string_view name, std::string_view value) {
    if (!value.empty()) Attribute(name, value);
  }

  void OptionalAttribute(std::string_view name, std::uint64_t value) {
    if (value != 0) Attribute(name, value);
  }

  void Close() {
    const std::string_view element = open_.back();
    open_.pop_back();
    if (is_in_tag_) {
      out_ += "/>\n";
      is_in_tag_ = false;
      return;
    }
    Indent();
    CloseTag(element);
  }

  // Closes an element with text as its content; without text it stays empty.
  void CloseWith(std::string_view text) {
    if (text.empty()) return Close();
    out_ += '>';
    is_in_tag_ = false;
    AppendEscaped(out_, text, TextPlace::kContent);
    CloseTag(open_.back());
    open_.pop_back();
  }

  void OptionalElement(std::string_view element, std::string_view text) {
    if (text.empty()) return;
    Open(element);
    CloseWith(text);
  }

  std::string Take() { return std::move(out_); }

 private:
  void Indent() {
    if (is_in_tag_) out_ += ">\n";
    is_in_tag_ = false;
    out_.append(kIndent * open_.size(), ' ');
  }

  void CloseTag(std::string_view element) {
    out_ += "</";
    out_ += element;
    out_ += ">\n";
  }

  std::string out_;
  std::vector<std::string_view> open_;
  bool is_in_tag_ = false;
};

using ElementIds = std::vector<std::string>;

ElementIds ElementIdsOf(const Payload& payload) {
  ElementIds ids = SymbolIds(payload);
  for (std::uint32_t i = 0; i < ids.size(); ++i) {
    if (!ids[i].empty()) continue;
    ids[i] = "s";
    AppendInteger(ids[i], i);
  }
  return ids;
}

void WriteLines(XmlWriter& xml, std::uint64_t start, std::uint64_t end, std::uint64_t name) {
  xml.OptionalAttribute("start_line", start);
  xml.OptionalAttribute("end_line", end);
  xml.OptionalAttribute("name_line", name);
}

void WriteIndex(XmlWriter& xml, std::string_view element, const IndexInfo& index) {
  xml.Open(element);
  xml.Attribute("repository", index.repository);
  xml.Attribute("generation", index.generation);
  xml.OptionalAttribute("commit", index.commit);
  if (index.root) xml.Attribute("root", index.root->ToHex());
  if (index.files_differing) {
    xml.Attribute("files_differing", *index.files_differing);
  } else {
    xml.Attribute("files_differing", std::string_view("unchecked"));
  }
  xml.OptionalAttribute("state", Name(index.shown));
  xml.Close();
}

void WriteChangeCounts(XmlWriter& xml, std::string_view element, const ChangeCounts& counts) {
  xml.Open(element);
  for (const ChangeCount& count : kChangeCounts) {
    xml.OptionalAttribute(count.name, counts.*count.count);
  }
  xml.Close();
}

void WriteDifference(XmlWriter& xml, const Difference& difference) {
  xml.Open("difference");
  WriteIndex(xml, "base", difference.base);
  WriteChangeCounts(xml, "symbols", difference.symbols);
  for (const ChangeList& list : kChangeLists) {
    WriteChangeCounts(xml, list.name, difference.*list.edges);
  }
  xml.Close();
}

// The entries of a list are elements: a name may hold any character.
void WriteChange(XmlWriter& xml, const SymbolChange& change) {
  for (const ChangeList& list : kChangeLists) {
    for (const std::string& entry : change.*list.entries) xml.OptionalElement(list.name, entry);
  }
  if (change.old_name.empty() && !change.old_place && change.certainty == 1) return;
  xml.Open("was");
  xml.OptionalAttribute("name", change.old_name);
  if (change.old_place) {
    xml.Attribute("path", change.old_place->path);
    WriteLines(xml, change.old_place->start_line, change.old_place->end_line,
               change.old_place->name_line);
  }
  xml.Attribute("certainty", change.certainty);
  xml.Close();
}

void WriteRisk(XmlWriter& xml, const Risk& risk) {
  xml.Open("risk");
  xml.OptionalAttribute("level", Name(risk.level));
  xml.Attribute("score", risk.score);
  for (const RiskReason& reason : risk.reasons) {
    xml.Open("reason");
    xml.Attribute("factor", reason.factor);
    if (reason.share) xml.Attribute("share", *reason.share);
    xml.CloseWith(reason.text);
  }
  xml.Close();
}

void WriteAffected(XmlWriter& xml, const Affected& affected) {
  xml.Open("affected");
  xml.Attribute("symbols", affected.symbols);
  xml.Attribute("files", affected.files);
  xml.Attribute("tests", affected.tests);
  xml.Attribute("beyond_depth", std::string_view(affected.beyond_depth ? "true" : "false"));
  xml.OptionalAttribute("weak_edges", affected.weak_edges);
  for (std::size_t hop = 0; hop < affected.hops.size(); ++hop) {
    xml.Open("hop");
    xml.Attribute("distance", hop);
    xml.Attribute("symbols", affected.hops[hop]);
    xml.Close();
  }
  for (const AffectedListRow& row : kAffectedLists) {
    if (!(affected.*row.list)) continue;
    xml.Open(row.name);
    xml.Attribute("count", (affected.*row.list)->count);
    for (const std::string& name : (affected.*row.list)->names) xml.OptionalElement("name", name);
    xml.Close();
  }
  if (affected.risk) WriteRisk(xml, *affected.risk);
  xml.Close();
}

void WriteCounts(XmlWriter& xml, std::string_view element, const Payload& payload,
                 const std::vector<EdgeCount>& counts) {
  for (const EdgeCount& count : counts) {
    xml.Open(element);
    xml.Attribute("type", TermName(payload, count.type));
    xml.Attribute("count", count.count);
    xml.Close();
  }
}

void WriteProfile(XmlWriter& xml, const Payload& payload, const Profile& profile) {
  xml.Open("profile");
  xml.Attribute("language", profile.language);
  for (const std::string& flag : profile.flags) xml.OptionalElement("flag", flag);
  for (const wire::Place& place : profile.declarations) {
    xml.Open("declared");
    xml.Attribute("path", place.path);
    WriteLines(xml, place.start_line, place.end_line, place.name_line);
    xml.Close();
  }
  WriteCounts(xml, "uses", payload, profile.outgoing);
  WriteCounts(xml, "used_by", payload, profile.incoming);
  xml.OptionalElement("text_note", profile.text_note);
  xml.Close();
}

void WriteCommit(XmlWriter& xml, const Commit& commit) {
  xml.Open("commit");
  xml.Attribute("id", commit.id);
  xml.Attribute("day", commit.day);
  xml.OptionalAttribute("more_files", commit.more_files);
  xml.OptionalElement("subject", commit.subject);
  for (const CommitFile& file : commit.files) {
    xml.Open("file");
    xml.Attribute("path", file.path);
    for (const std::string& symbol : file.symbols) xml.OptionalElement("symbol", symbol);
    xml.Close();
  }
  xml.Close();
}

void WriteState(XmlWriter& xml, const Payload& payload) {
  xml.OptionalElement("name_note", payload.name_note);
  const Completeness& completeness = payload.completeness;
  if (completeness.certainty != Certainty::kUnstated) {
    xml.Open("completeness");
    xml.Attribute("certainty", Name(completeness.certainty));
    xml.OptionalAttribute("possible_uses", completeness.possible_uses);
    xml.CloseWith(completeness.reason);
  }
  for (const PossibleUse& use : payload.possible) {
    xml.Open("possible");
    xml.Attribute("path", use.site.path);
    xml.OptionalAttribute("line", use.site.line);
    xml.OptionalAttribute("column", use.site.column);
    xml.OptionalAttribute("symbol", use.symbol);
    xml.CloseWith(use.why);
  }
  for (const Commit& commit : payload.commits) WriteCommit(xml, commit);
  if (payload.index) WriteIndex(xml, "index", *payload.index);
  if (payload.difference) WriteDifference(xml, *payload.difference);
  if (payload.affected) WriteAffected(xml, *payload.affected);
  if (payload.profile) WriteProfile(xml, payload, *payload.profile);
}

void WriteTruncation(XmlWriter& xml, const Truncation& truncation) {
  xml.Open("truncation");
  if (truncation.omitted) xml.Attribute("omitted", *truncation.omitted);
  xml.OptionalAttribute("cursor", truncation.cursor);
  xml.CloseWith(truncation.next_call);
}

void WriteSymbol(XmlWriter& xml, const Payload& payload, std::uint32_t index,
                 const ElementIds& ids) {
  const Symbol& symbol = payload.symbols[index];
  xml.Open("symbol");
  xml.Attribute("id", ids[index]);
  xml.Attribute("name", symbol.qualified_name);
  xml.Attribute("kind", TermName(payload, symbol.kind));
  xml.Attribute("score", symbol.score);
  if (symbol.components.confidence != 0) {
    xml.Attribute("confidence", symbol.components.confidence);
  }
  if (symbol.provenance.is_present()) {
    xml.Attribute("provenance", TermName(payload, symbol.provenance));
  }
  xml.Attribute("distance", std::uint64_t{symbol.distance});
  xml.OptionalAttribute("path", symbol.path);
  WriteLines(xml, symbol.start_line, symbol.end_line, symbol.name_line);
  if (symbol.change) xml.Attribute("status", Name(symbol.change->status));
  xml.OptionalElement("signature", symbol.signature);
  xml.OptionalElement("text", symbol.text);
  if (symbol.change) WriteChange(xml, *symbol.change);
  xml.Close();
}

void WriteEdges(XmlWriter& xml, const Payload& payload, const ElementIds& ids) {
  if (payload.edges.empty()) return;
  xml.Open("edges");
  for (const Edge& edge : payload.edges) {
    xml.Open("edge");
    xml.Attribute("source", ids[edge.source]);
    xml.Attribute("target", ids[edge.target]);
    xml.Attribute("type", TermName(payload, edge.type));
    if (edge.status != EdgeStatus::kUnchanged) {
      xml.Attribute("status", TermName(payload, edge.status));
    }
    if (edge.provenance.is_present()) {
      xml.Attribute("provenance", TermName(payload, edge.provenance));
    }
    if (edge.confidence != 0) xml.Attribute("confidence", edge.confidence);
    for (const Site& site : edge.sites) {
      xml.Open("site");
      xml.Attribute("path", site.path);
      xml.Attribute("line", std::uint64_t{site.line});
      xml.Attribute("column", std::uint64_t{site.column});
      xml.Close();
    }
    xml.Close();
  }
  xml.Close();
}

void WriteSummary(XmlWriter& xml, const Payload& payload) {
  std::map<std::uint8_t, std::uint64_t> symbols_at;
  for (const Symbol& symbol : payload.symbols) ++symbols_at[symbol.distance];
  xml.Open("relationship_summary");
  xml.Attribute("symbols", payload.symbols.size());
  xml.Attribute("edges", payload.edges.size());
  for (const auto& [distance, count] : symbols_at) {
    xml.Open("hop");
    xml.Attribute("distance", std::uint64_t{distance});
    xml.Attribute("symbols", count);
    xml.Close();
  }
  xml.Close();
}

absl::StatusOr<std::string> EncodeXml(const Payload& payload, const EncodeOptions&) {
  XmlWriter xml;
  xml.Open("context");
  xml.Attribute("tool", payload.tool);
  xml.Attribute("tokens_used", payload.tokens_used);
  xml.OptionalAttribute("token_budget", payload.token_budget);
  if (payload.tokenizer) xml.Attribute("tokenizer", Name(*payload.tokenizer));
  if (payload.pack_root) xml.Attribute("pack_root", payload.pack_root->ToHex());
  WriteState(xml, payload);
  const ElementIds ids = ElementIdsOf(payload);
  for (const ReadingGroup& group : ReadingGroups(payload)) {
    if (group.symbols.empty()) continue;
    xml.Open(group.element);
    for (const std::uint32_t index : group.symbols) WriteSymbol(xml, payload, index, ids);
    xml.Close();
  }
  WriteEdges(xml, payload, ids);
  WriteSummary(xml, payload);
  if (payload.truncation) WriteTruncation(xml, *payload.truncation);
  xml.Close();
  return xml.Take();
}

}  // namespace

Codec XmlCodec() {
  return {.name = "xml",
          .description = "every field of the graph, for tool chains that read XML",
          .aliases = {},
          .medium = Medium::kText,
          .encode = EncodeXml,
          .decode = nullptr};
}

}  // namespace waymark::wire
