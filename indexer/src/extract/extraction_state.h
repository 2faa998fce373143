// State of a pass over a syntax tree besides the open frames.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "extract/extraction_frame.h"
#include "extract/narrowing.h"
#include "extract/part_targets.h"
#include "facts/facts_draft.h"
#include "syntax/macro_text.h"
#include "syntax/rule_table.h"
#include "syntax/syntax.h"

namespace waymark::indexer {

// The path of a `use` as far as it has been read; for kExportedAs it is visible from outside too.
struct UsePath {
  ExpressionIndex path = kNoIndex;
  std::string text{};
  BindingKind kind = BindingKind::kUsing;
};

// A decorator that precedes what it decorates.
struct PendingDecorator {
  std::uint32_t reference = 0;  // its subject follows
  NodeIndex node = kNoIndex;
};

// A function literal, and the scope of its parameters.
struct KnownLambda {
  NodeIndex node = 0;
  ScopeIndex scope = 0;
  std::vector<Word> parameters{};
};

class ExtractionState {
 protected:
  ExtractionState(const RuleTable& rules, const SyntaxTree& tree, FactsDraft& draft)
      : rules_(rules),
        tree_(tree),
        draft_(draft),
        narrowing_(rules, tree, draft),
        constants_(draft.bytes()) {}

  const SyntaxNode& node(NodeIndex index) const { return tree_.nodes[index]; }

  Role RoleOf(NodeIndex index) const { return rules_.RuleOf(tree_.nodes[index].symbol).role; }

  std::string_view TextOf(NodeIndex index) const {
    const SyntaxNode& at = tree_.nodes[index];
    return draft_.bytes().substr(at.begin, at.end - at.begin);
  }

  const LanguageRules& language() const { return rules_.language(); }

  ScopeKind KindOf(ScopeIndex scope) const { return draft_.facts().scopes[scope].kind; }

  bool IsLocal(ScopeIndex scope) const { return draft_.IsLocal(scope); }

  const RuleTable& rules_;
  const SyntaxTree& tree_;
  FactsDraft& draft_;
  Narrowing narrowing_;
  NodeIndex returned_ = kNoIndex;    // whose expression the next parent gets
  NodeIndex doc_node_ = kNoIndex;    // string that documents the latest definition
  NodeIndex name_node_ = kNoIndex;   // name of the latest definition
  NodeIndex guard_node_ = kNoIndex;  // #define of the include guard
  PendingComment comment_;
  PendingFunction function_;
  bool exports_are_listed_ = false;
  std::vector<Word> exports_;
  std::vector<Mixin> mixins_;
  std::vector<std::pair<ScopeIndex, Word>> hidden_;  // names hidden by a class macro
  std::vector<AssignedName> targets_;                // of the open assignments
  PartTargets parts_;
  std::vector<ExpressionIndex> values_;  // of the open lists of values
  std::vector<KnownLambda> lambdas_;     // in the arguments of the open calls
  std::vector<NodeIndex> loads_;         // calls that were imported with their statement
  std::vector<PendingDecorator> decorators_;
  std::uint16_t decorator_flags_ = 0;        // flags that they set on the definition
  DefinitionIndex last_fixture_ = kNoIndex;  // the latest one begun
  std::vector<DecoratedRoute> routes_;
  std::vector<OpenRoute> open_routes_;
  std::vector<NodeIndex> parents_;  // of all nodes, built at the first route, with the next two
  std::vector<AssignedCall> assigned_calls_;
  std::vector<TakenRouter> taken_routers_;
  mutable std::uint32_t group_steps_ = 0;  // spent on the prefixes of the current route
  mutable LiteralConstants constants_;
  std::vector<Word> makers_;   // names whose prototype is used, ordered
  std::vector<Word> holders_;  // names that get functions as members, ordered
  std::vector<Members> members_;
  std::vector<Inherited> inherited_;
  std::vector<ExportedCall> exported_calls_;
  bool decorates_next_ = false;  // they apply to what follows, not to their parent
  NodeIndex decorated_next_ = kNoIndex;
  NodeIndex decorated_ = kNoIndex;  // their parent
  OldStyleFunction old_style_;
  MacroTexts macros_;  // macros of the file so far, in C
};

}  // namespace waymark::indexer
