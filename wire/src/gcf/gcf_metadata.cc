#include "gcf/gcf_metadata.h"

#include <cstdint>
#include <string_view>
#include <vector>

#include "gcf/gcf_lines.h"
#include "payload/symbol_change.h"
#include "text/numbers.h"
#include "wire/affected_lists.h"
#include "wire/payload.h"

namespace waymark::wire {
namespace {

class GcfMetadataWriter {
 public:
  GcfMetadataWriter(std::string& out, const Payload& payload, GcfCharset charset)
      : out_(out), payload_(payload), charset_(charset) {}

  void WriteTokenizer() {
    if (!payload_.tokenizer) return;
    WritePair("# tokenizer=", Name(*payload_.tokenizer));
    out_ += '\n';
  }

  void WriteState() {
    if (!payload_.name_note.empty()) {
      out_ += "# ";
      AppendGcfRest(out_, kGcfNameNote, payload_.name_note);
      out_ += '\n';
    }
    if (payload_.index) WriteIndex("# index=", *payload_.index);
    if (payload_.difference) WriteDifference(*payload_.difference);
    const Completeness& completeness = payload_.completeness;
    if (completeness.certainty != Certainty::kUnstated) {
      WritePair("# completeness=", Name(completeness.certainty));
      if (completeness.possible_uses != 0) {
        WritePair(" possible_uses=", completeness.possible_uses);
      }
      if (!completeness.reason.empty()) AppendGcfRest(out_, ": ", completeness.reason);
      out_ += '\n';
    }
    for (const PossibleUse& use : payload_.possible) WritePossible(use);
    if (payload_.affected) WriteAffected(*payload_.affected);
    if (payload_.truncation) WriteTruncation(*payload_.truncation);
    if (payload_.profile) WriteProfile(*payload_.profile);
  }

  void WriteDetails() {
    if (payload_.difference) WriteDifference(*payload_.difference);
    if (payload_.affected) WriteAffected(*payload_.affected);
    if (payload_.profile) WriteProfile(*payload_.profile);
  }

 private:
  void Token(std::string_view field) { AppendGcfToken(out_, field, charset_); }

  void WritePair(std::string_view key, std::string_view value) {
    out_ += key;
    Token(value);
  }

  void WritePair(std::string_view key, std::uint64_t value) {
    out_ += key;
    AppendInteger(out_, value);
  }

  void WriteIndex(std::string_view lead, const IndexInfo& index) {
    WritePair(lead, index.repository);
    WritePair(" generation=", index.generation);
    if (!index.commit.empty()) {
      WritePair(" commit=", ShortCommit(index));
    }
    if (index.files_differing) {
      WritePair(" files_differing=", *index.files_differing);
    } else {
      WritePair(" files_differing=", "unchecked");
    }
    if (index.shown != ShownState::kWorkingTree) WritePair(" state=", Name(index.shown));
    out_ += '\n';
  }

  void WriteDifference(const Difference& difference) {
    WriteIndex("# base=", difference.base);
    WriteChangeCounts("symbols", difference.symbols);
    for (const ChangeList& list : kChangeLists) {
      WriteChangeCounts(list.name, difference.*list.edges);
    }
  }

  // "# symbols added=1 changed=2"; no line if all counts are 0.
  void WriteChangeCounts(std::string_view name, const ChangeCounts& counts) {
    if (counts == ChangeCounts()) return;
    out_ += "# ";
    out_ += name;
    for (const ChangeCount& count : kChangeCounts) {
      if (counts.*count.count == 0) continue;
      out_ += ' ';
      out_ += count.name;
      WritePair("=", counts.*count.count);
    }
    out_ += '\n';
  }

  // "# possible src/app.py:3 app.run: uses its name on something of unknown type"
  void WritePossible(const PossibleUse& use) {
    WritePair("# possible ", use.site.path);
    WritePair(":", use.site.line);
    if (!use.symbol.empty()) WritePair(" ", use.symbol);
    AppendGcfRest(out_, ": ", use.why);
    out_ += '\n';
  }

  void WriteTruncation(const Truncation& truncation) {
    out_ += "# truncated";
    if (truncation.omitted) WritePair(" omitted=", *truncation.omitted);
    if (!truncation.cursor.empty()) WritePair(" cursor=", truncation.cursor);
    out_ += '\n';
  }

  void WriteAffected(const Affected& affected) {
    WritePair("# affected=", affected.symbols);
    WritePair(" files=", affected.files);
    WritePair(" tests=", affected.tests);
    std::string_view lead = " hops=";
    for (const std::uint64_t count : affected.hops) {
      WritePair(lead, count);
      lead = ",";
    }
    if (affected.beyond_depth) out_ += " beyond_depth";
    if (affected.weak_edges != 0) WritePair(" weak_edges=", affected.weak_edges);
    out_ += '\n';
    for (const AffectedListRow& row : kAffectedLists) {
      if (affected.*row.list) WriteAffectedList(row.name, *(affected.*row.list));
    }
    if (affected.risk) WriteRisk(*affected.risk);
  }

  // "# packages=9: src/flask, src/flask/json, ..."
  void WriteAffectedList(std::string_view name, const AffectedList& list) {
    out_ += "# ";
    out_ += name;
    WritePair("=", list.count);
    std::string_view lead = ": ";
    for (const std::string& entry : list.names) {
      AppendGcfRest(out_, lead, entry);
      lead = ", ";
    }
    if (!list.names.empty() && list.names.size() < list.count) out_ += ", ...";
    out_ += '\n';
  }

  // "# risk=medium score=0.52", then a line for each reason: "# risk reach=0.74: 41 symbols ..."
  void WriteRisk(const Risk& risk) {
    WritePair("# risk=", Name(risk.level));
    out_ += " score=";
    AppendTwoDecimals(out_, risk.score);
    out_ += '\n';
    for (const RiskReason& reason : risk.reasons) {
      WritePair("# risk ", reason.factor);
      out_ += '=';
      if (reason.share) {
        AppendTwoDecimals(out_, *reason.share);
      } else {
        out_ += "unknown";
      }
      AppendGcfRest(out_, ": ", reason.text);
      out_ += '\n';
    }
  }

  void WriteProfile(const Profile& profile) {
    WritePair("# language=", profile.language);
    std::string_view lead = " flags=";
    for (const std::string& flag : profile.flags) {
      WritePair(lead, flag);
      lead = ",";
    }
    out_ += '\n';
    for (const Place& place : profile.declarations) {
      WritePair("# declared ", place.path);
      AppendGcfRange(out_, place.start_line, place.end_line);
      out_ += '\n';
    }
    WriteCounts("# uses", profile.outgoing);
    WriteCounts("# used_by", profile.incoming);
    if (profile.text_note.empty()) return;
    AppendGcfRest(out_, "# text: ", profile.text_note);
    out_ += '\n';
  }

  void WriteCounts(std::string_view lead, const std::vector<EdgeCount>& counts) {
    out_ += lead;
    if (counts.empty()) out_ += " none";
    for (const EdgeCount& count : counts) {
      out_ += ' ';
      Token(TermName(payload_, count.type));
      WritePair("=", count.count);
    }
    out_ += '\n';
  }

  std::string& out_;
  const Payload& payload_;
  GcfCharset charset_;
};

}  // namespace

void AppendGcfMetadata(std::string& out, const Payload& payload, GcfCharset charset) {
  GcfMetadataWriter(out, payload, charset).WriteTokenizer();
  AppendGcfState(out, payload, charset);
}

void AppendGcfState(std::string& out, const Payload& payload, GcfCharset charset) {
  GcfMetadataWriter(out, payload, charset).WriteState();
}

void AppendGcfDetails(std::string& out, const Payload& payload, GcfCharset charset) {
  GcfMetadataWriter(out, payload, charset).WriteDetails();
}

void AppendGcfNextCall(std::string& out, const Payload& payload) {
  if (!payload.truncation || payload.truncation->next_call.empty()) return;
  out += "# ";
  AppendGcfRest(out, kGcfNextCall, payload.truncation->next_call);
  out += '\n';
}

}  // namespace waymark::wire
