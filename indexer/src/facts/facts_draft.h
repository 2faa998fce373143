// The facts of one file while they are collected.
//
// During the pass, names are Words of the thread's table, expressions are in one array, and every
// reference that may leave its function is kept. Finish() orders definitions, drops facts about
// local variables only, and renumbers strings and expressions so that those of the header come
// first.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "indexer/facts.h"
#include "text/line_index.h"
#include "text/name_map.h"
#include "text/source_regions.h"
#include "text/words.h"

namespace waymark::indexer {

inline constexpr std::uint32_t kMaxWordsPerField =
    1024;                                        // distinct words kept per field of a definition
inline constexpr std::size_t kMinWordBytes = 2;  // shorter and longer words are not counted
inline constexpr std::size_t kMaxWordBytes = 64;
inline constexpr std::size_t kMaxNameBytes = 512;  // a longer name is cut
inline constexpr int kMaxFunctionLevels =
    16;  // enclosing functions searched for a local variable of a name

// From this nesting of local scopes on, a name is bound in the existing scope even if it hides an
// earlier use, because each lookup walks all scopes.
inline constexpr std::uint32_t kMaxScopeDepth = 128;

// Marks a StringId of the draft as an index into the texts instead of a Word.
inline constexpr StringId kTextBit = 1u << 31;

// What is known of a name in a function's scope.
enum LocalState : std::uint32_t {
  kLocalBound = 1 << 0,   // a variable or parameter: invisible outside
  kLocalGlobal = 1 << 1,  // declared to belong to the file
  kLocalOuter = 1 << 2,   // declared to belong to an enclosing function
  kLocalUse = 1 << 3,     // with kLocalBound: a name for an outer definition
  kLocalType = 1 << 4,    // names a type: a type parameter or a local alias
};

// Not thread-safe: one per thread.
class FactsDraft {
 public:
  explicit FactsDraft(WordTable& words) : words_(words) {}

  // Begins a file. `bytes` must stay valid until Finish().
  void Begin(std::string_view bytes);

  // As above, for the parts of a file in one language: bytes() is their joined text, offsets refer
  // to it, and positions to the file. `regions` must stay valid until Finish().
  void Begin(std::string_view file, const SourceRegions& regions);

  ScopeIndex AddScope(ScopeIndex parent, ScopeKind kind, DefinitionIndex definition);
  DefinitionIndex AddDefinition(const Definition& definition);
  // Adds the first definition, that of the whole file, with its scope.
  void AddFile();
  ExpressionIndex AddExpression(const Expression& expression, std::uint32_t site_byte);
  void AddReference(ReferenceRole role, ExpressionIndex expression, ScopeIndex scope,
                    DefinitionIndex owner, DefinitionIndex subject = kNoIndex);
  // Turns the calls since reference `first` into values.
  void MakeValues(std::size_t first);
  // Also marks the name as local if the scope is a function's.
  void AddBinding(const Binding& binding);

  // Keeps all bindings of the scope: their order identifies type parameters.
  void KeepBindings(ScopeIndex scope) { kept_scopes_.push_back(scope); }

  // The latest binding; nullptr if there is none. Valid until the next one.
  const Binding* LastBinding(ScopeIndex scope, Word name) const;
  // Text that is no word: signatures, discriminators, module names.
  StringId AddText(std::string text);

  void MarkLocal(ScopeIndex scope, Word name, std::uint32_t state) {
    locals_.At(scope, name) |= state;
  }

  // The scope in which an assignment in `scope` binds the name: `scope`, or the scope that a
  // declaration names. An enclosing function that binds it further down counts as the innermost.
  ScopeIndex ScopeAssigned(ScopeIndex scope, Word name) const;

  // Whether it is a function's or a block's scope.
  bool IsLocal(ScopeIndex scope) const {
    const ScopeKind kind = facts_.scopes[scope].kind;
    return kind == ScopeKind::kFunction || kind == ScopeKind::kBlock;
  }

  // The number of enclosing local scopes.
  std::uint32_t DepthOf(ScopeIndex scope) const { return nestings_[scope].depth; }

  // Records the use of a name in a local scope.
  void MarkNamed(ScopeIndex scope, Word name);
  // Whether the function around the local scope has used the name before as an outer one.
  bool IsNamed(ScopeIndex scope, Word name) const;

  // The innermost scope from `scope` outwards that binds the name: a function's or a block's, or a
  // namespace or file that defines it; else kNoIndex.
  ScopeIndex BindingScope(ScopeIndex scope, Word name) const;

  // The innermost scope from `scope` outwards that binds the name, within one function, type or
  // file; kNoIndex if there is none. Functions bound to a name see their enclosing scopes.
  ScopeIndex LocalScope(ScopeIndex scope, Word name) const;

  // Index plus 1 of the variable or field that the scope defines under the name; 0 if there is none
  // yet.
  std::uint32_t& VariableOf(ScopeIndex scope, Word name) { return variables_.At(scope, name); }

  void CountWord(DefinitionIndex definition, Field field, Word word);
  // Counts every word of running text: letters, digits, underscores and non-ASCII bytes, without a
  // digit at the beginning.
  void CountText(DefinitionIndex definition, Field field, std::string_view text);

  Position PositionOf(std::uint32_t byte) { return lines_.At(FileByteOf(byte)); }

  // The range of a non-empty text without the white space at its end.
  SourceRange RangeOf(std::uint32_t begin, std::uint32_t end);

  const Expression& expression(ExpressionIndex index) const { return facts_.expressions[index]; }

  std::uint32_t expression_site(ExpressionIndex index) const {
    return expression_sites_[index] & ~kTypeBit;
  }

  // Marks an expression that can only name a type.
  void MarkType(ExpressionIndex index) { expression_sites_[index] |= kTypeBit; }

  bool IsType(ExpressionIndex index) const { return (expression_sites_[index] & kTypeBit) != 0; }

  FileFacts& facts() { return facts_; }

  WordTable& words() { return words_; }

  std::string_view bytes() const { return bytes_; }

  FileFacts Finish();

 private:
  static constexpr std::uint32_t kTypeBit = 1u << 31;  // above all offsets

  std::uint32_t FileByteOf(std::uint32_t byte) const {
    return regions_ == nullptr ? byte : regions_->FileByteOf(byte);
  }

  void PlaceDocumentation();
  void OrderDefinitions();
  void NumberOrdinals();
  void DropLocalReferences();
  bool LeavesFunction(const Reference& reference) const;
  std::uint32_t LocalStateOf(ScopeIndex scope, Word name) const;
  void DropUnusedBindings();
  void MarkDeclarations();
  void MarkBody();
  void SpreadMarks();
  void NumberExpressions();
  void NumberStrings();
  StringId StringOf(StringId id);
  void OrderTerms();

  WordTable& words_;
  FileFacts facts_;
  std::string_view file_;
  std::string_view bytes_;
  const SourceRegions* regions_ = nullptr;  // null: the whole file
  LineIndex lines_;
  NameMap locals_;
  NameMap variables_;
  NameMap named_;  // by outermost function: 1 for names used there that were no local variables

  struct Nesting {
    ScopeIndex function = 0;  // the outermost enclosing local scope, or itself
    std::uint32_t depth = 0;  // number of enclosing local scopes
  };

  std::vector<Nesting> nestings_;  // by scope
  NameMap binding_counts_;
  NameMap last_bindings_;                        // index into the bindings, plus 1
  std::vector<std::uint32_t> expression_sites_;  // byte, kTypeBit
  std::vector<std::string> texts_;
  std::vector<std::uint32_t> word_counts_;  // distinct words so far by (definition, field)
  std::vector<std::uint8_t> marks_;         // by expression
  std::vector<std::uint32_t> renumbering_;
  std::vector<ScopeIndex> kept_scopes_;
};

// Adds an expression for a value that is one of two; the other one if one of them is kNoIndex.
ExpressionIndex AddUnion(FactsDraft& draft, ExpressionIndex first, ExpressionIndex second);

}  // namespace waymark::indexer
