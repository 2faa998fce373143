#include "languages/c_family/masked_references.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "extract/definition_finder.h"
#include "extract/extraction_frame.h"
#include "languages/c_family/macro_masker.h"
#include "languages/c_family/reserved_words.h"
#include "languages/c_family/unconsumed_words.h"
#include "syntax/c_tokens.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::size_t kMaxOtherHeads = 16;  // in a file
constexpr std::uint8_t kMaxCommas = 254;    // between the parameters that are counted
constexpr std::string_view kBranchDirectives[] = {"if", "el"};

class MaskedReader {
 public:
  MaskedReader(std::string_view parsed, const LanguageRules& language, FactsDraft& draft)
      : bytes_(draft.bytes()), parsed_(parsed), language_(language), draft_(draft) {}

  void Run() {
    for (std::size_t at = NextDifference(0); at < bytes_.size(); at = NextDifference(at)) {
      at = ReadRun(at);
    }
    ShareBodies();
  }

 private:
  std::size_t NextDifference(std::size_t at) const {
    constexpr std::size_t kStep = 64;
    while (at + kStep <= bytes_.size() &&
           std::memcmp(bytes_.data() + at, parsed_.data() + at, kStep) == 0) {
      at += kStep;
    }
    while (at < bytes_.size() && bytes_[at] == parsed_[at]) ++at;
    return at;
  }

  bool IsMasked(const CToken& token) const {
    return token.kind != CTokenKind::kEnd && parsed_[token.begin] == ' ';
  }

  // Reads tokens up to the first that the grammar got; returns where that begins.
  std::size_t ReadRun(std::size_t at) {
    CTokens tokens(bytes_, at);
    int parentheses = 0;
    int brackets = 0;  // [[nodiscard]] names nothing of this repository
    int braces = 0;
    bool is_branch = false;
    char before = ' ';
    Head head;
    CToken token = tokens.Next();
    for (CToken last; IsMasked(token); last = std::exchange(token, tokens.Next())) {
      if (token.kind == CTokenKind::kDirective) {
        if (head.is_open) AddHead(head, at);
        head = {};
        braces = 0;
        is_branch |= IsOfBranch(token.Text(bytes_));
        before = ' ';
        continue;
      }
      const char first = bytes_[token.begin];
      if (is_branch && braces == 0) FollowHead(token, parentheses, before, head);
      braces += first == '{' ? 1 : first == '}' ? -1 : 0;
      if (token.kind == CTokenKind::kWord && brackets == 0) {
        const bool may_call = is_branch && !IsOfDeclaration(last);
        ReadWord(token, before, parentheses == 0 && !is_branch, is_branch, may_call);
      }
      parentheses += first == '(' ? 1 : first == ')' ? -1 : 0;
      brackets += first == '[' ? 1 : first == ']' ? -1 : 0;
      before = bytes_[token.end - 1];
    }
    return token.kind == CTokenKind::kEnd ? bytes_.size()
                                          : std::max<std::size_t>(token.begin, at + 1);
  }

  static bool IsOfBranch(std::string_view directive) {
    const std::string_view said = BehindHash(directive);
    return std::any_of(std::begin(kBranchDirectives), std::end(kBranchDirectives),
                       [said](std::string_view word) { return said.starts_with(word); });
  }

  bool IsReserved(std::string_view word) const {
    const auto& keywords = language_.keywords;
    return word.size() > kMaxNameBytes || IsIn(kSpecifiers, word) || IsIn(kTypeWords, word) ||
           IsIn(kBuiltInTypes, word) || IsIn(kBehindParameters, word) ||
           std::find(keywords.begin(), keywords.end(), word) != keywords.end();
  }

  // int wide_main(int argc) {: an alternative head of a body, in a branch that was not parsed.
  struct Head {
    CToken begin;
    CToken name;
    std::size_t first_reference = 0;  // read from it
    std::size_t end_reference = 0;
    std::uint8_t commas = 0;
    bool has_parameters = false;
    bool is_open = false;  // after its brace
  };

  // Follows a possible head by one token, outside of other bodies.
  void FollowHead(const CToken& token, int parentheses, char before, Head& head) const {
    const char first = bytes_[token.begin];
    const bool is_word = token.kind == CTokenKind::kWord;
    if (parentheses > 0) {
      head.has_parameters |= is_word && token.Text(bytes_) != "void";
      if (parentheses == 1 && first == ',' && head.commas < kMaxCommas) ++head.commas;
      return;
    }
    if (head.is_open) head = {};
    const bool is_closed = head.name.kind == CTokenKind::kWord && before == ')';
    const bool goes_on = is_word || first == '(' || first == '*' || first == '&';
    if (is_closed || !goes_on) {
      head.is_open = is_closed && first == '{';
      head.end_reference = draft_.facts().references.size();
      if (!head.is_open) head = {};
      return;
    }
    if (!is_word) return;
    const std::size_t next = bytes_.find_first_not_of(kBlanks, token.end);
    const bool is_called = next != std::string_view::npos && bytes_[next] == '(';
    if (head.begin.kind != CTokenKind::kWord) {
      head.begin = token;
    } else if (is_called && !IsReserved(token.Text(bytes_))) {
      head.name = token;
      head.commas = 0;
      head.has_parameters = false;
      head.first_reference = draft_.facts().references.size();
    }
  }

  // The shared body belongs to the enclosing function if the parsed branch ends with that
  // function's head; `at` is the beginning of the masked region.
  void AddHead(const Head& head, std::size_t at) {
    if (shared_.size() == kMaxOtherHeads) return;
    const std::size_t brace = parsed_.find_last_not_of(kBlanks, at);
    if (brace == std::string_view::npos || parsed_[brace] != '{') return;
    const std::size_t last = brace == 0 ? brace : parsed_.find_last_of(";{}", brace - 1);
    const std::size_t begin = last == std::string_view::npos ? 0 : last;
    const DefinitionIndex around = OwnerAt(head.name);
    Definition added = draft_.facts().definitions[around];
    const std::string_view given = draft_.words().Text(added.name);
    const std::string_view name = head.name.Text(bytes_);
    const bool is_function =
        added.kind == SymbolKind::kFunction || added.kind == SymbolKind::kMethod;
    const std::string_view kept = parsed_.substr(begin, brace - begin);
    if (!is_function || given == name || kept.find(given) == kept.npos) return;
    draft_.facts().definitions[around].flags |= kSymbolConditional;
    std::vector<Reference>& references = draft_.facts().references;
    references.erase(references.begin() + static_cast<std::ptrdiff_t>(head.first_reference),
                     references.begin() + static_cast<std::ptrdiff_t>(head.end_reference));
    added.flags |= kSymbolConditional;
    added.name = draft_.words().Intern(name);
    added.name_position = draft_.PositionOf(head.name.begin);
    added.range.begin = draft_.PositionOf(head.begin.begin);
    added.inner_scope = kNoIndex;
    added.signature = draft_.AddText(SignatureOf(head));
    added.parameter_count = static_cast<std::uint8_t>(head.has_parameters ? head.commas + 1 : 0);
    added.required_count = added.parameter_count;
    shared_.push_back({around, draft_.AddDefinition(added)});
  }

  std::string SignatureOf(const Head& head) const {
    const std::size_t end = bytes_.find('{', head.name.end);
    std::string text(bytes_.substr(head.begin.begin, end - head.begin.begin));
    std::replace_if(text.begin(), text.end(), IsSpace, ' ');
    const auto both = [](char a, char b) { return a == ' ' && b == ' '; };
    text.erase(std::unique(text.begin(), text.end(), both), text.end());
    text.resize(std::min(text.find_last_not_of(' ') + 1, kMaxSignatureBytes));
    return text;
  }

  // Each head of a body uses everything that the body uses.
  void ShareBodies() {
    std::vector<Reference>& references = draft_.facts().references;
    const std::size_t count = references.size();
    for (const Shared& shared : shared_) {
      for (std::size_t i = 0; i < count; ++i) {
        if (references[i].owner != shared.parsed) continue;
        Reference reference = references[i];
        reference.owner = shared.added;
        references.push_back(reference);
      }
    }
  }

  // Whether a name behind the token may be declared: int f(   T* f(
  bool IsOfDeclaration(const CToken& before) const {
    constexpr std::string_view kBeforeOperands = "&|(,=!<+-/%?:[{;";
    const std::string_view text = before.Text(bytes_);
    if (before.kind == CTokenKind::kWord) return IsIn(kBuiltInTypes, text) || !IsReservedWord(text);
    if (text == ">") return true;
    if (text != "*" && text != "&") return false;
    const std::size_t left = bytes_.find_last_not_of(kBlanks, before.begin - 1);
    return left == std::string_view::npos ||
           kBeforeOperands.find(bytes_[left]) == std::string_view::npos;
  }

  // The number of arguments in the parentheses that begin after the byte, if they end soon.
  std::optional<std::uint8_t> CountArguments(std::size_t at) const {
    constexpr int kMaxTokens = 256;
    CTokens ahead(bytes_, at);
    int depth = 0;
    std::uint8_t commas = 0;
    CToken token = ahead.Next();
    const std::size_t begin = token.end;
    for (int i = 0; i < kMaxTokens && token.kind != CTokenKind::kEnd; ++i, token = ahead.Next()) {
      const char first = bytes_[token.begin];
      depth += first == '(' || first == '{' || first == '[' ? 1 : 0;
      depth -= first == ')' || first == '}' || first == ']' ? 1 : 0;
      if (depth == 1 && first == ',' && commas < kMaxCommas) ++commas;
      if (depth > 0) continue;
      const bool is_empty = bytes_.find_first_not_of(kBlanks, begin) == token.begin;
      return static_cast<std::uint8_t>(is_empty ? 0 : commas + 1);
    }
    return std::nullopt;
  }

  // A word of an argument counts if it is called or passed as it is.
  void ReadWord(const CToken& token, char before, bool is_macro, bool is_branch, bool may_call) {
    const std::string_view word = token.Text(bytes_);
    if (IsReserved(word)) return;
    const std::size_t next = bytes_.find_first_not_of(kBlanks, token.end);
    const char behind = next == std::string_view::npos ? ' ' : bytes_[next];
    const bool is_called = behind == '(';
    const bool is_given =
        !is_branch && (before == '(' || before == ',') && (behind == ')' || behind == ',');
    if (!is_macro && !is_called && !is_given) return;
    const DefinitionIndex around = OwnerAt(token);
    const Definition& definition = draft_.facts().definitions[around];
    if (is_branch && draft_.words().Text(definition.name) == word) return;  // its other head
    const DefinitionIndex owner = definition.kind == SymbolKind::kPackage ? 0 : around;
    const bool has_scope = definition.inner_scope != kNoIndex;
    const ScopeIndex scope = has_scope ? definition.inner_scope : definition.scope;
    Expression expression{ExpressionKind::kName, 0, draft_.words().Intern(word)};
    if (before == '.' || before == '>') {  // of an unknown object
      expression.kind = ExpressionKind::kMember;
      expression.operand = draft_.AddExpression({ExpressionKind::kParameter}, token.begin);
    }
    ReferenceRole role = is_macro ? ReferenceRole::kMacro : ReferenceRole::kValue;
    ExpressionIndex used = draft_.AddExpression(expression, token.begin);
    const bool is_name = expression.kind == ExpressionKind::kName;
    const std::optional<std::uint8_t> arguments =
        may_call && is_called && is_name ? CountArguments(token.end) : std::nullopt;
    if (arguments.has_value()) {
      role = ReferenceRole::kCall;
      Expression call{ExpressionKind::kCall, *arguments};
      call.operand = used;
      used = draft_.AddExpression(call, token.begin);
    }
    draft_.AddReference(role, used, scope, owner);
  }

  struct Shared {
    DefinitionIndex parsed;
    DefinitionIndex added;
  };

  // The definition that begins after the masked region, else the innermost around it. Tokens must
  // come in order.
  DefinitionIndex OwnerAt(const CToken& token) {
    if (!finder_.has_value()) finder_.emplace(draft_.facts());
    const DefinitionIndex around = finder_->At(draft_.PositionOf(token.begin));
    if (given_at_ <= token.end) given_at_ = parsed_.find_first_not_of(kBlanks, token.end);
    if (given_at_ == std::string_view::npos) return around;
    const auto given_at = static_cast<std::uint32_t>(given_at_);
    const DefinitionIndex behind = finder_->NextAt(draft_.PositionOf(given_at));
    return behind == kNoIndex ? around : behind;
  }

  std::string_view bytes_;
  std::string_view parsed_;
  const LanguageRules& language_;
  FactsDraft& draft_;
  std::vector<Shared> shared_;              // bodies
  std::optional<DefinitionFinder> finder_;  // for the definitions before those of other heads
  std::size_t given_at_ = 0;                // first byte after a token that the grammar got
};

}  // namespace

void ReadMaskedRegions(std::string_view parsed, const LanguageRules& language, FactsDraft& draft) {
  MaskedReader(parsed, language, draft).Run();
  AddUnconsumedWords(draft);
}

}  // namespace waymark::indexer
