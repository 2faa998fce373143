#include "documents/foreign_source.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <vector>

#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::uint32_t Bit(Language language) { return 1u << static_cast<unsigned>(language); }

constexpr std::uint32_t kForNative = Bit(Language::kC) | Bit(Language::kCpp);
constexpr std::uint32_t kForScript = Bit(Language::kTypeScript) | Bit(Language::kJavaScript);
constexpr std::uint32_t kForJvm = Bit(Language::kJava);
constexpr std::uint32_t kForDotNet = Bit(Language::kCSharp);
constexpr std::uint32_t kForPython = Bit(Language::kPython);
constexpr std::uint32_t kForRuby = Bit(Language::kRuby);
constexpr std::uint32_t kForGo = Bit(Language::kGo);

constexpr ForeignSource kForeignSources[] = {
    {".kt", Grammar::kForeignSource, kForJvm, Spelling::kBean},
    {".kts", Grammar::kForeignSource, kForJvm, Spelling::kBean},
    {".groovy", Grammar::kForeignSource, kForJvm, Spelling::kBean},
    {".gradle", Grammar::kForeignSource, kForJvm, Spelling::kBean},
    {".scala", Grammar::kForeignSource, kForJvm},
    {".sc", Grammar::kForeignSource, kForJvm},
    {".clj", Grammar::kForeignSource, kForJvm},
    {".cljc", Grammar::kForeignSource, kForJvm | kForScript},
    {".cljs", Grammar::kForeignSource, kForScript},
    {".jsp", Grammar::kTemplate, kForJvm | kForScript, Spelling::kBean},
    {".jspx", Grammar::kTemplate, kForJvm | kForScript, Spelling::kBean},
    {".tag", Grammar::kTemplate, kForJvm, Spelling::kBean},
    {".ftl", Grammar::kTemplate, kForJvm, Spelling::kBean},
    {".vm", Grammar::kForeignSource, kForJvm, Spelling::kBean},
    {".jj", Grammar::kForeignSource, kForJvm},
    {".g4", Grammar::kForeignSource,
     kForJvm | kForNative | kForPython | kForScript | kForDotNet | kForGo},

    {".swift", Grammar::kForeignSource, kForNative},
    {".m", Grammar::kForeignSource, kForNative},
    {".mm", Grammar::kForeignSource, kForNative},
    {".zig", Grammar::kForeignSource, kForNative},
    {".d", Grammar::kForeignSource, kForNative},
    {".nim", Grammar::kForeignSource, kForNative},
    {".s", Grammar::kForeignSource, kForNative | kForGo},
    {".S", Grammar::kForeignSource, kForNative | kForGo},
    {".asm", Grammar::kForeignSource, kForNative},
    {".y", Grammar::kForeignSource, kForNative | kForGo | kForRuby},
    {".yy", Grammar::kForeignSource, kForNative},
    {".ypp", Grammar::kForeignSource, kForNative},
    {".l", Grammar::kForeignSource, kForNative},
    {".ll", Grammar::kForeignSource, kForNative},
    {".lex", Grammar::kForeignSource, kForNative},
    {".re", Grammar::kForeignSource, kForNative},
    {".rl", Grammar::kForeignSource, kForNative | kForRuby | kForGo},
    {".i", Grammar::kForeignSource, kForNative},
    {".inc", Grammar::kForeignSource, kForNative},
    {".def", Grammar::kForeignSource, kForNative},
    {".tpp", Grammar::kForeignSource, kForNative},
    {".txx", Grammar::kForeignSource, kForNative},
    {".ixx", Grammar::kForeignSource, kForNative},
    {".cppm", Grammar::kForeignSource, kForNative},
    {".cl", Grammar::kForeignSource, kForNative},
    {".metal", Grammar::kForeignSource, kForNative},
    {".ino", Grammar::kForeignSource, kForNative},

    {".pyx", Grammar::kForeignSource, kForPython | kForNative},
    {".pxd", Grammar::kForeignSource, kForPython | kForNative},
    {".pxi", Grammar::kForeignSource, kForPython | kForNative},
    {".ipynb", Grammar::kForeignSource, kForPython},
    {".mako", Grammar::kForeignSource, kForPython},
    {".jinja", Grammar::kTemplate, kForPython},
    {".jinja2", Grammar::kTemplate, kForPython},
    {".j2", Grammar::kTemplate, kForPython},

    {".vue", Grammar::kForeignSource, kForScript},
    {".svelte", Grammar::kForeignSource, kForScript},
    {".astro", Grammar::kForeignSource, kForScript},
    {".mdx", Grammar::kTemplate, kForScript},
    {".coffee", Grammar::kForeignSource, kForScript},
    {".pug", Grammar::kForeignSource, kForScript},
    {".ejs", Grammar::kTemplate, kForScript},
    {".hbs", Grammar::kTemplate, kForScript},
    {".njk", Grammar::kTemplate, kForScript},
    {".html", Grammar::kTemplate, kForScript | kForPython | kForGo | kForJvm, Spelling::kBean},
    {".htm", Grammar::kTemplate, kForScript | kForPython | kForGo | kForJvm, Spelling::kBean},

    {".fs", Grammar::kForeignSource, kForDotNet},
    {".fsi", Grammar::kForeignSource, kForDotNet},
    {".fsx", Grammar::kForeignSource, kForDotNet},
    {".vb", Grammar::kForeignSource, kForDotNet},
    {".razor", Grammar::kForeignSource, kForDotNet},
    {".cshtml", Grammar::kForeignSource, kForDotNet},
    {".aspx", Grammar::kForeignSource, kForDotNet},
    {".xaml", Grammar::kForeignSource, kForDotNet},
    {".axaml", Grammar::kForeignSource, kForDotNet},

    {".erb", Grammar::kTemplate, kForRuby, Spelling::kRuby},
    {".haml", Grammar::kForeignSource, kForRuby, Spelling::kRuby},
    {".slim", Grammar::kForeignSource, kForRuby, Spelling::kRuby},
    {".jbuilder", Grammar::kForeignSource, kForRuby, Spelling::kRuby},
    {".builder", Grammar::kForeignSource, kForRuby, Spelling::kRuby},
    {".thor", Grammar::kForeignSource, kForRuby, Spelling::kRuby},
    {".podspec", Grammar::kForeignSource, kForRuby, Spelling::kRuby},
    {".rbi", Grammar::kForeignSource, kForRuby, Spelling::kRuby},

    {".templ", Grammar::kForeignSource, kForGo},
    {".tmpl", Grammar::kTemplate, kForGo},
    {".gotmpl", Grammar::kTemplate, kForGo},
    {".gohtml", Grammar::kTemplate, kForGo},
    {".tpl", Grammar::kTemplate, kForGo},
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

class ForeignReader {
 public:
  ForeignReader(Grammar grammar, FactsDraft& draft)
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
      std::find_if(std::begin(kForeignSources), std::end(kForeignSources),
                   [&](const ForeignSource& one) { return one.extension == name.substr(dot); });
  return source == std::end(kForeignSources) ? nullptr : source;
}

void CollectForeignWords(Grammar grammar, FactsDraft& draft) {
  ForeignReader(grammar, draft).Run();
}

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
