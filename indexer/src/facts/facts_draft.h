// Facts of one file while they are being collected.
//
// During the pass, names are Words of the thread's table, expressions are in one array, and every
// reference that may leave its function is kept. Finish() orders definitions, drops what only
// concerns local variables, and renumbers strings and expressions so that those of the header come
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
    1024;                                        // distinct words kept of a field of a definition
inline constexpr std::size_t kMinWordBytes = 2;  // shorter and longer words are not counted
inline constexpr std::size_t kMaxWordBytes = 64;
inline constexpr std::size_t kMaxNameBytes = 512;  // a longer name is cut
inline constexpr int kMaxFunctionLevels =
    16;  // enclosing functions searched for the local variable a name may be

// Local scopes in each other from which on a name is bound in the scope there is, though it hides
// what was named before: each is walked for every name.
inline constexpr std::uint32_t kMaxScopeDepth = 128;

// Marks, in a StringId of the draft, an index into the texts instead of a Word.
inline constexpr StringId kTextBit = 1u << 31;

// What is known of a name in a function's scope.
enum LocalState : std::uint32_t {
  kLocalBound = 1 << 0,   // a variable or parameter: not visible outside
  kLocalGlobal = 1 << 1,  // declared to belong to the file
  kLocalOuter = 1 << 2,   // declared to belong to a function around
  kLocalUse = 1 << 3,     // with kLocalBound: a name for what stands elsewhere
  kLocalType = 1 << 4,    // names a type there: a type parameter, or another name of one
};

// Not thread-safe: one a thread.
class FactsDraft {
 public:
  explicit FactsDraft(WordTable& words) : words_(words) {}

  // Starts a file. `bytes` stays valid until Finish().
  void Begin(std::string_view bytes);

  // The same for the parts of a file that are in one language: bytes() is their text, and offsets
  // are those of that; positions are those of the file. `regions` stays valid until Finish().
  void Begin(std::string_view file, const SourceRegions& regions);

  ScopeIndex AddScope(ScopeIndex parent, ScopeKind kind, DefinitionIndex definition);
  DefinitionIndex AddDefinition(const Definition& definition);
  // The first definition, with its scope: that of the file as a whole.
  void AddFile();
  ExpressionIndex AddExpression(const Expression& expression, std::uint32_t site_byte);
  void AddReference(ReferenceRole role, ExpressionIndex expression, ScopeIndex scope,
                    DefinitionIndex owner, DefinitionIndex subject = kNoIndex);
  // What was called since there were `first` references is only named there.
  void MakeValues(std::size_t first);
  // Also marks the name as local when the scope is a function's.
  void AddBinding(const Binding& binding);

  // Of what is bound in the scope nothing is dropped: its order tells which type parameter is
  // which.
  void KeepBindings(ScopeIndex scope) { kept_scopes_.push_back(scope); }

  // What was bound last; nullptr when nothing was. Valid until the next binding.
  const Binding* LastBinding(ScopeIndex scope, Word name) const;
  // Text that is no word: signatures, discriminators, module names.
  StringId AddText(std::string text);

  void MarkLocal(ScopeIndex scope, Word name, std::uint32_t state) {
    locals_.At(scope, name) |= state;
  }

  // The scope that an assignment in `scope` binds the name in: that, or what the name is declared
  // to belong to. A function around that binds it further down counts as the innermost.
  ScopeIndex ScopeAssigned(ScopeIndex scope, Word name) const;

  // Of a function or a block.
  bool IsLocal(ScopeIndex scope) const {
    const ScopeKind kind = facts_.scopes[scope].kind;
    return kind == ScopeKind::kFunction || kind == ScopeKind::kBlock;
  }

  // Local scopes around it.
  std::uint32_t DepthOf(ScopeIndex scope) const { return nestings_[scope].depth; }

  // A name that is looked up from the scope, where that is local.
  void MarkNamed(ScopeIndex scope, Word name);
  // Whether the function around the local scope has named what is no local variable of it so far.
  bool IsNamed(ScopeIndex scope, Word name) const;

  // The innermost scope from `scope` outwards that binds the name: a function's or a block's, or
  // that of a namespace or the file when that defines it; else kNoIndex.
  ScopeIndex BindingScope(ScopeIndex scope, Word name) const;

  // The innermost scope from `scope` outwards that binds the name, seen from inside one function,
  // type or file; kNoIndex when none does. Functions bound to a name see what is around them.
  ScopeIndex LocalScope(ScopeIndex scope, Word name) const;

  // Index of the variable or field that the scope defines under the name, plus 1; 0 when it defines
  // none yet.
  std::uint32_t& VariableOf(ScopeIndex scope, Word name) { return variables_.At(scope, name); }

  void CountWord(DefinitionIndex definition, Field field, Word word);
  // Every word of running text: letters, digits, underscores and bytes past ASCII, not beginning
  // with a digit.
  void CountText(DefinitionIndex definition, Field field, std::string_view text);

  Position PositionOf(std::uint32_t byte) { return lines_.At(FileByteOf(byte)); }

  // Of text that is not empty; white space at its end does not count.
  SourceRange RangeOf(std::uint32_t begin, std::uint32_t end);

  const Expression& expression(ExpressionIndex index) const { return facts_.expressions[index]; }

  std::uint32_t expression_site(ExpressionIndex index) const {
    return expression_sites_[index] & ~kTypeBit;
  }

  // Expressions that can only name a type.
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
  NameMap named_;  // by outermost function: 1 for what is named there and was no local variable

  struct Nesting {
    ScopeIndex function = 0;  // the outermost local scope around, or itself
    std::uint32_t depth = 0;  // local scopes around
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

}  // namespace waymark::indexer
