#include "languages/script/script_doc_types.h"

#include <algorithm>
#include <vector>

#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr int kMaxDocTypeDepth = 12;
constexpr std::size_t kMaxDocArguments = 8;
constexpr std::string_view kDocBuiltIns[] = {
    "Function", "Object", "any",    "array",  "bigint", "boolean",   "function", "never",
    "null",     "number", "object", "string", "symbol", "undefined", "unknown",  "void"};
constexpr std::string_view kMapsOfDoc[] = {"Map", "Object", "ReadonlyMap", "Record", "WeakMap"};
constexpr std::string_view kArrow = "=>";

bool BeginsName(char c) { return IsWordCharacterOrDollar(c) && !IsDigit(c); }

class DocTypeReader {
 public:
  DocTypeReader(std::string_view text, std::uint32_t byte,
                std::span<const std::string_view> templates, std::span<const Word> known,
                FactsDraft& draft)
      : text_(text), byte_(byte), templates_(templates), known_(known), draft_(draft) {}

  DocType Read() {
    DocType read;
    SkipBlanks();
    read.takes_rest = TakeText("...");
    read.type = Union(0);
    if (TakeWord("is")) {  // x is Type
      const ExpressionIndex type = Union(0);
      read.type = Applied(Literal("is", byte_), type, 1, byte_);
    }
    read.names_types = names_types_;
    return read;
  }

 private:
  char Peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void SkipBlanks() {
    while (IsSpace(Peek()) || (Peek() == '*' && at_ > 0 && text_[at_ - 1] != '<' && IsNewLine())) {
      ++at_;
    }
  }

  // Whether only blanks stand before an asterisk on its line.
  bool IsNewLine() const {
    const std::size_t line = text_.rfind('\n', at_);
    return line != text_.npos && TrimmedSpace(text_.substr(line, at_ - line)).empty();
  }

  bool TakeText(std::string_view text) {
    SkipBlanks();
    if (!text_.substr(at_).starts_with(text)) return false;
    at_ += text.size();
    return true;
  }

  bool TakeWord(std::string_view word) {
    SkipBlanks();
    const std::string_view rest = text_.substr(at_);
    const bool is_word = rest.starts_with(word) && (rest.size() == word.size() ||
                                                    !IsWordCharacterOrDollar(rest[word.size()]));
    if (is_word) at_ += word.size();
    return is_word;
  }

  std::uint32_t Byte() const { return byte_ + static_cast<std::uint32_t>(at_); }

  Word Intern(std::string_view text) const { return draft_.words().Intern(text); }

  ExpressionIndex Literal(std::string_view name, std::uint32_t byte) {
    return draft_.AddExpression({ExpressionKind::kLiteral, 0, Intern(name)}, byte);
  }

  ExpressionIndex Union(int depth) {
    if (depth > kMaxDocTypeDepth) return kNoIndex;
    TakeText("|");
    ExpressionIndex type = Postfix(depth);
    while (TakeText("|") || TakeText("&")) type = AddUnion(draft_, type, Postfix(depth));
    return type;
  }

  ExpressionIndex Postfix(int depth) {
    SkipBlanks();
    while (Peek() == '?' || Peek() == '!') ++at_;
    const std::uint32_t begin = Byte();
    ExpressionIndex type = Plain(depth);
    while (TakeText("[]")) type = Applied(Literal("Array", begin), type, 1, begin);
    while (Peek() == '=' && !text_.substr(at_).starts_with(kArrow)) ++at_;
    return type;
  }

  ExpressionIndex Plain(int depth) {
    SkipBlanks();
    const std::uint32_t begin = Byte();
    if (Peek() == '{') return Members(depth);
    if (Peek() == '(') return Parenthesized(depth);
    if (TakeText("*")) return Literal("any", begin);
    if (TakeWord("typeof")) {
      const ExpressionIndex value = Path(ReadName(), begin);
      if (value == kNoIndex) return kNoIndex;
      return draft_.AddExpression({ExpressionKind::kTypeOf, 0, 0, value}, begin);
    }
    TakeWord("new");
    SkipBlanks();
    if (Peek() == '(') return Parenthesized(depth);
    if (Peek() == '"' || Peek() == '\'') {
      const std::size_t end = std::min(text_.find(Peek(), at_ + 1), text_.size() - 1);
      at_ = end + 1;
      return Literal("string", begin);
    }
    const std::string_view name = ReadName();
    if (name.empty()) {
      while (IsWordCharacter(Peek()) || Peek() == '-') ++at_;  // a number
      return kNoIndex;
    }
    if (name == "import") {
      at_ = text_.size();
      return kNoIndex;
    }
    if (name == "function" && Peek() == '(') return FunctionOf(Parameters(depth), ":", depth);
    return Named(name, begin, depth);
  }

  ExpressionIndex Named(std::string_view name, std::uint32_t begin, int depth) {
    if (TakeText(".<")) --at_;
    std::vector<ExpressionIndex> arguments;
    if (Peek() == '<') {
      ++at_;
      do {
        arguments.push_back(Union(depth + 1));
      } while (arguments.size() < kMaxDocArguments && TakeText(","));
      TakeText(">");
    }
    if (name == "Array" || !arguments.empty()) {
      const std::string_view known = name == "array" ? "Array" : name;
      if (IsIn(templates_, known)) return kNoIndex;
      return arguments.empty() ? Literal(known, begin) : AppliedTo(known, arguments, begin);
    }
    if (IsIn(templates_, name)) return kNoIndex;
    if (IsIn(kDocBuiltIns, name)) {
      const bool is_object = name == "Object" || name == "object";
      return Literal(is_object ? "object" : name, begin);
    }
    return Path(name, begin);
  }

  // A library's generic type, or one of the repository.
  ExpressionIndex AppliedTo(std::string_view name, const std::vector<ExpressionIndex>& arguments,
                            std::uint32_t byte) {
    const bool is_map = arguments.size() == 2 && IsIn(kMapsOfDoc, name);
    return Applied(Path(name == "Object" ? "Record" : name, byte),
                   is_map ? arguments.back() : arguments.front(), arguments.size(), byte);
  }

  // A generic type with the argument that is kept of `count`; without arguments if it is unknown.
  ExpressionIndex Applied(ExpressionIndex named, ExpressionIndex argument, std::size_t count,
                          std::uint32_t byte) {
    if (argument == kNoIndex) return named;
    return draft_.AddExpression(
        {ExpressionKind::kIndex, static_cast<std::uint8_t>(count), 0, named, argument}, byte);
  }

  std::string_view ReadName() {
    SkipBlanks();
    const std::size_t begin = at_;
    if (!BeginsName(Peek())) return {};
    while (IsWordCharacterOrDollar(Peek()) ||
           (Peek() == '.' && at_ + 1 < text_.size() && BeginsName(text_[at_ + 1]))) {
      ++at_;
    }
    return text_.substr(begin, at_ - begin);
  }

  ExpressionIndex Path(std::string_view name, std::uint32_t byte) {
    ExpressionIndex path = kNoIndex;
    const Word root = Intern(name.substr(0, std::min(name.find('.'), kMaxNameBytes)));
    if (std::binary_search(known_.begin(), known_.end(), root)) names_types_ = true;
    while (!name.empty()) {
      const std::size_t dot = std::min(name.find('.'), name.size());
      const Word word = Intern(name.substr(0, std::min(dot, kMaxNameBytes)));
      const ExpressionKind kind =
          path == kNoIndex ? ExpressionKind::kName : ExpressionKind::kMember;
      path = draft_.AddExpression({kind, 0, word, path}, byte);
      name.remove_prefix(std::min(dot + 1, name.size()));
    }
    return path;
  }

  // `{ job: Job, [key: string]: Job }`
  ExpressionIndex Members(int depth) {
    const std::uint32_t begin = Byte();
    ++at_;
    ExpressionIndex members = kNoIndex;
    while (!TakeText("}")) {
      if (Peek() == '\0' || depth > kMaxDocTypeDepth) break;
      const std::size_t before = at_;
      TakeWord("readonly");
      const std::string_view name = ReadName();
      TakeText("?");
      if (!name.empty() && TakeText(":")) {
        members = AddDocMember(draft_, name, Union(depth + 1), members);
      }
      TakeText(",") ? void() : void(TakeText(";"));
      if (at_ == before) ++at_;
    }
    return members == kNoIndex ? Literal("object", begin) : members;
  }

  // (Type), or (a: Type, b: Type) => Type
  ExpressionIndex Parenthesized(int depth) {
    const std::size_t open = at_;
    std::size_t close = open;
    int level = 0;
    for (; close < text_.size(); ++close) {
      if (text_[close] == '(') ++level;
      if (text_[close] == ')' && --level == 0) break;
    }
    const std::string_view behind = TrimmedSpace(text_.substr(std::min(close + 1, text_.size())));
    if (behind.starts_with(kArrow)) return FunctionOf(Parameters(depth), kArrow, depth);
    ++at_;
    const ExpressionIndex type = Union(depth + 1);
    at_ = std::min(close + 1, text_.size());
    return type;
  }

  std::vector<ExpressionIndex> Parameters(int depth) {
    std::vector<ExpressionIndex> types;
    TakeText("(");
    while (!TakeText(")")) {
      if (Peek() == '\0' || types.size() > kMaxDocArguments || depth > kMaxDocTypeDepth) break;
      const std::size_t before = at_;
      TakeText("...");
      const std::string_view name = ReadName();
      TakeText("?");
      if (!TakeText(":") || name.empty()) at_ = before;
      types.push_back(Union(depth + 1));
      TakeText(",");
      if (at_ == before) ++at_;
    }
    return types;
  }

  ExpressionIndex FunctionOf(const std::vector<ExpressionIndex>& types, std::string_view before,
                             int depth) {
    const std::uint32_t byte = Byte();
    ExpressionIndex list = kNoIndex;
    for (auto type = types.rbegin(); type != types.rend(); ++type) {
      list = draft_.AddExpression({ExpressionKind::kArguments, 0, 0, *type, list}, byte);
    }
    const ExpressionIndex result = TakeText(before) ? Union(depth + 1) : kNoIndex;
    return draft_.AddExpression({ExpressionKind::kFunction, 0, 0, list, result}, byte);
  }

  const std::string_view text_;
  const std::uint32_t byte_;
  const std::span<const std::string_view> templates_;
  const std::span<const Word> known_;
  FactsDraft& draft_;
  std::size_t at_ = 0;
  bool names_types_ = false;
};

}  // namespace

DocType ReadDocType(std::string_view text, std::uint32_t byte,
                    std::span<const std::string_view> templates, std::span<const Word> known,
                    FactsDraft& draft) {
  return DocTypeReader(text, byte, templates, known, draft).Read();
}

ExpressionIndex AddDocMember(FactsDraft& draft, std::string_view name, ExpressionIndex type,
                             ExpressionIndex members) {
  if (type == kNoIndex || name.empty()) return members;
  const Word word = draft.words().Intern(name.substr(0, kMaxNameBytes));
  return draft.AddExpression({ExpressionKind::kArguments, kKeyedElement, word, type, members},
                             draft.expression_site(type));
}

}  // namespace waymark::indexer
