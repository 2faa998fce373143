// One file on its way through an index run.
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
  const GrammarRow* grammar = nullptr;  // null: not code, but part of what decides a change
  ContentHash content;
  std::uint16_t flags = 0;  // FileFlag
  std::uint32_t line_count = 0;
  std::optional<SkipReason> skip;
  // Nothing of the above has to be read again: the file is as the published view knows it.
  bool known = false;
  // What has been read of the facts so far; null until it is needed.
  std::shared_ptr<const FileModel> model;
  std::shared_ptr<const FileInterface> file_interface;  // of that model
  SegmentId pack = SegmentId::kNone;                    // that holds the facts, once that is known

  const std::string& path() const { return stat.path; }

  bool HasFacts() const { return grammar != nullptr && !skip.has_value(); }

  graph::FactsKey FactsKey() const {
    return {static_cast<std::uint8_t>(grammar->grammar), grammar->extractor_version,
            FactsContent(*grammar, path(), content)};
  }
};

}  // namespace waymark::indexer
