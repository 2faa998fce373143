#include "services/state_text.h"

#include <utility>

#include <fmt/format.h>

#include "indexer/indexer.h"
#include "services/payload_text.h"
#include "services/visible_text.h"
#include "wire/payload.h"

namespace waymark::services {

std::string StateText(const wire::IndexInfo& index) {
  const std::string repository = VisibleLine(index.repository);
  const std::string commit = VisibleLine(wire::ShortCommit(index));
  if (index.shown == wire::ShownState::kCommit) {
    return fmt::format("{}, at commit {}", repository, commit);
  }
  std::string text = fmt::format("{}, generation {}", repository, index.generation);
  if (!commit.empty()) text += fmt::format(", commit {}", commit);
  if (!index.files_differing.has_value()) text += "; not compared with the files on disk";
  if (index.files_differing.value_or(0) != 0) {
    text += fmt::format("; files on disk that differ from the index: {}", *index.files_differing);
  }
  return text;
}

nlohmann::ordered_json StateJson(const wire::IndexInfo& index) {
  return {{"repository", index.repository},
          {"generation", index.generation},
          {"commit", index.commit},
          {"files_differing", index.files_differing.has_value()
                                  ? nlohmann::ordered_json(*index.files_differing)
                                  : nlohmann::ordered_json(nullptr)}};
}

nlohmann::ordered_json CompletenessJson(const wire::Completeness& completeness) {
  return {{"certainty", wire::Name(completeness.certainty)},
          {"possible_uses", completeness.possible_uses},
          {"reason", completeness.reason}};
}

std::string CompletenessText(const wire::Completeness& completeness) {
  const std::string line = CompletenessLine(completeness);
  return line.empty() ? "" : line + "\n";
}

void AddState(const wire::Completeness& completeness, const wire::IndexInfo& index,
              wire::GcxSection& section) {
  wire::AddGcxCompleteness(completeness, section.meta);
  wire::AddGcxIndex(index, section.meta);
}

void AddTruncation(bool is_truncated, wire::GcxSection& section) {
  section.meta.insert_or_assign("truncated", is_truncated ? "true" : "false");
}

std::string JsonString(std::string_view text) { return Compact(std::string(text)); }

std::string Compact(const nlohmann::ordered_json& value) {
  return VisibleText(value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

static_assert(indexer::kMaxFileBytes == 4 << 20 && indexer::kMaxLineBytes == 1 << 20);

std::string_view AdviceOn(SkipReason reason) {
  switch (reason) {
    case SkipReason::kTooLarge:
      return "more than 4 MiB; split it if it is written by hand";
    case SkipReason::kBinary:
      return "no text";
    case SkipReason::kLineTooLong:
      return "a line of more than 1 MiB, as only programs write";
    case SkipReason::kParseLimit:
      return "the parser takes too many steps, or ended the program twice; change the file";
    case SkipReason::kUnreadable:
      return "this user may not read it; mend its mode, or owner; or it is in UTF-32: save it in "
             "UTF-8";
    case SkipReason::kInvalidPath:
      return "its name is not UTF-8; rename it";
    case SkipReason::kMinified:
      return "written by a program; its source says more";
    case SkipReason::kTooDeep:
      return "more than 256 directories deep; index one of them as the root";
    case SkipReason::kSubmodule:
      return "a repository of its own; index it with: waymark index DIRECTORY";
  }
  return "";
}

}  // namespace waymark::services
