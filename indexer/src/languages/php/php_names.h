// The namespaces of a PHP file, and the meaning of names inside them.
//
// The file alone determines the full name of each written name: by the enclosing namespace and by
// its `use` clauses. A name with a backslash is bound like an imported name, so one way of looking
// names up serves both.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "facts/facts_draft.h"
#include "languages/php/php_symbols.h"
#include "syntax/rule_table.h"

namespace waymark::indexer {

enum class PhpNameUse : std::uint8_t { kType, kFunction, kConstant };

constexpr bool IsPhpQuote(char c) { return c == '\'' || c == '"'; }

class PhpNames {
 public:
  PhpNames(const RuleTable& rules, const SyntaxTree& tree, FactsDraft& draft);

  // Adds the imports of the file.
  void Import();

  // The scope of the namespace around a byte.
  ScopeIndex ScopeAt(std::uint32_t byte) const { return regions_[RegionAt(byte)].scope; }

  // Binds a name with a backslash, or one in a text, that is written at a byte; does nothing for
  // other names. A name in a text begins with the quote.
  void Bind(std::string_view written, PhpNameUse use, std::uint32_t byte);

 private:
  // The text of a namespace from its name or its brace on.
  struct Region {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    ScopeIndex scope = 0;
    std::string name;
    std::vector<std::pair<std::string, std::string>> types;  // by alias
  };

  void FindRegions();
  std::size_t RegionAt(std::uint32_t byte) const;  // into the regions
  void ImportDeclaration(NodeIndex declaration);
  void ImportClause(std::string_view prefix, PhpNameUse use, NodeIndex clause);
  void AddImport(ScopeIndex scope, std::string_view full, std::string_view alias, PhpNameUse use,
                 std::uint32_t byte);
  static std::string NameInText(std::string_view text, char behind);
  std::string FullName(const Region& region, std::string_view written) const;

  const PhpNodes nodes_;
  FactsDraft& draft_;
  std::vector<Region> regions_;  // by position; the first is what lies around all
  std::set<std::pair<ScopeIndex, std::string>> bound_;
};

}  // namespace waymark::indexer
