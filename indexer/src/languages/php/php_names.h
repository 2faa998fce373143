// Which part of a PHP file lies in which namespace, and what the names there stand for.
//
// PHP makes a full name of each written one by the file alone: by the namespace around it and what
// `use` imports. A name with a backslash is bound to what it means like one that is imported, so
// that one way of looking names up serves all.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "facts/facts_draft.h"
#include "syntax/rule_table.h"

namespace waymark::indexer {

enum class PhpNameUse : std::uint8_t { kType, kFunction, kConstant };

class PhpNames {
 public:
  PhpNames(const RuleTable& rules, const SyntaxTree& tree, FactsDraft& draft);

  // Adds the imports of the file.
  void Import();

  // The scope of the namespace around a byte.
  ScopeIndex ScopeAt(std::uint32_t byte) const { return RegionAt(byte).scope; }

  // Binds a name that is written at a byte, where it has a backslash.
  void Bind(std::string_view written, PhpNameUse use, std::uint32_t byte);

 private:
  // A namespace from its name or its brace on.
  struct Region {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    ScopeIndex scope = 0;
    std::string name;
    std::vector<std::pair<std::string, std::string>> types;  // by alias
  };

  void FindRegions();
  const Region& RegionAt(std::uint32_t byte) const;
  Region& RegionAt(std::uint32_t byte);
  void ImportDeclaration(NodeIndex declaration);
  void ImportClause(std::string_view prefix, PhpNameUse use, NodeIndex clause);
  void AddImport(ScopeIndex scope, std::string_view full, std::string_view alias, PhpNameUse use,
                 std::uint32_t byte);
  std::string FullName(const Region& region, std::string_view written) const;
  std::string_view TextOf(NodeIndex node) const;

  const SyntaxTree& tree_;
  const struct PhpSymbols& symbols_;
  FactsDraft& draft_;
  std::vector<Region> regions_;  // by position; the first is what lies around all
  std::set<std::pair<ScopeIndex, std::string>> bound_;
};

}  // namespace waymark::indexer
