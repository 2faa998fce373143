#include "text/symbol_text.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/outside.h"
#include "text/code_text.h"

namespace waymark::retrieval {
namespace {

constexpr std::uint32_t kNobody = 0xFFFFFFFF;

std::vector<std::size_t> LineStarts(std::string_view text) {
  std::vector<std::size_t> starts = {0};
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') starts.push_back(i + 1);
  }
  return starts;
}

std::string_view Indentation(std::string_view line) {
  return line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
}

// Lines without blank lines, trailing blanks and the indentation of the first line.
std::string Normalized(std::string_view text, std::string_view indentation) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t last = line.find_last_not_of(" \t\r");
    if (last == std::string_view::npos) continue;
    line = line.substr(0, last + 1);
    std::size_t common = 0;
    while (common < std::min(line.size(), indentation.size()) &&
           line[common] == indentation[common]) {
      ++common;
    }
    result += line.substr(common);
    result += '\n';
  }
  return result;
}

// Replaces runs of white space by one blank.
std::string WithSingleBlanks(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool is_space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!is_space) {
      result += c;
    } else if (!result.empty() && result.back() != ' ') {
      result += ' ';
    }
  }
  return result;
}

ContentHash HashWithoutSignature(std::string_view text, const std::string& signature) {
  std::string folded = WithSingleBlanks(text);
  const std::string written = WithSingleBlanks(signature);
  const std::size_t at = written.empty() ? std::string::npos : folded.find(written);
  if (at != std::string::npos) folded.erase(at, written.size());
  return HashContent(folded);
}

// Both arguments are code, which ends with a line break.
std::string Without(std::string code, std::string_view signature) {
  if (signature.ends_with('\n')) signature.remove_suffix(1);
  const std::size_t at = signature.empty() ? std::string::npos : code.find(signature);
  return at == std::string::npos ? code : code.erase(at, signature.size());
}

// Maps each byte of a file to the innermost symbol around it.
class ByteOwners {
 public:
  explicit ByteOwners(std::string_view text)
      : text_(text), lines_(LineStarts(text)), owners_(text.size(), kNobody) {}

  // Call in order of position, enclosing symbols first.
  void Take(const SourceRange& range, std::uint32_t owner) {
    const std::size_t begin = OffsetOf(range.begin);
    std::size_t end = std::min(OffsetOf(range.end) + 1, text_.size());
    // The separator after a member belongs to the member; otherwise every new member would change
    // its owner.
    const std::size_t next = text_.find_first_not_of(" \t", end);
    if (next != std::string_view::npos && (text_[next] == ';' || text_[next] == ',')) {
      end = next + 1;
    }
    Fill(begin, end, owner);
  }

  void Free(std::size_t begin, std::size_t end) { Fill(begin, end, kNobody); }

  // The bytes of each owner, in order.
  std::vector<std::string> Texts(std::size_t owner_count) const {
    std::vector<std::string> texts(owner_count);
    for (std::size_t i = 0; i < text_.size(); ++i) {
      if (owners_[i] != kNobody) texts[owners_[i]] += text_[i];
    }
    return texts;
  }

  std::string_view IndentationOf(Position position) const {
    return Indentation(text_.substr(LineOf(position)));
  }

 private:
  std::size_t LineOf(Position position) const {
    const std::size_t line = std::max<std::size_t>(position.line, 1) - 1;
    return line < lines_.size() ? lines_[line] : text_.size();
  }

  std::size_t OffsetOf(Position position) const {
    const std::size_t column = std::max<std::size_t>(position.column, 1) - 1;
    return std::min(LineOf(position) + column, text_.size());
  }

  void Fill(std::size_t begin, std::size_t end, std::uint32_t owner) {
    const std::size_t last = std::min(end, owners_.size());
    for (std::size_t i = begin; i < last; ++i) owners_[i] = owner;
  }

  std::string_view text_;
  std::vector<std::size_t> lines_;
  std::vector<std::uint32_t> owners_;
};

}  // namespace

const SymbolText* SymbolTexts::Of(SymbolId symbol) {
  const FileId file = side_.view.FileOf(symbol);
  if (is_read_.emplace(file, true).second) Read(file);
  const auto found = texts_.find(symbol);
  return found == texts_.end() ? nullptr : &found->second;
}

std::vector<OwnText> OwnTexts(const graph::ReadView& view, FileId file, std::string_view bytes) {
  std::vector<SymbolId> symbols;
  view.SymbolsOf(file, symbols);
  std::vector<SymbolRow> rows;
  rows.reserve(symbols.size());
  for (const SymbolId symbol : symbols) rows.push_back(view.Symbol(symbol));
  std::stable_sort(rows.begin(), rows.end(), [](const SymbolRow& a, const SymbolRow& b) {
    const bool a_is_file = a.kind == SymbolKind::kFile;
    if (a_is_file != (b.kind == SymbolKind::kFile)) return a_is_file;
    if (a.range.begin != b.range.begin) return a.range.begin < b.range.begin;
    return b.range.end < a.range.end;
  });
  ByteOwners owners(bytes);
  const SourceRange whole{{1, 1}, {0xFFFFFFFF, 1}};
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    if (IsOnlyMentioned(rows[i].kind)) continue;
    owners.Take(rows[i].kind == SymbolKind::kFile ? whole : rows[i].range, i);
  }
  for (const SymbolRow& row : rows) owners.Free(row.doc_begin, row.doc_end);
  std::vector<std::string> texts = owners.Texts(rows.size());
  std::vector<OwnText> own;
  own.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool is_file = rows[i].kind == SymbolKind::kFile;
    own.push_back(
        {.row = rows[i],
         .text = std::move(texts[i]),
         .indentation = is_file ? std::string_view() : owners.IndentationOf(rows[i].range.begin)});
  }
  return own;
}

std::string_view DocumentationIn(std::string_view bytes, const SymbolRow& row) {
  const std::size_t begin = std::min<std::size_t>(row.doc_begin, bytes.size());
  return bytes.substr(begin, std::clamp<std::size_t>(row.doc_end, begin, bytes.size()) - begin);
}

void SymbolTexts::Read(FileId file) {
  const graph::ReadView& view = side_.view;
  const std::optional<std::string> bytes = side_.text(view.File(file));
  if (!bytes.has_value()) {
    ++unread_files_;
    return;
  }
  const Language language = view.File(file).language;
  for (const OwnText& own : OwnTexts(view, file, *bytes)) {
    const std::string text = Normalized(own.text, own.indentation);
    const std::string signature(view.Signature(own.row.id));
    const CodeText code = CodeOf(text, language);
    texts_.emplace(
        own.row.id,
        SymbolText{.text = HashContent(text),
                   .without_signature = HashWithoutSignature(text, signature),
                   .code = HashContent(code.code),
                   .code_without_signature =
                       HashContent(Without(code.code, CodeOf(signature, language).code)),
                   .imports = HashContent(code.imports),
                   .documentation = HashContent(WithSingleBlanks(DocumentationIn(*bytes, own.row))),
                   .bytes = text.size()});
  }
}

}  // namespace waymark::retrieval
