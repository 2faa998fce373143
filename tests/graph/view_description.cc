#include "view_description.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "graph/hash.h"
#include "graph/tokenize.h"

namespace waymark::graph {
namespace {

class Describer {
 public:
  explicit Describer(const ReadView& view) : view_(view) {
    std::vector<SymbolId> symbols;
    for (const FileId file : view.Files()) {
      files_[file] = static_cast<int>(files_.size());
      view.SymbolsOf(file, symbols);
      for (const SymbolId symbol : symbols) {
        numbers_[symbol] = static_cast<int>(order_.size());
        order_.push_back(symbol);
      }
    }
  }

  std::vector<std::string> All(const std::vector<std::string>& words) {
    Info();
    for (const auto& [file, number] : files_) File(file, number);
    for (const SymbolId symbol : order_) Symbol(symbol);
    Names();
    Unresolved();
    std::set<std::string> asked(words.begin(), words.end());
    Tokenizer tokenizer;
    for (const SymbolId symbol : order_) {
      for (const std::string& text :
           {std::string(view_.Symbol(symbol).name), view_.Signature(symbol)}) {
        tokenizer.Visit(text, [&asked](std::string_view token) { asked.emplace(token); });
      }
    }
    for (const std::string& word : asked) Word(word);
    std::sort(lines_.begin(), lines_.end());
    return std::move(lines_);
  }

 private:
  // -1: none, -2: not live.
  int NumberOf(SymbolId symbol) const {
    if (symbol == SymbolId::kNone) return -1;
    const auto at = numbers_.find(symbol);
    return at == numbers_.end() ? -2 : at->second;
  }

  void Info() {
    const ViewInfo& info = view_.info();
    lines_.push_back(fmt::format("info {} symbols {} files {} edges {} unresolved {}",
                                 info.repository, info.symbol_count, info.file_count,
                                 info.edge_count, info.unresolved_count));
    const FieldStatistics& statistics = view_.Statistics();
    std::string line = fmt::format("statistics {}", statistics.document_count);
    for (std::size_t f = 0; f < kFieldCount; ++f) {
      line += fmt::format(" {}/{}", statistics.total_length[f], statistics.nonempty_count[f]);
    }
    lines_.push_back(line);
    for (const SkippedFile& file : view_.Skipped()) {
      lines_.push_back(fmt::format("skipped {} {}", file.path, Name(file.reason)));
    }
  }

  void File(FileId file, int number) {
    const FileRow row = view_.File(file);
    lines_.push_back(fmt::format("file {} {} {} {} {} {} {} {} {} found {}", number, row.path,
                                 Name(row.language), row.flags, row.content.ToHex(), row.size_bytes,
                                 row.line_count, NumberOf(row.first_symbol), row.symbol_count,
                                 view_.FindFile(row.path) == file));
  }

  std::string Neighbors(const std::vector<Neighbor>& neighbors) const {
    std::string line;
    std::vector<Position> sites;
    for (const Neighbor& neighbor : neighbors) {
      line += fmt::format(" {}:{}:{}", NumberOf(neighbor.symbol), Name(neighbor.type),
                          Name(neighbor.rule));
      view_.Sites(neighbor, sites);
      for (const Position site : sites) line += fmt::format("@{}.{}", site.line, site.column);
    }
    return line;
  }

  void Symbol(SymbolId symbol) {
    const SymbolRow row = view_.Symbol(symbol);
    const int number = NumberOf(symbol);
    std::string line = fmt::format(
        "symbol {} file {} parent {} {} {} {} '{}' '{}' {} {}.{}-{}.{} {}.{} {}-{} '{}' {:x}",
        number, files_.at(row.file), NumberOf(row.parent), NumberOf(view_.Parent(symbol)),
        Name(row.kind), row.flags, row.scope, row.name, row.discriminator, row.range.begin.line,
        row.range.begin.column, row.range.end.line, row.range.end.column, row.name_position.line,
        row.name_position.column, row.doc_begin, row.doc_end, view_.Signature(symbol),
        row.identity_prefix);
    for (const std::uint16_t length : view_.FieldLengths(symbol))
      line += fmt::format(" {}", length);
    lines_.push_back(line + " " + view_.Identity(symbol).ToHex());
    std::vector<Neighbor> neighbors;
    view_.Out(symbol, neighbors);
    lines_.push_back(
        fmt::format("out {} ({}){}", number, view_.OutDegree(symbol), Neighbors(neighbors)));
    view_.In(symbol, neighbors);
    lines_.push_back(
        fmt::format("in {} ({}){}", number, view_.InDegree(symbol), Neighbors(neighbors)));
  }

  void Names() {
    std::vector<SymbolId> symbols;
    int number = 0;
    view_.VisitNames("", [&](std::string_view name) {
      view_.WithName(name, symbols);
      std::string line = fmt::format("name {} {}", number++, name);
      for (const SymbolId symbol : symbols) line += fmt::format(" {}", NumberOf(symbol));
      lines_.push_back(line);
      return true;
    });
  }

  std::string Reference(std::string_view name, const UnresolvedRow& row) const {
    std::string line = fmt::format("{} from {} {} {} {}.{} candidates {}", name,
                                   NumberOf(row.source), Name(row.type), Name(row.reason),
                                   row.site.line, row.site.column, row.candidates_count);
    std::vector<SymbolId> candidates;
    view_.Candidates(row, candidates);
    for (const SymbolId candidate : candidates) line += fmt::format(" {}", NumberOf(candidate));
    return line;
  }

  void Unresolved() {
    int number = 0;
    std::set<std::string> names;
    view_.VisitUnresolved([&](std::string_view name, const UnresolvedRow& row) {
      names.emplace(name);
      lines_.push_back(fmt::format("unresolved {} {}", number++, Reference(name, row)));
      return true;
    });
    std::vector<UnresolvedRow> rows;
    for (const std::string& name : names) {
      view_.UnresolvedWithName(name, rows);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        lines_.push_back(fmt::format("unresolved of name {} {}", i, Reference(name, rows[i])));
      }
    }
  }

  void Word(const std::string& word) {
    const std::optional<TermStatistics> statistics = view_.Term(word);
    std::vector<Posting> postings;
    view_.Postings(word, postings);
    std::sort(postings.begin(), postings.end(), [this](const Posting& a, const Posting& b) {
      return std::make_pair(NumberOf(a.symbol), a.field) <
             std::make_pair(NumberOf(b.symbol), b.field);
    });
    std::string line = fmt::format(
        "term {} df {}", word, statistics ? static_cast<int>(statistics->document_frequency) : -1);
    for (const Posting& posting : postings) {
      line += fmt::format(" {}.{}x{}", NumberOf(posting.symbol), static_cast<int>(posting.field),
                          posting.frequency);
    }
    lines_.push_back(line);
    std::vector<FileId> files;
    view_.FilesWithPathTerm(word, files);
    Files("path term " + word, files);
    view_.FilesMentioning(MentionHash(word), files);
    Files("mention " + word, files);
  }

  void Files(const std::string& what, const std::vector<FileId>& files) {
    std::vector<int> numbers;
    for (const FileId file : files) numbers.push_back(files_.contains(file) ? files_.at(file) : -2);
    const bool ascending = std::is_sorted(files.begin(), files.end());
    std::sort(numbers.begin(), numbers.end());
    lines_.push_back(fmt::format("{} {} {}", what, ascending, fmt::join(numbers, " ")));
  }

  const ReadView& view_;
  std::map<FileId, int> files_;
  std::map<SymbolId, int> numbers_;
  std::vector<SymbolId> order_;
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> Describe(const ReadView& view, const std::vector<std::string>& words) {
  return Describer(view).All(words);
}

}  // namespace waymark::graph
