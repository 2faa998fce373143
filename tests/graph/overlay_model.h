// A repository that changes: files whose references name their targets by path and serial, so that
// any state of it can be written as a base or as an overlay, and both say the same.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "graph/overlay_builder.h"
#include "graph_data.h"

namespace waymark::graph {

// Serial 0 is the file's own symbol.
struct ModelTarget {
  std::string path;
  std::uint32_t serial = 0;

  auto operator<=>(const ModelTarget&) const = default;
};

struct ModelReference {
  std::vector<ModelTarget> targets;  // one: an edge; several: candidates
  std::string name;                  // of what is looked for
  EdgeType type = EdgeType::kCalls;
  EdgeRule rule = EdgeRule::kLexicalScope;
  Position site;
};

struct ModelSymbol {
  std::uint32_t serial = 0;
  SymbolData data;  // but parent and place
  ModelTarget parent;
  std::vector<ModelReference> references;
  std::vector<TermData> terms;  // but the symbol
};

struct ModelFile {
  FileData data;                     // but symbols, terms, edges, unresolved
  std::vector<ModelSymbol> symbols;  // in order of position, the file's own first
  std::uint32_t next_serial = 1;
};

struct ModelState {
  std::map<std::string, ModelFile> files;
  std::vector<SkippedData> skipped;
};

// What leads from one state to another.
struct ModelChange {
  std::vector<std::string> replaced;  // in byte order
  std::vector<std::string> removed;
  std::vector<std::string> rebound;
};

class ModelRepository {
 public:
  ModelRepository(std::uint64_t seed, std::uint32_t files);

  const ModelState& state() const { return state_; }

  // Edits, adds and deletes some files at random, and says what an index must do about it.
  ModelChange Step();

 private:
  std::uint32_t Below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }

  bool OneIn(std::uint32_t n) { return Below(n) == 0; }

  std::string Word();
  std::string NewPath();
  ModelTarget AnyTarget();
  const std::string& AnyPath();
  ModelSymbol NewSymbol(ModelFile& file, const std::string& path);
  void AddReferences(ModelSymbol& symbol);
  void AddFile(const std::string& path);
  void EditFile(const std::string& path);

  std::mt19937_64 random_;
  ModelState state_;
};

// The number of a symbol in its file; nothing when the state has no such symbol.
std::optional<std::uint32_t> PositionOf(const ModelState& state, const ModelTarget& target);

// A file as builders take it, with ids from `first_symbol_of`.
FileData FileOf(const ModelState& state, const std::string& path,
                const std::function<std::uint32_t(const std::string&)>& first_symbol_of);

// The whole state for a base.
GraphData GraphOf(const ModelState& state);

// Feeds a change to a builder.
absl::Status BuildOverlay(OverlayBuilder& builder, const ModelState& state,
                          const ModelChange& change);

}  // namespace waymark::graph
