// Resolves the facts of one file against the whole program into rows and edges.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "resolve/evaluate/evaluator.h"
#include "resolve/program/resolved_file.h"

namespace waymark::indexer {

struct UnindexedSource;

// Whether a signature names the base of the method: void IDisposable.Dispose().
bool NamesItsBase(const ResolutionRules& rules, std::string_view name, std::string_view signature);

// Resolves one file after the other. Not thread-safe: each thread has its own over the shared
// program.
class FileResolver {
 public:
  explicit FileResolver(const Program& program)
      : program_(program), evaluator_(program), plain_(program, false) {}

  // `facts` must be complete, with the body, and those that the program's model of the file was
  // built from. The result depends only on the program and the file.
  std::unique_ptr<ResolvedFile> Resolve(FileIndex file, FileFacts facts);
  // Resolves the symbols alone.
  std::unique_ptr<ResolvedFile> ResolveRows(FileIndex file, FileFacts facts);

 private:
  void Begin(FileIndex file, FileFacts facts);

  // One symbol that a reference may mean.
  struct Meant {
    SymbolRef symbol;
    EdgeRule rule = EdgeRule::kLexicalScope;
  };

  // A reference as the edge it may become.
  struct Use {
    std::uint32_t source = 0;
    EdgeType type = EdgeType::kCalls;
    const Reference& reference;
  };

  // file_rows.cc
  void AddSymbols();
  bool IsDeclaredHidden(SymbolRef symbol) const;
  bool IsTestCase(DefinitionIndex definition) const;
  void SeparateOrdinals();
  void AddTerms();

  // file_structure.cc: edges that follow from declarations.
  void AddOwners();
  void AddImports();
  void AddImportEdges(std::uint32_t import);
  void AddBases();
  EdgeType RelationTo(SymbolRef base, DefinitionIndex type, EdgeType written) const;
  void AddOverrides();
  Resolution AskOverridden(DefinitionIndex method, SymbolRef type);
  bool MayOverride(DefinitionIndex index) const;
  void AddOverloadSignatures();
  void AddDeclarations();

  // file_external_overrides.cc: methods that external code may call.
  void AddForeignOverrides();
  bool MayOverrideForeign(DefinitionIndex method);
  bool MayAnswerInterface(SymbolRef type) const;

  // file_references.cc: edges that follow from the body.
  void AddReferences();
  void AddReference(const Reference& reference);
  void AddCall(const Reference& reference);
  void AddImplicit(const Reference& reference, const Resolution& run);
  Resolution AskCallee(ScopeRef place, ExpressionIndex callee, const LookupKind& wanted, bool& cut);
  void AddDeclared(const Reference& reference);
  void AddUnknownCallee(const Reference& reference, ExpressionIndex callee, Resolution bound,
                        bool cut);
  bool AddAssigned(const Reference& reference, const Resolution& bound);
  bool AddFewOf(const Reference& reference, ExpressionIndex callee, std::vector<Meant>& targets);
  // file_interface_calls.cc: interfaces that no definition stands for.
  bool AddThroughInterface(const Reference& reference, const Resolution& bound,
                           std::span<const Meant> known);
  bool AddRunByMember(const Reference& reference, ExpressionIndex callee);
  bool IsDelegation(ExpressionIndex callee) const;
  void AddDelegation(const Reference& reference, int arity);
  void AddMacro(const Reference& reference);
  bool IsFilled(const Reference& reference, SymbolRef type, int arity);
  void AddConstructors(const Reference& reference, const Meant& type, int arity);
  EdgeType UseOf(SymbolRef symbol) const;
  void AddValue(const Reference& reference);
  void AddUnboundValue(const Reference& reference, EdgeType type, const Resolution& bound);
  void AddType(const Reference& reference);
  void AddRaise(const Reference& reference);
  void AddFieldAccess(const Reference& reference);
  void AddRun(const Reference& reference, std::string_view called, const Meant& target, int arity);
  static std::vector<Meant> SymbolsIn(const Resolution& bound);
  std::vector<Meant> NamedIn(const Resolution& bound, ExpressionIndex expression) const;
  void CallTargets(const Entity& entity, int depth, std::vector<Meant>& out);
  bool AddFallback(const Use& use, ExpressionIndex callee, int arity,
                   ExpressionIndex arguments = kNoIndex);
  void AddOthersNamed(Name name, int arity, bool is_guessed, std::vector<Meant>& targets);

  // file_decorators.cc
  void AddDecorator(const Reference& reference);
  void AddDecoration(const Reference& reference, const Entity& decorator);

  // file_factories.cc: classes as values.
  void AddInstantiation(const Reference& reference, const Meant& type);
  bool IsCompared(const Reference& reference);
  void CollectCompared();

  // file_receivers.cc: receivers of members, and messages to objects of unknown type.
  void AddOperands(const Reference& reference, ExpressionIndex member);
  void AddOperand(const Reference& operand, const Resolution& bound);
  void AddNamed(const Reference& reference, ExpressionIndex name, std::span<const Meant> named,
                bool is_certain);
  void AddStandIns(const Reference& reference, ExpressionIndex name, const Resolution& bound,
                   std::span<const Meant> meant);
  bool AddContainerKey(const Reference& reference);
  bool IsUsedAt(const Reference& reference, SymbolRef symbol) const;
  bool IsUncertainAt(const Reference& reference) const;
  bool IsOwnInstance(ExpressionIndex object) const;
  std::string_view VariableNamed(ExpressionIndex index);
  void CollectSent();
  Receiver ReceiverNamed(std::string_view variable, std::uint32_t owner);
  std::string_view CalleeName(const Reference& reference, ExpressionIndex callee) const;

  // file_api_calls.cc: edges to things outside the language.
  std::vector<std::string_view> NamesIn(ExpressionIndex index) const;
  std::string_view ForeignTypeOf(ExpressionIndex object, const Resolution& value) const;
  bool IsOfFramework(SymbolRef type, const Literal& literal);
  bool IsOurs(const Resolution& bound, LiteralRole role) const;
  std::optional<EdgeRule> Judge(const Literal& literal);
  void AddLiterals();
  void AddHandler(const Reference& reference);

  // file_fixtures.cc: fixtures of tests.
  void AddFixture(const Reference& reference);
  void AddUsedFixtures();
  void CollectUsedFixtures(FileIndex file, ScopeIndex scope, Name marked, EdgeRule rule,
                           std::vector<Meant>& out) const;

  // file_by_name.cc: members that a string names.
  void AddByName(const Reference& reference);
  void AddAnyMember(const Reference& reference);
  void AddUnconsumedIdentifier(const Reference& reference);
  std::vector<Meant> HomonymsOf(Name name, const std::function<bool(SymbolRef)>& fits) const;
  bool AddHomonyms(const Reference& reference, ExpressionIndex expression, EdgeType type);

  // file_keys.cc: keys of object literals and keyword arguments.
  void AddKey(const Reference& reference);
  void AddArgumentKey(const Reference& reference, Name name);
  bool IsMadeOfFields(SymbolRef type);

  // documents.cc: names in documents.
  struct Documented {
    SymbolRef symbol;
    std::vector<Name> around;  // names of the enclosing definitions, innermost first
  };

  void AddDocuments();
  void AddDocumented(const Reference& reference);
  bool Agrees(std::span<const std::string_view> qualifiers, SymbolRef symbol,
              std::span<const Name> around) const;
  void FoldMeant(std::vector<Documented>& meant) const;

  // unindexed_words.cc: words of languages that are not indexed.
  void AddWords();
  void AddUnindexedWords(const UnindexedSource& source);
  void AddUnindexedWord(const UnindexedSource& source, std::string_view text, Position site);
  void MentionSpellings(const UnindexedSource& source);

  // file_edges.cc: writing edges and unresolved references.
  void AddUnresolved(std::uint32_t source, std::string_view name, EdgeType type, Position site,
                     const Resolution& answer);
  void AddAmbiguous(std::uint32_t source, std::string_view name, EdgeType type, Position site,
                    std::span<const Meant> targets);
  std::uint32_t RunnerOf(std::uint32_t source, EdgeType type) const;
  void AddEdge(std::uint32_t source, SymbolRef target, EdgeType type, EdgeRule rule, Position site);

  // The place where names of a reference are looked up. Names in the head of a function defined
  // outside its type are looked up inside the type.
  ScopeRef PlaceOf(const Reference& reference) const;

  const ModelDefinition& DefinitionAt(SymbolRef symbol) const {
    return program_.Definition(symbol);
  }

  static bool IsVariable(const ModelDefinition& definition) {
    return definition.kind == SymbolKind::kVar || definition.kind == SymbolKind::kConst ||
           definition.kind == SymbolKind::kField;
  }

  bool IsTypeLike(SymbolRef symbol) const { return program_.IsType(symbol); }

  bool IsTestSymbol(SymbolRef symbol) const;
  // The last component of a name or member expression, as written.
  std::string_view NameOf(ExpressionIndex expression) const;

  const Expression& At(ExpressionIndex expression) const {
    return out_->facts.expressions[expression];
  }

  const Program& program_;
  Evaluator evaluator_;
  Evaluator plain_;  // without arguments of call sites
  FileIndex file_ = 0;
  graph::SpillVector<ModelExpression> body_;
  // Messages by definition (kNoIndex for the whole file) and variable.
  std::map<std::pair<std::uint32_t, std::string_view>, std::vector<Name>> sent_;
  bool has_sent_ = false;
  bool asks_any_fixture_ = false;  // which fixture file is meant is only known at run time
  std::map<SymbolRef, bool> made_of_fields_;  // answers of IsMadeOfFields
  std::vector<ExpressionIndex> compared_;     // arguments of type tests, ordered
  bool has_compared_ = false;
  std::unordered_set<DefinitionIndex> overriding_;        // override methods of the repository
  std::unordered_set<DefinitionIndex> marked_overrides_;  // marked as override by an annotation
  std::unique_ptr<ResolvedFile> out_;
};

}  // namespace waymark::indexer
