#include "documents/unindexed_source.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <vector>

#include "graph/languages.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::uint32_t Bit(NameGroup group) { return 1u << static_cast<unsigned>(group); }

constexpr std::uint32_t kForNative = Bit(NameGroup::kC);
constexpr std::uint32_t kForScript = Bit(NameGroup::kScript);
constexpr std::uint32_t kForJvm = Bit(NameGroup::kJava);
constexpr std::uint32_t kForDotNet = Bit(NameGroup::kCSharp);
constexpr std::uint32_t kForPython = Bit(NameGroup::kPython);
constexpr std::uint32_t kForRuby = Bit(NameGroup::kRuby);
constexpr std::uint32_t kForGo = Bit(NameGroup::kGo);

constexpr UnindexedSource kUnindexedSources[] = {
    {".kt", Grammar::kUnindexedSource, kForJvm, Spelling::kBean},
    {".kts", Grammar::kUnindexedSource, kForJvm, Spelling::kBean},
    {".groovy", Grammar::kUnindexedSource, kForJvm, Spelling::kBean},
    {".gradle", Grammar::kUnindexedSource, kForJvm, Spelling::kBean},
    {".scala", Grammar::kUnindexedSource, kForJvm},
    {".sc", Grammar::kUnindexedSource, kForJvm},
    {".clj", Grammar::kUnindexedSource, kForJvm},
    {".cljc", Grammar::kUnindexedSource, kForJvm | kForScript},
    {".cljs", Grammar::kUnindexedSource, kForScript},
    {".jsp", Grammar::kTemplate, kForJvm | kForScript, Spelling::kBean},
    {".jspx", Grammar::kTemplate, kForJvm | kForScript, Spelling::kBean},
    {".tag", Grammar::kTemplate, kForJvm, Spelling::kBean},
    {".ftl", Grammar::kTemplate, kForJvm, Spelling::kBean},
    {".vm", Grammar::kUnindexedSource, kForJvm, Spelling::kBean},
    {".jj", Grammar::kUnindexedSource, kForJvm},
    {".g4", Grammar::kUnindexedSource,
     kForJvm | kForNative | kForPython | kForScript | kForDotNet | kForGo},

    {".swift", Grammar::kUnindexedSource, kForNative},
    {".m", Grammar::kUnindexedSource, kForNative},
    {".mm", Grammar::kUnindexedSource, kForNative},
    {".zig", Grammar::kUnindexedSource, kForNative},
    {".d", Grammar::kUnindexedSource, kForNative},
    {".nim", Grammar::kUnindexedSource, kForNative},
    {".s", Grammar::kUnindexedSource, kForNative | kForGo},
    {".S", Grammar::kUnindexedSource, kForNative | kForGo},
    {".asm", Grammar::kUnindexedSource, kForNative},
    {".y", Grammar::kUnindexedSource, kForNative | kForGo | kForRuby},
    {".yy", Grammar::kUnindexedSource, kForNative},
    {".ypp", Grammar::kUnindexedSource, kForNative},
    {".l", Grammar::kUnindexedSource, kForNative},
    {".ll", Grammar::kUnindexedSource, kForNative},
    {".lex", Grammar::kUnindexedSource, kForNative},
    {".re", Grammar::kUnindexedSource, kForNative},
    {".rl", Grammar::kUnindexedSource, kForNative | kForRuby | kForGo},
    {".i", Grammar::kUnindexedSource, kForNative},
    {".inc", Grammar::kUnindexedSource, kForNative},
    {".def", Grammar::kUnindexedSource, kForNative},
    {".tpp", Grammar::kUnindexedSource, kForNative},
    {".txx", Grammar::kUnindexedSource, kForNative},
    {".ixx", Grammar::kUnindexedSource, kForNative},
    {".cppm", Grammar::kUnindexedSource, kForNative},
    {".cl", Grammar::kUnindexedSource, kForNative},
    {".metal", Grammar::kUnindexedSource, kForNative},
    {".ino", Grammar::kUnindexedSource, kForNative},

    {".pyx", Grammar::kUnindexedSource, kForPython | kForNative},
    {".pxd", Grammar::kUnindexedSource, kForPython | kForNative},
    {".pxi", Grammar::kUnindexedSource, kForPython | kForNative},
    {".mako", Grammar::kUnindexedSource, kForPython},
    {".jinja", Grammar::kTemplate, kForPython},
    {".jinja2", Grammar::kTemplate, kForPython},
    {".j2", Grammar::kTemplate, kForPython},

    {".vue", Grammar::kUnindexedSource, kForScript},
    {".svelte", Grammar::kUnindexedSource, kForScript},
    {".astro", Grammar::kUnindexedSource, kForScript},
    {".mdx", Grammar::kTemplate, kForScript},
    {".coffee", Grammar::kUnindexedSource, kForScript},
    {".pug", Grammar::kUnindexedSource, kForScript},
    {".ejs", Grammar::kTemplate, kForScript},
    {".hbs", Grammar::kTemplate, kForScript},
    {".njk", Grammar::kTemplate, kForScript},
    {".html", Grammar::kTemplate, kForScript | kForPython | kForGo | kForJvm, Spelling::kBean},
    {".htm", Grammar::kTemplate, kForScript | kForPython | kForGo | kForJvm, Spelling::kBean},

    {".fs", Grammar::kUnindexedSource, kForDotNet},
    {".fsi", Grammar::kUnindexedSource, kForDotNet},
    {".fsx", Grammar::kUnindexedSource, kForDotNet},
    {".vb", Grammar::kUnindexedSource, kForDotNet},
    {".razor", Grammar::kUnindexedSource, kForDotNet},
    {".cshtml", Grammar::kUnindexedSource, kForDotNet},
    {".aspx", Grammar::kUnindexedSource, kForDotNet},
    {".xaml", Grammar::kUnindexedSource, kForDotNet},
    {".axaml", Grammar::kUnindexedSource, kForDotNet},

    {".haml", Grammar::kUnindexedSource, kForRuby, Spelling::kRuby},
    {".slim", Grammar::kUnindexedSource, kForRuby, Spelling::kRuby},
    {".jbuilder", Grammar::kUnindexedSource, kForRuby, Spelling::kRuby},
    {".builder", Grammar::kUnindexedSource, kForRuby, Spelling::kRuby},
    {".thor", Grammar::kUnindexedSource, kForRuby, Spelling::kRuby},
    {".podspec", Grammar::kUnindexedSource, kForRuby, Spelling::kRuby},
    {".rbi", Grammar::kUnindexedSource, kForRuby, Spelling::kRuby},

    {".templ", Grammar::kUnindexedSource, kForGo},
    {".tmpl", Grammar::kTemplate, kForGo},
    {".gotmpl", Grammar::kTemplate, kForGo},
    {".gohtml", Grammar::kTemplate, kForGo},
    {".tpl", Grammar::kTemplate, kForGo},
};

// The marks of code in a template.
struct Marks {
  std::string_view open;
  std::string_view close;
};

constexpr Marks kMarks[] = {
    {"<%", "%>"}, {"{{", "}}"},         {"{%", "%}"},  {"${", "}"}, {"={", "}"},
    {"#{", "}"},  {"<script", "</scr"}, {"=\"", "\""}, {"='", "'"}, {"\nimport ", "\n"},
};
constexpr std::size_t kMaxOpenMarks = 8;  // nesting; deeper ones are ignored

bool BeginsUnindexedWord(char c) {
  return IsLower(c) || IsUpper(c) || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

bool IsUnindexedWordByte(char c) { return BeginsUnindexedWord(c) || IsDigit(c); }

char ToUpper(char c) { return IsLower(c) ? static_cast<char>(c - 'a' + 'A') : c; }

std::string Capitalised(std::string_view word) {
  std::string text(word);
  if (!text.empty()) text[0] = ToUpper(text[0]);
  return text;
}

class UnindexedReader {
 public:
  UnindexedReader(Grammar grammar, FactsDraft& draft)
      : is_template_(grammar == Grammar::kTemplate), draft_(draft), bytes_(draft.bytes()) {}

  void Run() {
    draft_.AddFile();
    for (std::size_t at = 0; at < bytes_.size();) {
      if (is_template_ && PassMark(at)) continue;
      if (!BeginsUnindexedWord(bytes_[at]) || (is_template_ && open_.empty() && !BeginsPart(at))) {
        // A letter after a backslash mostly belongs to an escape, as in "\nname".
        at += bytes_[at] == '\\' && at + 1 < bytes_.size() ? 2 : 1;
        continue;
      }
      at = ReadWord(at);
    }
  }

 private:
  // <Part ...>
  bool BeginsPart(std::size_t at) const {
    return at > 0 && bytes_[at - 1] == '<' && IsUpper(bytes_[at]);
  }

  bool PassMark(std::size_t& at) {
    const std::string_view rest = bytes_.substr(at);
    if (!open_.empty() && rest.starts_with(open_.back()->close)) {
      at += open_.back()->close.size();
      open_.pop_back();
      return true;
    }
    if (open_.size() == kMaxOpenMarks) return false;
    const auto* const mark =
        std::find_if(std::begin(kMarks), std::end(kMarks),
                     [rest](const Marks& marks) { return rest.starts_with(marks.open); });
    if (mark == std::end(kMarks)) return false;
    at += mark->open.size();
    open_.push_back(mark);
    return true;
  }

  // Returns the beginning of the text after the word.
  std::size_t ReadWord(std::size_t begin) {
    std::size_t end = begin;
    while (end < bytes_.size() && IsUnindexedWordByte(bytes_[end])) ++end;
    AddParts(begin, end);
    const char next = end < bytes_.size() ? bytes_[end] : ' ';
    if (next == '?' || next == '!') Add(bytes_.substr(begin, end + 1 - begin), begin);
    if (next == '-') AddHyphenated(begin);
    return end;
  }

  // `$` may be part of a word or precede it.
  void AddParts(std::size_t begin, std::size_t end) {
    const std::string_view word = bytes_.substr(begin, end - begin);
    Add(word, begin);
    if (word.find('$') == std::string_view::npos) return;
    for (std::size_t part = begin; part < end;) {
      const std::size_t stop = std::min(bytes_.find('$', part), end);
      if (stop > part) Add(bytes_.substr(part, stop - part), part);
      part = stop + 1;
    }
  }

  // `my-part` -> MyPart, myPart.
  void AddHyphenated(std::size_t begin) {
    if (begin > 0 && bytes_[begin - 1] == '-') return;
    std::string joined;
    for (std::size_t at = begin; at < bytes_.size() && joined.size() < kMaxWordBytes; ++at) {
      if (bytes_[at] == '-' && at + 1 < bytes_.size() && IsUnindexedWordByte(bytes_[at + 1])) {
        joined += ToUpper(bytes_[++at]);
      } else if (IsUnindexedWordByte(bytes_[at])) {
        joined += bytes_[at];
      } else {
        break;
      }
    }
    Add(joined, begin);
    Add(Capitalised(joined), begin);
  }

  void Add(std::string_view text, std::size_t begin) {
    if (text.empty() || text.size() > kMaxNameBytes) return;
    const Word word = draft_.words().Intern(text);
    if (seen_.size() <= word) seen_.resize(word + 1);
    if (seen_[word]) return;
    seen_[word] = true;
    Expression expression;
    expression.kind = ExpressionKind::kName;
    expression.name = word;
    const ExpressionIndex named =
        draft_.AddExpression(expression, static_cast<std::uint32_t>(begin));
    draft_.AddReference(ReferenceRole::kValue, named, 0, 0);
  }

  const bool is_template_;
  FactsDraft& draft_;
  const std::string_view bytes_;
  std::vector<const Marks*> open_;
  std::vector<bool> seen_;  // by Word
};

}  // namespace

const UnindexedSource* FindUnindexedSource(std::string_view path) {
  const std::string_view name = path.substr(path.find_last_of('/') + 1);
  const std::size_t dot = name.find_last_of('.');
  if (dot == std::string_view::npos || dot == 0) return nullptr;
  const auto* const source =
      std::find_if(std::begin(kUnindexedSources), std::end(kUnindexedSources),
                   [&](const UnindexedSource& one) { return one.extension == name.substr(dot); });
  return source == std::end(kUnindexedSources) ? nullptr : source;
}

UnindexedSource MinifiedSource(Language language) {
  return {.extension = "", .reaches = Bit(NameGroupOf(language))};
}

void CollectUnindexedWords(Grammar grammar, FactsDraft& draft) {
  UnindexedReader(grammar, draft).Run();
}

void VisitSpellings(std::string_view word, Spelling spelling,
                    const std::function<void(std::string_view name)>& visit) {
  visit(word);
  if (spelling == Spelling::kRuby) visit(std::string(word) + "=");
  if (spelling != Spelling::kBean || word.empty() || IsUpper(word[0])) return;
  // isOpen() reads `isOpen`, and setOpen() writes it.
  const bool is_flag = word.size() > 2 && word.starts_with("is") && IsUpper(word[2]);
  const std::string capital = Capitalised(word);
  for (const std::string_view verb : {"get", "set", "is"}) visit(std::string(verb) + capital);
  if (is_flag) visit("set" + std::string(word.substr(2)));
}

}  // namespace waymark::indexer
