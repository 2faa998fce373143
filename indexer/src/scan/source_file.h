// One file during an index run.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "graph/facts_pack.h"
#include "indexer/language.h"
#include "integration/file_route.h"
#include "resolve/incremental/file_interface.h"
#include "resolve/program/file_model.h"
#include "scan/file_walk.h"

namespace waymark::indexer {

struct SourceFile {
  WalkedFile stat;                      // with the path
  const GrammarRow* grammar = nullptr;  // null: not code, but it affects what belongs to the view
  ContentHash content;
  std::uint16_t flags = 0;  // FileFlag
  std::uint32_t line_count = 0;
  std::optional<SkipReason> skip;
  // Whether the published view knows the file as it is, so that none of the above has to be read
  // again.
  bool known = false;
  // The parts of the facts that have been read; null until needed.
  std::shared_ptr<const FileModel> model;
  std::shared_ptr<const FileInterface> file_interface;  // of that model
  SegmentId pack = SegmentId::kNone;                    // the pack with the facts, once it is known

  const std::string& path() const { return stat.path; }

  bool HasFacts() const { return grammar != nullptr && !skip.has_value(); }

  graph::FactsKey FactsKey() const {
    return {static_cast<std::uint8_t>(grammar->grammar), grammar->extractor_version,
            FactsContent(*grammar, path(), content)};
  }
};

}  // namespace waymark::indexer
