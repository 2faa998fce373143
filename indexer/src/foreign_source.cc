#include "foreign_source.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <vector>

#include "characters.h"

namespace waymark::indexer {
namespace {

constexpr std::uint32_t Bit(Language language) { return 1u << static_cast<unsigned>(language); }

constexpr std::uint32_t kNative = Bit(Language::kC) | Bit(Language::kCpp);
constexpr std::uint32_t kScript = Bit(Language::kTypeScript) | Bit(Language::kJavaScript);
constexpr std::uint32_t kJvm = Bit(Language::kJava);
constexpr std::uint32_t kDotNet = Bit(Language::kCSharp);
constexpr std::uint32_t kPython = Bit(Language::kPython);
constexpr std::uint32_t kRuby = Bit(Language::kRuby);
constexpr std::uint32_t kGo = Bit(Language::kGo);

constexpr ForeignSource kSources[] = {
    {".kt", Grammar::kForeignSource, kJvm, Spelling::kBean},
    {".kts", Grammar::kForeignSource, kJvm, Spelling::kBean},
    {".groovy", Grammar::kForeignSource, kJvm, Spelling::kBean},
    {".gradle", Grammar::kForeignSource, kJvm, Spelling::kBean},
    {".scala", Grammar::kForeignSource, kJvm},
    {".sc", Grammar::kForeignSource, kJvm},
    {".clj", Grammar::kForeignSource, kJvm},
    {".cljc", Grammar::kForeignSource, kJvm | kScript},
    {".cljs", Grammar::kForeignSource, kScript},
    {".jsp", Grammar::kTemplate, kJvm | kScript, Spelling::kBean},
    {".jspx", Grammar::kTemplate, kJvm | kScript, Spelling::kBean},
    {".tag", Grammar::kTemplate, kJvm, Spelling::kBean},
    {".ftl", Grammar::kTemplate, kJvm, Spelling::kBean},
    {".vm", Grammar::kForeignSource, kJvm, Spelling::kBean},
    {".jj", Grammar::kForeignSource, kJvm},
    {".g4", Grammar::kForeignSource, kJvm | kNative | kPython | kScript | kDotNet | kGo},

    {".swift", Grammar::kForeignSource, kNative},
    {".m", Grammar::kForeignSource, kNative},
    {".mm", Grammar::kForeignSource, kNative},
    {".zig", Grammar::kForeignSource, kNative},
    {".d", Grammar::kForeignSource, kNative},
    {".nim", Grammar::kForeignSource, kNative},
    {".s", Grammar::kForeignSource, kNative | kGo},
    {".S", Grammar::kForeignSource, kNative | kGo},
    {".asm", Grammar::kForeignSource, kNative},
    {".y", Grammar::kForeignSource, kNative | kGo | kRuby},
    {".yy", Grammar::kForeignSource, kNative},
    {".ypp", Grammar::kForeignSource, kNative},
    {".l", Grammar::kForeignSource, kNative},
    {".ll", Grammar::kForeignSource, kNative},
    {".lex", Grammar::kForeignSource, kNative},
    {".re", Grammar::kForeignSource, kNative},
    {".rl", Grammar::kForeignSource, kNative | kRuby | kGo},
    {".i", Grammar::kForeignSource, kNative},
    {".inc", Grammar::kForeignSource, kNative},
    {".def", Grammar::kForeignSource, kNative},
    {".tpp", Grammar::kForeignSource, kNative},
    {".txx", Grammar::kForeignSource, kNative},
    {".ixx", Grammar::kForeignSource, kNative},
    {".cppm", Grammar::kForeignSource, kNative},
    {".cl", Grammar::kForeignSource, kNative},
    {".metal", Grammar::kForeignSource, kNative},
    {".ino", Grammar::kForeignSource, kNative},

    {".pyx", Grammar::kForeignSource, kPython | kNative},
    {".pxd", Grammar::kForeignSource, kPython | kNative},
    {".pxi", Grammar::kForeignSource, kPython | kNative},
    {".ipynb", Grammar::kForeignSource, kPython},
    {".mako", Grammar::kForeignSource, kPython},
    {".jinja", Grammar::kTemplate, kPython},
    {".jinja2", Grammar::kTemplate, kPython},
    {".j2", Grammar::kTemplate, kPython},

    {".vue", Grammar::kForeignSource, kScript},
    {".svelte", Grammar::kForeignSource, kScript},
    {".astro", Grammar::kForeignSource, kScript},
    {".mdx", Grammar::kTemplate, kScript},
    {".coffee", Grammar::kForeignSource, kScript},
    {".pug", Grammar::kForeignSource, kScript},
    {".ejs", Grammar::kTemplate, kScript},
    {".hbs", Grammar::kTemplate, kScript},
    {".njk", Grammar::kTemplate, kScript},
    {".html", Grammar::kTemplate, kScript | kPython | kGo | kJvm, Spelling::kBean},
    {".htm", Grammar::kTemplate, kScript | kPython | kGo | kJvm, Spelling::kBean},

    {".fs", Grammar::kForeignSource, kDotNet},
    {".fsi", Grammar::kForeignSource, kDotNet},
    {".fsx", Grammar::kForeignSource, kDotNet},
    {".vb", Grammar::kForeignSource, kDotNet},
    {".razor", Grammar::kForeignSource, kDotNet},
    {".cshtml", Grammar::kForeignSource, kDotNet},
    {".aspx", Grammar::kForeignSource, kDotNet},
    {".xaml", Grammar::kForeignSource, kDotNet},
    {".axaml", Grammar::kForeignSource, kDotNet},

    {".erb", Grammar::kTemplate, kRuby, Spelling::kRuby},
    {".haml", Grammar::kForeignSource, kRuby, Spelling::kRuby},
    {".slim", Grammar::kForeignSource, kRuby, Spelling::kRuby},
    {".jbuilder", Grammar::kForeignSource, kRuby, Spelling::kRuby},
    {".builder", Grammar::kForeignSource, kRuby, Spelling::kRuby},
    {".thor", Grammar::kForeignSource, kRuby, Spelling::kRuby},
    {".podspec", Grammar::kForeignSource, kRuby, Spelling::kRuby},
    {".rbi", Grammar::kForeignSource, kRuby, Spelling::kRuby},

    {".templ", Grammar::kForeignSource, kGo},
    {".tmpl", Grammar::kTemplate, kGo},
    {".gotmpl", Grammar::kTemplate, kGo},
    {".gohtml", Grammar::kTemplate, kGo},
    {".tpl", Grammar::kTemplate, kGo},
};

// Where code begins and ends in a template.
struct Marks {
  std::string_view open;
  std::string_view close;
};

constexpr Marks kMarks[] = {
    {"<%", "%>"}, {"{{", "}}"},         {"{%", "%}"},  {"${", "}"}, {"={", "}"},
    {"#{", "}"},  {"<script", "</scr"}, {"=\"", "\""}, {"='", "'"}, {"\nimport ", "\n"},
};
constexpr std::size_t kMaxOpenMarks = 8;  // within each other; deeper ones are not looked for

bool BeginsForeignWord(char c) {
  return IsLower(c) || IsUpper(c) || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

bool IsForeignWordByte(char c) { return BeginsForeignWord(c) || IsDigit(c); }

char ToUpper(char c) { return IsLower(c) ? static_cast<char>(c - 'a' + 'A') : c; }

std::string Capitalised(std::string_view word) {
  std::string text(word);
  if (!text.empty()) text[0] = ToUpper(text[0]);
  return text;
}

class Reader {
 public:
  Reader(Grammar grammar, FactsDraft& draft)
      : is_template_(grammar == Grammar::kTemplate), draft_(draft), bytes_(draft.bytes()) {}

  void Run() {
    draft_.AddFile();
    for (std::size_t at = 0; at < bytes_.size();) {
      if (is_template_ && PassMark(at)) continue;
      if (!BeginsForeignWord(bytes_[at]) || (is_template_ && open_.empty() && !BeginsPart(at))) {
        // Behind a backslash a letter is most often a mark, as in "\nname".
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

  // Returns where what follows the word begins.
  std::size_t ReadWord(std::size_t begin) {
    std::size_t end = begin;
    while (end < bytes_.size() && IsForeignWordByte(bytes_[end])) ++end;
    AddParts(begin, end);
    const char next = end < bytes_.size() ? bytes_[end] : ' ';
    if (next == '?' || next == '!') Add(bytes_.substr(begin, end + 1 - begin), begin);
    if (next == '-') AddHyphenated(begin);
    return end;
  }

  // `$` may belong to a word or stand in front of one.
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
      if (bytes_[at] == '-' && at + 1 < bytes_.size() && IsForeignWordByte(bytes_[at + 1])) {
        joined += ToUpper(bytes_[++at]);
      } else if (IsForeignWordByte(bytes_[at])) {
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

const ForeignSource* FindForeignSource(std::string_view path) {
  const std::string_view name = path.substr(path.find_last_of('/') + 1);
  const std::size_t dot = name.find_last_of('.');
  if (dot == std::string_view::npos || dot == 0) return nullptr;
  const auto* const source =
      std::find_if(std::begin(kSources), std::end(kSources),
                   [&](const ForeignSource& one) { return one.extension == name.substr(dot); });
  return source == std::end(kSources) ? nullptr : source;
}

void CollectForeignWords(Grammar grammar, FactsDraft& draft) { Reader(grammar, draft).Run(); }

void VisitSpellings(std::string_view word, Spelling spelling,
                    const std::function<void(std::string_view name)>& visit) {
  visit(word);
  if (spelling == Spelling::kRuby) visit(std::string(word) + "=");
  if (spelling != Spelling::kBean || word.empty() || IsUpper(word[0])) return;
  // `isOpen` is read by isOpen() itself and written by setOpen().
  const bool is_flag = word.size() > 2 && word.starts_with("is") && IsUpper(word[2]);
  const std::string capital = Capitalised(word);
  for (const std::string_view verb : {"get", "set", "is"}) visit(std::string(verb) + capital);
  if (is_flag) visit("set" + std::string(word.substr(2)));
}

}  // namespace waymark::indexer
