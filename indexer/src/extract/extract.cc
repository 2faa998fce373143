#include "extract/extract.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "documents/prose.h"
#include "documents/unindexed_source.h"
#include "extract/extraction.h"
#include "extract/implicit_calls.h"
#include "extract/item_blocks.h"
#include "extract/stored_functions.h"
#include "extract/unconsumed_names.h"
#include "graph/languages.h"
#include "graph/status.h"
#include "indexer/indexer.h"
#include "project/code_owners.h"

namespace waymark::indexer {
namespace {

// Memory beyond this, needed by a larger file, is released after it.
constexpr std::size_t kMaxKeptStateBytes = 512 << 10;

}  // namespace

struct Extractor::State {
  Parser parser;
  SyntaxTree tree;
  SourceRegions regions;
  std::string masked;
  WordTable words;
  FactsDraft draft{words};
  std::vector<Frame> frames;
  std::vector<ParameterPlace> parameters;
};

Extractor::Extractor() : state_(std::make_unique<State>()) {}

Extractor::~Extractor() = default;
Extractor::Extractor(Extractor&&) noexcept = default;
Extractor& Extractor::operator=(Extractor&&) noexcept = default;

absl::StatusOr<FileFacts> Extractor::Extract(std::string_view bytes, const GrammarRow& grammar,
                                             std::string_view path) {
  if (bytes.size() > kMaxFileBytes) {
    return absl::InvalidArgumentError(
        fmt::format("extract facts: {} bytes, the limit is {}; larger files are to be skipped",
                    bytes.size(), kMaxFileBytes));
  }
  State& state = *state_;
  first_syntax_error_.reset();
  if (!IsCode(grammar.language)) {
    state.draft.Begin(bytes);
    switch (grammar.grammar) {
      case Grammar::kCodeOwners:
        CollectCodeOwners(state.draft);
        break;
      case Grammar::kUnindexedSource:
      case Grammar::kTemplate:
        CollectUnindexedWords(grammar.grammar, state.draft);
        break;
      default:
        CollectProse(grammar.grammar, state.draft);
    }
    return state.draft.Finish();
  }
  const RuleTable& rules = RulesOf(grammar.grammar);
  const LanguageRules& language = rules.language();
  const LanguageHooks& hooks = language.hooks;
  const bool is_mixed = grammar.read_regions != nullptr;
  if (is_mixed) {
    state.regions.Clear();
    grammar.read_regions(bytes, state.regions);
  }
  std::string_view parsed = is_mixed ? std::string_view(state.regions.text()) : bytes;
  if (hooks.mask != nullptr) parsed = hooks.mask(parsed, state.masked);
  if (hooks.parse != nullptr) {
    WM_RETURN_IF_ERROR(hooks.parse(state.parser, rules, state.masked, parsed, state.tree));
  } else {
    WM_RETURN_IF_ERROR(state.parser.Parse(rules.grammar(), parsed, rules.kept(), state.tree));
  }
  if (hooks.rewrite_tree != nullptr) {
    WM_RETURN_IF_ERROR(hooks.rewrite_tree(state.parser, rules, state.masked, parsed, state.tree));
  }
  if (is_mixed) {
    state.draft.Begin(bytes, state.regions);
  } else {
    state.draft.Begin(bytes);
  }
  state.draft.facts().syntax_error_count = state.tree.error_count;
  if (state.tree.error_count > 0) {
    first_syntax_error_ = state.draft.PositionOf(state.tree.first_error);
  }
  Extraction(rules, grammar, state.tree, state.draft, state.frames, state.parameters)
      .Run(FileRouteOf(grammar, path));
  if (hooks.complete != nullptr) hooks.complete(rules, state.tree, state.draft);
  AddStoredFunctions(rules, state.tree, state.parameters, state.draft);
  if (hooks.read_masked != nullptr) {
    hooks.read_masked(parsed, language, state.draft);
  } else {
    AddUnconsumedNames(rules, state.tree, state.draft);
  }
  FileFacts facts = state.draft.Finish();
  if (hooks.finish_facts != nullptr) hooks.finish_facts(bytes, facts);
  if (bytes.size() > kMaxKeptStateBytes) state_ = std::make_unique<State>();
  return facts;
}

Extraction::Extraction(const RuleTable& rules, const GrammarRow& grammar, const SyntaxTree& tree,
                       FactsDraft& draft, std::vector<Frame>& frames,
                       std::vector<ParameterPlace>& parameters)
    : ExtractionTexts(rules, tree, draft),
      grammar_(grammar),
      frames_(frames),
      parameters_(parameters) {}

void Extraction::Run(const FileRoute& route) {
  draft_.AddFile();
  frames_.clear();
  parameters_.clear();
  frames_.reserve(kMaxNesting);  // the maximum: references to frames stay valid
  Frame& root = frames_.emplace_back();
  root.rule = &rules_.RuleOf(kErrorSymbol);
  root.end = node(0).next;
  FindDocstring(0, 0);
  FindPrototypes();
  for (NodeIndex index = 1; index < node(0).next;) {
    while (index >= frames_.back().end) Exit();
    index = Enter(index);
  }
  while (!frames_.empty()) Exit();
  FlushComment();
  FinishPrototypes();
  FinishMixins();
  FinishRoutes();
  FinishStubs();
  ApplyHidden();
  if (exports_are_listed_) ApplyExports();
  if (language().visibility == Visibility::kExport) FinishExports();
  if (route.exists()) FinishFileRoute(route);
}

Frame& Extraction::Push(NodeIndex index, const Rule& rule, ChildRole part) {
  const Frame& parent = frames_.back();
  Frame& frame = frames_.emplace_back();
  frame.rule = &rule;
  frame.node = index;
  frame.end = node(index).next;
  frame.part = part;
  frame.context = parent.context;
  const bool is_wrapped = parent.rule->role == Role::kWrapper && part == ChildRole::kDefined;
  const bool is_keyed = parent.rule->role == Role::kKeyword && IsOnlyDefinition(index, parent.node);
  frame.begin = is_wrapped || is_keyed ? parent.begin : node(index).begin;
  frame.scope = ScopeFor(parent, part);
  frame.owner = parent.owner;
  frame.self = parent.self;
  frame.has_object = parent.has_object;
  frame.returns_to = parent.returns_to;
  PlaceInOldStyle(frame, parent);
  frame.targets_begin = static_cast<std::uint32_t>(targets_.size());
  frame.values_begin = static_cast<std::uint32_t>(values_.size());
  if (parent.rule->role == Role::kDefinition || parent.rule->role == Role::kAssignment) {
    frame.context &= static_cast<std::uint16_t>(~kExported);
  }
  switch (part) {
    case ChildRole::kType:
    case ChildRole::kReturnType:
    case ChildRole::kBases:
    case ChildRole::kUnderlying:
    case ChildRole::kTypeParameters:
      frame.context |= kInType;
      break;
    case ChildRole::kReceiver:
      frame.context |= kOwns;
      break;
    case ChildRole::kUsed:  // in a kContainer, the length of an array
    case ChildRole::kBody:
      if (part == ChildRole::kUsed && parent.rule->role != Role::kContainer) break;
      frame.context &= static_cast<std::uint16_t>(~(kAnonymous | kInType));
      break;
    case ChildRole::kGuarded:
      if (parent.is_guarded) frame.context |= kTypeOnly;
      break;
    case ChildRole::kUnguarded:
      if (parent.is_guarded) frame.context |= kUntyped;
      break;
    case ChildRole::kArguments:
      if (parent.rule->role == Role::kIndex) {
        frame.context |= kInType;
      } else {
        frame.context &= static_cast<std::uint16_t>(~(kDecorates | kInType | kExported));
      }
      break;
    case ChildRole::kRest:
      frame.operand = parent.operand;
      break;
    default:
      break;
  }
  return frame;
}

// Nodes that are handled at once with their subtree.
bool Extraction::EnterWithoutFrame(Frame& parent, ChildRole part, NodeIndex index,
                                   const Rule& rule) {
  switch (rule.role) {
    case Role::kIdentifier:
      VisitIdentifier(parent, part, index, rule);
      return true;
    case Role::kWord:
      VisitIdentifier(parent, ChildRole::kWord, index, rule);
      return true;
    case Role::kText:
      VisitText(parent, node(index));
      return true;
    case Role::kComment:
      VisitComment(parent, node(index));
      return true;
    case Role::kLiteral:
      if (!tree_.IsLeaf(index)) return false;
      if (part == ChildRole::kMemberName) {  // x.0
        parent.name = WordOf(index);
        parent.name_byte = node(index).begin;
        return true;
      }
      ReturnToParent(parent, part, AddLiteral(rule, index));
      return true;
    case Role::kSelf:
      ReturnToParent(parent, part, AddSelf(parent, index));
      return true;
    case Role::kSuper:
      ReturnToParent(parent, part,
                     draft_.AddExpression({ExpressionKind::kSuper}, node(index).begin));
      return true;
    case Role::kSuperSend:
      VisitSuperSend(parent, part, index);
      return true;
    case Role::kOwnField:
      VisitOwnField(parent, part, index);
      return true;
    case Role::kMethodName:
      VisitMethodName(parent, part, index);
      return true;
    case Role::kDotted:
      VisitDotted(parent, part, index);
      return true;
    case Role::kMember:
      return part == ChildRole::kName && parent.rule->role == Role::kNamespace;
    case Role::kPath:
    case Role::kIndex:
      return part == ChildRole::kDeclarator || part == ChildRole::kName;  // read by looking ahead
    case Role::kArrow:
      parent.is_arrow = true;
      return true;
    case Role::kTokens:
      VisitTokens(parent, index);
      return true;
    case Role::kSpecialName:
      VisitSpecialName(parent, part, index);
      return true;
    case Role::kSkip:
    case Role::kModifier:
      return true;
    default:
      return VisitStatement(parent, index, rule);
  }
}

bool Extraction::VisitStatement(Frame& parent, NodeIndex index, const Rule& rule) {
  switch (rule.role) {
    case Role::kImport:
      VisitImport(parent, index, rule);
      return true;
    case Role::kImportFrom:
      VisitImportFrom(parent, index, rule);
      return true;
    case Role::kInclude:
      VisitInclude(parent, index, rule);
      return true;
    case Role::kTypeImport:
      VisitTypeImport(parent, index, rule);
      return true;
    case Role::kNamespaceImport:
      VisitNamespaceImport(parent, index, rule);
      return true;
    case Role::kPackage:
      VisitPackage(index, rule);
      return true;
    case Role::kPathImport:
      VisitPathImport(parent, index, rule);
      return true;
    case Role::kModuleImport:
      VisitModuleImport(parent, index, rule);
      return true;
    case Role::kExport:
      return VisitExport(parent, index, rule);
    case Role::kMacro:
      VisitMacro(parent, index, rule);
      return true;
    case Role::kGlobal:
      VisitElsewhere(parent, index, kLocalGlobal);
      return true;
    case Role::kOuter:
      VisitElsewhere(parent, index, kLocalOuter);
      return true;
    case Role::kAccess:
      VisitAccess(index);
      return true;
    case Role::kMethodAlias:
      VisitMethodAlias(parent, index, rule);
      return true;
    case Role::kUse:
      VisitUse(parent, index, rule);
      return true;
    default:
      return false;
  }
}

NodeIndex Extraction::Enter(NodeIndex index) {
  const SyntaxNode& entered = node(index);
  Frame& parent = frames_.back();
  const Rule& rule = parent.rule->role == Role::kFields ? rules_.RuleInFields(entered.symbol)
                                                        : rules_.RuleOf(entered.symbol);
  const ChildRole part = PartIn(parent, entered);
  if (part == ChildRole::kSkipped || part == ChildRole::kOwner) return entered.next;
  if (part == ChildRole::kDefault) parent.has_default = true;
  const bool is_no_type = rule.role == Role::kSkip && HoldsTypeArguments(parent);  // a lifetime
  if (part == ChildRole::kArgument && rule.role != Role::kComment && !is_no_type) {
    ++parent.count;
    if (KeepsArguments(parent)) values_.push_back(kNoIndex);
  }
  if (part == ChildRole::kMark) parent.is_marked = true;
  if (part == ChildRole::kMark || part == ChildRole::kMakesField) {
    parent.makes_field |= part == ChildRole::kMakesField;
    return entered.next;
  }
  if (rule.role == Role::kStatement && BeginOldStyle(parent, index)) return entered.next;
  if (part == ChildRole::kDeclarator) VisitDeclarator(parent, index);
  if (!decorators_.empty()) KeepDecorators(parent, index, rule.role);
  if (TakesPattern(parent, part, rule)) {
    VisitPattern(parent, index);
    return entered.next;
  }
  if (part == ChildRole::kBody && parent.rule->role == Role::kLet) BindLet(parent);
  if (part == ChildRole::kBody && parent.rule->role == Role::kExtension) BeginExtension(parent);
  if (part == ChildRole::kValue && parent.rule->role == Role::kValues &&
      rule.role != Role::kComment) {
    values_.push_back(kNoIndex);
    ++parent.count;
  }
  if (part == ChildRole::kBody && parent.rule->role == Role::kNew) OpenOwnType(parent, index);
  if (part == ChildRole::kValue && parent.rule->role == Role::kSequence &&
      rule.role != Role::kComment) {
    Use(parent, ChildRole::kUsed, parent.value);  // of the statement before
    parent.value = kNoIndex;
  }
  returned_ = index;
  if (EnterWithoutFrame(parent, part, index, rule)) return entered.next;
  if (frames_.size() >= kMaxNesting) {
    draft_.facts().truncated = true;
    return entered.next;
  }
  Prepare(Push(index, rule, part));
  return index + 1;
}

void Extraction::Prepare(Frame& frame) {
  EnterApiCall(frame);
  EnterStub(frame);
  switch (frame.rule->role) {
    case Role::kDefinition:
      EnterDefinition(frame);
      break;
    case Role::kNamespace:
      EnterNamespace(frame);
      break;
    case Role::kLambda:
      EnterLambda(frame);
      break;
    case Role::kDeclaration:
      frame.first_reference = static_cast<std::uint32_t>(draft_.facts().references.size());
      if (Below(frame).rule->role == Role::kKeyword) frame.modifiers |= Below(frame).modifiers;
      [[fallthrough]];
    case Role::kUsing:
    case Role::kKeyword:
    case Role::kAssignment:
      ReadModifiers(frame);
      break;
    case Role::kWrapper:
      frame.first_reference = static_cast<std::uint32_t>(draft_.facts().references.size());
      EnterWrapper(frame);
      break;
    case Role::kMethodCall:
      EnterSend(frame);
      break;
    case Role::kObject:
      EnterObject(frame);
      break;
    case Role::kFields:
    case Role::kPlaces:
      EnterFields(frame);
      break;
    case Role::kField:
      EnterField(frame);
      break;
    case Role::kDeclarator:
      EnterDeclarator(frame);
      break;
    case Role::kConversion:
      frame.definition = function_.definition;
      break;
    case Role::kConditional:
      EnterConditional(frame);
      break;
    case Role::kScope:
      if (!IsLocal(frame.scope) && IsBodyOfMacro(frame.node)) {
        frame.inner_scope = draft_.AddScope(frame.scope, ScopeKind::kFunction, kNoIndex);
        frame.scope = frame.inner_scope;
      }
      if (HoldsItems(rules_, tree_, frame, Below(frame))) MarkItems(draft_, OpenBlock(frame));
      break;
    case Role::kBlock:
    case Role::kFunctionType:
      EnterBlock(frame);
      break;
    case Role::kExtension:
    case Role::kReceiverBlock:
      EnterExtension(frame);
      break;
    default:
      ChangeContext(frame);
      break;
  }
}

void Extraction::Exit() {
  Frame& frame = frames_.back();
  if (frame.api_call != nullptr) ExitApiCall(frame);
  Conclude(frame);
  const ExpressionIndex yielded = Yield(frame);
  returned_ = frame.node;
  if (frames_.size() > 1) {
    Frame& parent = Below(frame);
    if (frame.rule->role == Role::kList) {
      PassToParent(frame, parent);
      values_.resize(frame.values_begin);
    } else if (frame.rule->role == Role::kPath && frame.part == ChildRole::kRest) {
      parent.operand = yielded;  // begins with the parent's operand
    } else if (frame.rule->role != Role::kAssignment) {
      ReturnToParent(parent, frame.part, yielded);
    } else if (frame.part == ChildRole::kValue || frame.part == ChildRole::kBody) {
      parent.value = yielded;  // the inner assignment has used it
    }
    // A pair in a table.
    const bool is_pair = frame.rule->role == Role::kTransparent && frame.value != kNoIndex &&
                         parent.rule->role == Role::kContainerLiteral &&
                         frame.part == ChildRole::kArgument && !language().keeps_values;
    if (is_pair) values_.back() = frame.value;
  }
  frames_.pop_back();
}

// Completes a statement or definition once all its children are known.
void Extraction::Conclude(Frame& frame) {
  switch (frame.rule->role) {
    case Role::kAssignment:
      return ExitAssignment(frame);
    case Role::kDeclaration:
      FinishVariable(frame, frame);
      ImplicitCalls(language(), draft_).AddParts(frame, parts_.Bind(draft_, frame, frame.value));
      if (frame.rule->binding == BindingKind::kIterated) {
        ImplicitCalls(language(), draft_).AddIteration(frame, TextOf(frame.node));
      }
      break;
    case Role::kDefinition:
      if (frame.rule->is_instance) ExitInstance(frame);
      ExitFunction(frame);
      break;
    case Role::kLet:
      if (FindChild(frame.node, *frame.rule, ChildRole::kBody) == kNoIndex) BindLet(frame);
      break;
    case Role::kBound:
      return ExitBound(frame);
    case Role::kScope:
      if (!IsBodyOfLambda(frame)) Use(frame, ChildRole::kUsed, frame.value);
      if (frame.rule->binding == BindingKind::kEntered) {
        ImplicitCalls(language(), draft_).AddContext(frame, frame.value, EntersAsync(frame));
      }
      break;
    case Role::kParameters:
      if ((frame.context & kAreArguments) != 0) PassArgumentsToParent(frame, Below(frame));
      ExitParameters(frame);
      break;
    case Role::kDeclarator:
      return ExitDeclarator(frame);
    case Role::kUsing:
      return ExitUsing(frame);
    case Role::kReturn:
      return ExitReturn(frame);
    case Role::kRaise:
      return ExitRaise(frame);
    case Role::kDecorator:
      return ExitDecorator(frame);
    case Role::kLambda:
      return ExitLambda(frame);
    case Role::kInitializer:
      return ExitInitializer(frame);
    case Role::kParameter:
    case Role::kVariadic:
      return ExitParameter(frame);
    case Role::kList:
    case Role::kProperties:
    case Role::kDefaulted:
      if (frame.part == ChildRole::kParameterName) ExitParameter(frame);
      break;
    case Role::kValues:
      if (Below(frame).rule->role != Role::kAssignment && !language().keeps_values) {
        values_.resize(frame.values_begin);
      }
      break;
    case Role::kExport:
      return ExitExport(frame);
    case Role::kPair:
      return ExitPair(frame);
    default:
      return ConcludeValue(frame);
  }
}

}  // namespace waymark::indexer
