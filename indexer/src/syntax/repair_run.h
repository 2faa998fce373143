// The loop of repairs around tree-sitter.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tree_sitter/api.h>

#include "syntax/syntax_repair.h"

namespace waymark::indexer {

struct TreeDeleter {
  void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};

using TreePtr = std::unique_ptr<TSTree, TreeDeleter>;

// Parses the text with the help of an edited tree; nullptr if the steps are used up.
class TreeSource {
 public:
  virtual ~TreeSource() = default;
  virtual TreePtr Parse(std::string_view text, const TSTree* edited) = 0;
};

class RepairRun {
 public:
  // `text` is changed in place.
  RepairRun(TreeSource& source, RepairAdvisor& advisor, std::string& text, TreePtr tree)
      : source_(source), advisor_(advisor), text_(text), tree_(std::move(tree)) {}

  // The tree of the repaired text.
  TreePtr Run();

  // The errors that are left.
  std::span<const SyntaxError> errors() const { return errors_; }

 private:
  using Errors = std::vector<SyntaxError>;

  // A change and the error that it is to remove, with all that this error covers.
  struct Trial {
    TextChange change;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t error = 0;  // its beginning
  };

  static void AddError(const SyntaxError& error, std::vector<std::size_t>& around, Errors& errors);
  Errors ErrorsOf(const TSTree& tree) const;
  bool Round();
  std::vector<Trial> Choose();
  std::vector<Trial> Rejected(std::span<const Trial> trials, const Errors& after) const;
  bool Keep(TreePtr parsed, Errors after);
  void Swap(std::span<Trial> trials, TSTree& tree);
  TSPoint PointAt(std::uint32_t byte) const;
  void FindLines();

  TreeSource& source_;
  RepairAdvisor& advisor_;
  std::string& text_;
  TreePtr tree_;
  Errors errors_;
  std::map<TextChange, int> tried_;  // by the progress at which it was
  int progress_ = 0;
  std::vector<std::uint32_t> lines_;  // their beginnings
};

}  // namespace waymark::indexer
