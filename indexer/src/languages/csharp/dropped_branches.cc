#include "languages/csharp/dropped_branches.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "extract/definition_finder.h"
#include "facts/facts_draft.h"
#include "languages/csharp/csharp_mask.h"
#include "syntax/c_tokens.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

// Words before parentheses that are no names of methods.
constexpr std::string_view kNoMethods[] = {
    "catch",  "checked", "default", "fixed",  "for",    "foreach", "if",        "lock",
    "nameof", "return",  "sizeof",  "switch", "typeof", "using",   "unchecked", "while"};
// Words before a call. Other words before a name are types.
constexpr std::string_view kBeforeCalls[] = {"and", "await", "case",   "else",  "in",   "is",
                                             "not", "or",    "return", "throw", "when", "yield"};
constexpr std::uint8_t kMaxCallCommas = 250;

class DroppedBranches {
 public:
  DroppedBranches(std::string_view parsed, FactsDraft& draft)
      : bytes_(draft.bytes()), parsed_(parsed), draft_(draft), finder_(draft.facts()) {}

  void Run() {
    CTokens tokens(bytes_);
    CToken before;
    for (CToken token = tokens.Next(); token.kind != CTokenKind::kEnd; token = tokens.Next()) {
      if (token.kind == CTokenKind::kDirective) {
        SeeDirective(token);
      } else if (!owners_.empty() && token.kind == CTokenKind::kWord && IsDropped(token)) {
        ReadWord(token, before);
      }
      before = token;
    }
  }

 private:
  std::string_view Text(const CToken& token) const { return token.Text(bytes_); }

  bool IsDropped(const CToken& token) const { return parsed_[token.begin] == ' '; }

  void SeeDirective(const CToken& token) {
    const std::string_view said = BehindHash(Text(token));
    if (said.starts_with("if")) {
      owners_.push_back(finder_.At(draft_.PositionOf(token.begin)));
    } else if (said.starts_with("endif") && !owners_.empty()) {
      owners_.pop_back();
    }
  }

  // The number of arguments in the parentheses that begin after the byte, if they end soon.
  std::optional<std::uint8_t> CountArguments(std::uint32_t at) const {
    constexpr int kMaxTokens = 256;
    CTokens ahead(bytes_, at);
    CToken token = ahead.Next();
    if (Text(token) != "(") return std::nullopt;
    const std::uint32_t begin = token.end;
    int depth = 0;
    std::uint8_t commas = 0;
    for (int i = 0; i < kMaxTokens && token.kind != CTokenKind::kEnd; ++i, token = ahead.Next()) {
      const char first = bytes_[token.begin];
      depth += first == '(' || first == '{' || first == '[' ? 1 : 0;
      depth -= first == ')' || first == '}' || first == ']' ? 1 : 0;
      if (depth == 1 && first == ',' && commas < kMaxCallCommas) ++commas;
      if (depth > 0) continue;
      const std::string_view given = bytes_.substr(begin, token.begin - begin);
      const bool is_empty = given.find_first_not_of(" \t\r\n") == std::string_view::npos;
      return static_cast<std::uint8_t>(is_empty ? 0 : commas + 1);
    }
    return std::nullopt;
  }

  void ReadWord(const CToken& token, const CToken& before) {
    const std::string_view name = Text(token);
    const std::optional<std::uint8_t> arguments = CountArguments(token.end);
    if (!arguments.has_value() || IsIn(kNoMethods, name) || name.size() > kMaxNameBytes) return;
    const bool is_new = Text(before) == "new";
    const bool is_member = Text(before) == ".";
    const bool is_declared = before.kind == CTokenKind::kWord && !is_new &&
                             !IsIn(kBeforeCalls, Text(before)) && IsDropped(before);
    if (is_declared) return;
    const DefinitionIndex owner = owners_.back();
    const Definition& around = draft_.facts().definitions[owner];
    const ScopeIndex scope = around.inner_scope != kNoIndex ? around.inner_scope : around.scope;
    Expression named{is_member ? ExpressionKind::kMember : ExpressionKind::kName, 0,
                     draft_.words().Intern(name)};
    if (is_member) {  // of an unknown object
      named.operand = draft_.AddExpression({ExpressionKind::kParameter}, token.begin);
    }
    ExpressionIndex used = draft_.AddExpression(named, token.begin);
    if (!is_member) {
      Expression call{is_new ? ExpressionKind::kNew : ExpressionKind::kCall, *arguments};
      call.operand = used;
      used = draft_.AddExpression(call, token.begin);
    }
    draft_.AddReference(is_member ? ReferenceRole::kValue : ReferenceRole::kCall, used, scope,
                        owner);
  }

  std::string_view bytes_;
  std::string_view parsed_;
  FactsDraft& draft_;
  DefinitionFinder finder_;
  std::vector<DefinitionIndex> owners_;  // of the open conditionals
};

}  // namespace

void ReadDroppedBranches(const RuleTable&, const SyntaxTree&, FactsDraft& draft) {
  std::string buffer;
  const std::string_view parsed = MaskInnerConditions(draft.bytes(), buffer);
  if (parsed.data() == draft.bytes().data()) return;
  DroppedBranches(parsed, draft).Run();
}

}  // namespace waymark::indexer
