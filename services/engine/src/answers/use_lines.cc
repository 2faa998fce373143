#include "answers/use_lines.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "answers/aside_code.h"
#include "answers/source_text.h"
#include "graph/ascii.h"
#include "graph/status.h"
#include "services/whole_word.h"
#include "wire/utf8.h"

namespace waymark::services {
namespace {

// What people call the uses of a type. Where several edges have one place, the first row counts: a
// test that calls a function also tests it.
struct UseKind {
  EdgeType type;
  std::string_view name;
};

constexpr UseKind kUseKinds[] = {
    {EdgeType::kCalls, "call"},
    {EdgeType::kImports, "import"},
    {EdgeType::kExtends, "base"},
    {EdgeType::kImplements, "implementation"},
    {EdgeType::kOverrides, "override"},
    {EdgeType::kDecorates, "decorator"},
    {EdgeType::kDecoratedBy, "decorator"},
    {EdgeType::kThrows, "throw"},
    {EdgeType::kTypeHintOf, "type"},
    {EdgeType::kAccessesField, "access"},
    {EdgeType::kReadsEnv, "read"},
    {EdgeType::kGatedByFlag, "flag"},
    {EdgeType::kExecutesProcess, "start"},
    {EdgeType::kHandlesRoute, "route"},
    {EdgeType::kConsumesEndpoint, "request"},
    {EdgeType::kConsumesRpc, "call"},
    {EdgeType::kImplementsRpc, "implementation"},
    {EdgeType::kPublishes, "publish"},
    {EdgeType::kSubscribes, "subscribe"},
    {EdgeType::kReferences, "reference"},
    {EdgeType::kDocuments, "mention"},
    {EdgeType::kTests, "test"},
};

std::size_t RankOf(EdgeType type) {
  const auto* const row = std::find_if(std::begin(kUseKinds), std::end(kUseKinds),
                                       [type](const UseKind& kind) { return kind.type == type; });
  return static_cast<std::size_t>(row - std::begin(kUseKinds));
}

std::string_view KindName(EdgeType type) {
  const std::size_t row = RankOf(type);
  return row < std::size(kUseKinds) ? kUseKinds[row].name : Name(type);
}

// A place of an edge.
struct Use {
  FileId file = FileId::kNone;
  Position at;
  EdgeType type = EdgeType::kCalls;
  bool is_implicit = false;
  retrieval::RelatedSymbol around;
  retrieval::RelatedSymbol used;
  bool is_aside = false;
  bool is_written = false;  // the place is where the use is written
};

// At most `most` places of each edge.
std::vector<Use> UsesOf(const graph::ReadView& view, const retrieval::RelatedSymbols& related,
                        std::size_t most) {
  std::vector<Use> uses;
  for (const retrieval::RelatedEdge& edge : related.edges) {
    const SymbolId source = related.symbols[edge.source].symbol;
    Use use{.type = edge.type,
            .is_implicit = edge.rule == EdgeRule::kImplicit,
            .around = related.symbols[edge.source],
            .used = related.symbols[edge.target],
            .is_aside = LiesAside(view, source)};
    use.is_written = !edge.sites.empty();
    const auto told = std::span(edge.sites).first(std::min(edge.sites.size(), most));
    std::vector<retrieval::EdgeSite> sites(told.begin(), told.end());
    if (sites.empty()) sites.push_back({view.FileOf(source), view.Symbol(source).name_position});
    for (const retrieval::EdgeSite& site : sites) {
      use.file = site.file;
      use.at = site.position;
      uses.push_back(use);
    }
  }
  return uses;
}

// Orders the uses, and keeps one of each place.
void KeepOneOfEachPlace(const graph::ReadView& view, std::vector<Use>& uses) {
  const auto key = [&](const Use& use) {
    return std::tuple(use.is_aside, view.File(use.file).path, use.at.line, use.at.column,
                      RankOf(use.type));
  };
  std::stable_sort(uses.begin(), uses.end(),
                   [&](const Use& a, const Use& b) { return key(a) < key(b); });
  const auto is_same_place = [](const Use& a, const Use& b) {
    return a.file == b.file && a.at.line == b.at.line && a.at.column == b.at.column;
  };
  uses.erase(std::unique(uses.begin(), uses.end(), is_same_place), uses.end());
}

// A file may have uses of the product and uses aside.
std::size_t CountFiles(const std::vector<Use>& uses) {
  std::set<FileId> files;
  for (const Use& use : uses) files.insert(use.file);
  return files.size();
}

// A character of a name; those beyond ASCII count.
bool IsNameByte(char c) {
  return IsLower(c) || IsUpper(c) || IsDigit(c) || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// The lines of a file without line ends, if it is as it was indexed.
class IndexedLines {
 public:
  IndexedLines(const indexer::SourceReader& sources, const FileRow& file) {
    absl::StatusOr<std::string> text = ReadVerified(sources, file, 0, kEndOfFile);
    is_known_ = text.ok();
    if (!is_known_) return;
    text_ = *std::move(text);
    for (std::string_view rest = text_; !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      lines_.push_back(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }

  IndexedLines(const IndexedLines&) = delete;
  IndexedLines& operator=(const IndexedLines&) = delete;

  bool is_known() const { return is_known_; }

  // Empty beyond the end.
  std::string_view At(std::uint32_t line) const {
    return line == 0 || line > lines_.size() ? std::string_view() : lines_[line - 1];
  }

 private:
  bool is_known_ = false;
  std::string text_;
  std::vector<std::string_view> lines_;
};

bool BeginsImport(std::string_view line) {
  constexpr std::string_view kBeginnings[] = {"import",  "from",        "export",   "use",
                                              "pub",     "using",       "#include", "include",
                                              "require", "require_once"};
  return std::any_of(std::begin(kBeginnings), std::end(kBeginnings), [line](std::string_view word) {
    return line.starts_with(word) && line.size() > word.size() && !IsNameByte(line[word.size()]);
  });
}

// Whether a line is a part of a list of names: "    url_for, redirect as go,".
bool IsListOfNames(std::string_view line) {
  return std::all_of(line.begin(), line.end(), [](char c) {
    return IsNameByte(c) || waymark::IsBlank(c) || c == ',' || c == '*' || c == ':' || c == '.';
  });
}

// A reference in an import is one: the statement begins in the line, or with the list of names that
// the line is a part of.
bool IsInImport(const IndexedLines& lines, std::uint32_t line) {
  constexpr std::uint32_t kMaxListLines = 200;
  if (BeginsImport(Trimmed(lines.At(line)))) return true;
  const std::uint32_t first = line - std::min(line, kMaxListLines);
  for (; line > first; --line) {
    std::string_view part = Trimmed(lines.At(line));
    if (part.ends_with('{')) part.remove_suffix(1);  // a list in the list, as in Rust
    if (!IsListOfNames(part)) return false;
    const std::string_view above = Trimmed(lines.At(line - 1));
    if ((above.ends_with('(') || above.ends_with('{')) && BeginsImport(above)) return true;
  }
  return false;
}

// The offset behind the first `name` at or after `from` that is no part of a longer name; npos if
// there is none.
std::size_t BehindName(std::string_view line, std::size_t from, std::string_view name) {
  if (name.empty()) return std::string_view::npos;
  for (std::size_t at = from; (at = line.find(name, at)) != std::string_view::npos; ++at) {
    const std::size_t end = at + name.size();
    const bool is_longer =
        (at > 0 && IsNameByte(line[at - 1])) || (end < line.size() && IsNameByte(line[end]));
    if (!is_longer) return end;
  }
  return std::string_view::npos;
}

// Whether an assignment follows the name: "=" or "+=", but not "==" or "=>".
bool IsAssigned(std::string_view line, std::size_t column, std::string_view name) {
  const std::size_t behind = BehindName(line, column, name);
  if (behind == std::string_view::npos) return false;
  std::string_view after = Trimmed(line.substr(behind));
  if (after.starts_with("++") || after.starts_with("--")) return true;
  constexpr std::string_view kOperators = "+-*/%|&^";
  if (!after.empty() && kOperators.find(after.front()) != std::string_view::npos) {
    after.remove_prefix(1);
  }
  return after.starts_with('=') && !after.starts_with("==") && !after.starts_with("=>");
}

std::string_view KindOf(const graph::ReadView& view, const Use& use, const IndexedLines& lines) {
  if (use.is_implicit) return "implicit call";
  const std::string_view line = lines.At(use.at.line);
  if (use.type == EdgeType::kReferences && IsInImport(lines, use.at.line)) return "import";
  if (use.type != EdgeType::kAccessesField || line.empty()) return KindName(use.type);
  const std::size_t column = use.at.column == 0 ? 0 : use.at.column - 1;
  return IsAssigned(line, column, view.Symbol(use.used.symbol).name) ? "write" : "read";
}

// Empty for the symbol in question.
std::string NameOfOther(const graph::ReadView& view, const retrieval::RelatedSymbol& symbol) {
  return symbol.hop == 0 ? "" : wire::ReplaceInvalidUtf8(view.QualifiedName(symbol.symbol));
}

// Empty also for a file, which its place names.
std::string NameAround(const graph::ReadView& view, const retrieval::RelatedSymbol& symbol) {
  return view.Kind(symbol.symbol) == SymbolKind::kFile ? "" : NameOfOther(view, symbol);
}

// The part of `code` that an answer shows: all, or of a long line what is around byte `at`.
std::string_view ShownCode(std::string_view code, std::size_t at) {
  constexpr std::size_t kBytesBefore = kMaxUseLineBytes / 4;
  if (code.size() <= kMaxUseLineBytes) return code;
  std::size_t begin = std::max(at, kBytesBefore) - kBytesBefore;
  begin = CharacterBegin(code, std::min(begin, code.size() - kMaxUseLineBytes));
  const std::size_t end = CharacterBegin(code, std::min(begin + kMaxUseLineBytes, code.size()));
  return code.substr(begin, end - begin);
}

// Adds the line without the white space around it, and where the name is in it.
void AddCode(std::string_view line, const Use& use, UseLine& out) {
  constexpr std::string_view kCut = "…";
  const std::string_view code = Trimmed(line);
  const std::size_t indentation = static_cast<std::size_t>(code.data() - line.data());
  const std::size_t last = indentation + std::max<std::size_t>(code.size(), 1);
  const std::size_t at =
      std::clamp<std::size_t>(use.at.column, indentation + 1, last) - 1 - indentation;
  const std::string_view part = ShownCode(code, at);
  const auto begin = static_cast<std::size_t>(part.data() - code.data());
  const std::string valid = wire::ReplaceInvalidUtf8(part);
  const std::string_view before = begin == 0 ? "" : kCut;
  out.code = fmt::format("{}{}{}", before, valid, begin + part.size() == code.size() ? "" : kCut);
  if (!use.is_written || valid.size() != part.size()) return;
  std::size_t end = at - begin;
  while (end < part.size() && IsNameByte(part[end])) ++end;
  out.name_begin = static_cast<std::uint32_t>(before.size() + at - begin);
  out.name_end = static_cast<std::uint32_t>(before.size() + end);
}

// The lines of uses, those of a file one after the other.
absl::StatusOr<std::vector<UseLine>> LinesOfUses(const graph::ReadView& view,
                                                 const indexer::SourceReader& sources,
                                                 std::span<const Use> uses,
                                                 const CallControl& control) {
  std::vector<UseLine> lines;
  lines.reserve(uses.size());
  for (std::size_t i = 0; i < uses.size();) {
    WM_RETURN_IF_ERROR(control.Check());
    const FileId file = uses[i].file;
    const FileRow row = view.File(file);
    const IndexedLines text(sources, row);
    for (; i < uses.size() && uses[i].file == file; ++i) {
      const Use& use = uses[i];
      lines.push_back({.site = {.path = wire::ReplaceInvalidUtf8(row.path),
                                .line = use.at.line,
                                .column = use.at.column},
                       .kind = std::string(KindOf(view, use, text)),
                       .around = NameAround(view, use.around),
                       .used = NameOfOther(view, use.used),
                       .is_aside = use.is_aside});
      if (text.is_known()) AddCode(text.At(use.at.line), use, lines.back());
    }
  }
  return lines;
}

}  // namespace

absl::StatusOr<UseLines> UseLinesOf(const graph::ReadView& view,
                                    const indexer::SourceReader& sources,
                                    const retrieval::RelatedSymbols& related, const Page& page,
                                    const CallControl& control) {
  std::vector<Use> uses = UsesOf(view, related, std::numeric_limits<std::size_t>::max());
  KeepOneOfEachPlace(view, uses);
  UseLines found{.lines = {}, .all = uses.size(), .files = CountFiles(uses)};
  const RowRange rows = page.RowsOf(static_cast<std::uint32_t>(uses.size()));
  const auto shown = std::span(uses).subspan(rows.begin, rows.end - rows.begin);
  WM_ASSIGN_OR_RETURN(found.lines, LinesOfUses(view, sources, shown, control));
  return found;
}

absl::StatusOr<UseLines> FirstLinesOf(const graph::ReadView& view,
                                      const indexer::SourceReader& sources,
                                      const retrieval::RelatedSymbols& related,
                                      const CallControl& control) {
  std::vector<Use> uses = UsesOf(view, related, 1);
  KeepOneOfEachPlace(view, uses);
  UseLines found{.lines = {}, .all = uses.size(), .files = CountFiles(uses)};
  WM_ASSIGN_OR_RETURN(found.lines, LinesOfUses(view, sources, uses, control));
  return found;
}

}  // namespace waymark::services
