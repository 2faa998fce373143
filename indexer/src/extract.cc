#include "extract.h"

#include <utility>

#include <fmt/format.h>

#include "extraction.h"
#include "graph/status.h"
#include "indexer/indexer.h"

namespace waymark::indexer {

struct Extractor::State {
  Parser parser;
  SyntaxTree tree;
  WordTable words;
  FactsDraft draft{words};
  std::vector<Frame> frames;
};

Extractor::Extractor() : state_(std::make_unique<State>()) {}

Extractor::~Extractor() = default;
Extractor::Extractor(Extractor&&) noexcept = default;
Extractor& Extractor::operator=(Extractor&&) noexcept = default;

absl::StatusOr<FileFacts> Extractor::Extract(std::string_view bytes, const GrammarRow& grammar) {
  if (bytes.size() > kMaxFileBytes) {
    return absl::InvalidArgumentError(
        fmt::format("extract facts: {} bytes, the limit is {}; larger files are to be skipped",
                    bytes.size(), kMaxFileBytes));
  }
  const RuleTable& rules = RulesOf(grammar.grammar);
  State& state = *state_;
  WM_RETURN_IF_ERROR(state.parser.Parse(rules.grammar(), bytes, rules.kept(), state.tree));
  state.draft.Begin(bytes);
  state.draft.facts().syntax_error_count = state.tree.error_count;
  Extraction(rules, state.tree, state.draft, state.frames).Run();
  return state.draft.Finish();
}

Extraction::Extraction(const RuleTable& rules, const SyntaxTree& tree, FactsDraft& draft,
                       std::vector<Frame>& frames)
    : rules_(rules), tree_(tree), draft_(draft), frames_(frames) {}

void Extraction::Run() {
  Definition file;
  file.range = draft_.bytes().empty()
                   ? SourceRange{{1, 1}, {1, 1}}
                   : draft_.RangeOf(0, static_cast<std::uint32_t>(draft_.bytes().size()));
  file.name_position = {1, 1};
  draft_.AddScope(kNoIndex, ScopeKind::kFile, 0);
  file.inner_scope = 0;
  draft_.AddDefinition(file);
  frames_.clear();
  frames_.reserve(kMaxNesting);  // all there will be: references to frames stay valid
  Frame& root = frames_.emplace_back();
  root.rule = &rules_.RuleOf(kErrorSymbol);
  root.end = node(0).next;
  FindDocstring(0, 0);
  for (NodeIndex index = 1; index < node(0).next;) {
    while (index >= frames_.back().end) Exit();
    index = Enter(index);
  }
  while (!frames_.empty()) Exit();
  if (exports_are_listed_) ApplyExports();
}

// What plays no part of its own plays that of the list it stands in.
Part Extraction::PartIn(const Frame& parent, const SyntaxNode& child) const {
  const Part part = rules_.PartOf(*parent.rule, child.field, child.symbol);
  const bool is_target = parent.part == Part::kTarget || parent.part == Part::kTargetElement;
  switch (parent.rule->role) {
    case Role::kPass:
      return part == Part::kValue && is_target ? parent.part : part;
    case Role::kLiteral:
    case Role::kVariadic:
      return is_target ? Part::kTargetElement : part;
    case Role::kList:
      if (is_target) return Part::kTargetElement;
      if (parent.part == Part::kArguments) return Part::kArgument;
      return parent.part == Part::kBases && child.field == 0 ? Part::kBase : part;
    default:
      return part;
  }
}

ScopeIndex Extraction::ScopeFor(const Frame& parent, Part part) const {
  if (parent.inner_scope != kNoIndex && (part == Part::kBody || part == Part::kParameters))
    return parent.inner_scope;
  // Types and defaults of parameters are evaluated outside the function.
  if (parent.rule->role == Role::kParameter && (part == Part::kType || part == Part::kDefault)) {
    return draft_.facts().scopes[parent.scope].parent;
  }
  return parent.scope;
}

Frame& Extraction::Push(NodeIndex index, const Rule& rule, Part part) {
  const Frame& parent = frames_.back();
  Frame frame;
  frame.rule = &rule;
  frame.node = index;
  frame.end = node(index).next;
  frame.part = part;
  frame.context = parent.context;
  frame.scope = ScopeFor(parent, part);
  frame.owner = parent.owner;
  frame.self = parent.self;
  if (part == Part::kType || part == Part::kReturnType) frame.context |= kInType;
  if (part == Part::kGuarded && parent.is_guarded) frame.context |= kTypeOnly;
  if (part == Part::kBases) frame.context |= kInType;
  if (part == Part::kArguments && parent.rule->role == Role::kCall) {
    frame.context &= static_cast<std::uint8_t>(~(kDecorates | kInType));
  }
  frames_.push_back(frame);
  return frames_.back();
}

// Nodes that are dealt with at once, their subtree included.
bool Extraction::EnterWithoutFrame(Frame& parent, Part part, NodeIndex index, const Rule& rule) {
  switch (rule.role) {
    case Role::kIdentifier:
      VisitIdentifier(parent, part, node(index));
      return true;
    case Role::kWord:
      VisitIdentifier(parent, Part::kWord, node(index));
      return true;
    case Role::kText:
      VisitText(parent, node(index));
      return true;
    case Role::kComment:
      draft_.CountText(parent.owner, Field::kComments, TextOf(index));
      return true;
    case Role::kLiteral:
      if (!tree_.IsLeaf(index)) return false;
      Deliver(parent, part, AddLiteral(rule, index));
      return true;
    case Role::kDotted:
      VisitDotted(parent, part, index);
      return true;
    case Role::kImport:
      VisitImport(parent, index, rule);
      return true;
    case Role::kImportFrom:
      VisitImportFrom(parent, index, rule);
      return true;
    case Role::kGlobal:
      VisitGlobal(parent, index);
      return true;
    default:
      return false;
  }
}

NodeIndex Extraction::Enter(NodeIndex index) {
  const SyntaxNode& entered = node(index);
  Frame& parent = frames_.back();
  const Rule& rule = rules_.RuleOf(entered.symbol);
  const Part part = PartIn(parent, entered);
  if (part == Part::kSkipped || rule.role == Role::kSkip) return entered.next;
  if (part == Part::kDefault) parent.has_default = true;
  if (EnterWithoutFrame(parent, part, index, rule)) return entered.next;
  if (frames_.size() >= kMaxNesting) {
    draft_.facts().truncated = true;
    return entered.next;
  }
  Frame& frame = Push(index, rule, part);
  switch (rule.role) {
    case Role::kDefinition:
      EnterDefinition(frame);
      break;
    case Role::kWrapper:
      EnterWrapper(frame);
      break;
    case Role::kLambda:
      EnterLambda(frame);
      break;
    case Role::kDecorator:
      frame.context |= kDecorates;
      break;
    case Role::kBlock:
      frame.scope = draft_.AddScope(frame.scope, ScopeKind::kBlock, kNoIndex);
      break;
    default:
      break;
  }
  return index + 1;
}

void Extraction::Exit() {
  Frame& frame = frames_.back();
  const ExpressionIndex yielded = Yield(frame);
  if (frames_.size() > 1) {
    Frame& parent = frames_[frames_.size() - 2];
    if (frame.part == Part::kArguments) {
      parent.count = frame.count;
      parent.second = frame.second;
      parent.value = frame.value;
    } else if (frame.rule->role != Role::kAssignment) {
      Deliver(parent, frame.part, yielded);
    } else if (frame.part == Part::kValue) {
      parent.value = yielded;  // has been used by the inner assignment
    }
  }
  frames_.pop_back();
}

// What the node hands to its parent, once all its children have handed theirs to it.
ExpressionIndex Extraction::Yield(Frame& frame) {
  switch (frame.rule->role) {
    case Role::kPass:
      return frame.value;
    case Role::kLiteral:
    case Role::kBlock:
      return AddLiteral(*frame.rule, frame.node);
    case Role::kString:
      return (frame.context & kInType) != 0 ? frame.value : AddLiteral(*frame.rule, frame.node);
    case Role::kMember:
      return ExitMember(frame);
    case Role::kCall:
      return ExitCall(frame);
    case Role::kIndex:
      return ExitIndex(frame);
    case Role::kAwait:
      return AddUnary(ExpressionKind::kAwait, frame.operand);
    case Role::kUnion:
    case Role::kTypeUnion:
      return ExitUnion(frame);
    case Role::kAssignment:
      ExitAssignment(frame);
      return frame.value;
    case Role::kReturn:
      ExitReturn(frame);
      return kNoIndex;
    case Role::kRaise:
      ExitRaise(frame);
      return kNoIndex;
    case Role::kDecorator:
      ExitDecorator(frame);
      return kNoIndex;
    case Role::kLambda:
      ExitLambda(frame);
      return kNoIndex;
    case Role::kParameter:
    case Role::kVariadic:
      ExitParameter(frame);
      return kNoIndex;
    default:
      return kNoIndex;
  }
}

void Extraction::Deliver(Frame& parent, Part part, ExpressionIndex expression) {
  if (expression == kNoIndex) return;
  switch (part) {
    case Part::kOperand:
      parent.operand = expression;
      return;
    case Part::kValue:
      parent.value = expression;
      if (parent.rule->role == Role::kAssignment || parent.rule->role == Role::kReturn)
        Use(parent, part, expression);
      return;
    case Part::kBranch:
      Use(parent, part, expression);
      (parent.operand == kNoIndex ? parent.operand : parent.second) = expression;
      return;
    case Part::kArgument:
    case Part::kSecond:
      Use(parent, part, expression);
      ++parent.count;
      if (parent.second == kNoIndex) {
        parent.second = expression;
      } else if (parent.value == kNoIndex) {
        parent.value = expression;
      }
      return;
    case Part::kType:
      Use(parent, part, expression);
      parent.type = expression;
      return;
    case Part::kReturnType:
      Use(parent, part, expression);
      if (parent.definition != kNoIndex)
        draft_.facts().definitions[parent.definition].return_type = expression;
      return;
    case Part::kCondition:
      Use(parent, part, expression);
      parent.is_guarded = LastName(expression) == language().type_checking_condition;
      return;
    case Part::kBody:
      Use(parent, part, expression);
      parent.value = expression;
      return;
    case Part::kBase:
      AddBase(parent, expression);
      return;
    case Part::kTarget:
    case Part::kTargetElement:
      BindMember(parent, part, expression);
      return;
    default:
      Use(parent, part, expression);
  }
}

}  // namespace waymark::indexer
