#include "indexer/view_text.h"

#include <algorithm>

#include <fmt/format.h>

namespace waymark::testing {
namespace {

constexpr std::size_t kLinesBefore = 6;

class Writer {
 public:
  explicit Writer(const graph::ReadView& view) : view_(view) {}

  std::vector<std::string> Run() {
    for (const FileId file : view_.Files()) AddFile(file);
    for (const SkippedFile& file : view_.Skipped()) {
      lines_.push_back(fmt::format("skipped {} {}", file.path, Name(file.reason)));
    }
    view_.VisitUnresolved([&](std::string_view name, const UnresolvedRow& row) {
      AddUnresolved(name, row);
      return true;
    });
    // Last, so that a difference is told by what differs.
    const graph::ViewInfo& info = view_.info();
    lines_.push_back(fmt::format("{} symbols, {} edges, {} unresolved, {} files", info.symbol_count,
                                 info.edge_count, info.unresolved_count, info.file_count));
    return std::move(lines_);
  }

 private:
  std::string Show(SymbolId symbol) const {
    if (symbol == SymbolId::kNone) return "none";
    const SymbolRow row = view_.Symbol(symbol);
    return fmt::format("{}@{}:{}", view_.QualifiedName(symbol), view_.File(row.file).path,
                       row.range.begin.line);
  }

  void AddFile(FileId file) {
    const FileRow row = view_.File(file);
    lines_.push_back(fmt::format("file {} language {} flags {} size {} lines {} content {}",
                                 row.path, static_cast<int>(row.language), row.flags,
                                 row.size_bytes, row.line_count,
                                 row.content.ToHex().substr(0, 12)));
    view_.SymbolsOf(file, symbols_);
    const std::vector<SymbolId> symbols = symbols_;
    for (const SymbolId symbol : symbols) AddSymbol(symbol);
  }

  void AddSymbol(SymbolId symbol) {
    const SymbolRow row = view_.Symbol(symbol);
    lines_.push_back(fmt::format("  symbol {} {} kind {} flags {} parent {} ({}) {} signature [{}]",
                                 Show(symbol), view_.Identity(symbol).ToHex().substr(0, 8),
                                 static_cast<int>(row.kind), row.flags, Show(row.parent),
                                 row.discriminator, row.ordinal, view_.Signature(symbol)));
    view_.Out(symbol, neighbors_);
    AddEdges("->");
    view_.In(symbol, neighbors_);
    AddEdges("<-");
  }

  void AddEdges(const char* arrow) {
    for (const Neighbor& neighbor : neighbors_) {
      std::string line = fmt::format("    {} {} {} {}", arrow, Name(neighbor.type),
                                     Show(neighbor.symbol), Name(neighbor.rule));
      view_.Sites(neighbor, sites_);
      for (const Position site : sites_) line += fmt::format(" {}:{}", site.line, site.column);
      lines_.push_back(std::move(line));
    }
  }

  void AddUnresolved(std::string_view name, const UnresolvedRow& row) {
    std::string line =
        fmt::format("unresolved {} {} {} {} {}:{}", Show(row.source), name, Name(row.type),
                    Name(row.reason), row.site.line, row.site.column);
    view_.Candidates(row, symbols_);
    for (const SymbolId candidate : symbols_) line += " " + Show(candidate);
    lines_.push_back(std::move(line));
  }

  const graph::ReadView& view_;
  std::vector<std::string> lines_;
  std::vector<SymbolId> symbols_;
  std::vector<Neighbor> neighbors_;
  std::vector<Position> sites_;
};

}  // namespace

std::vector<std::string> TextOf(const graph::ReadView& view) { return Writer(view).Run(); }

std::string FirstDifference(const std::vector<std::string>& expected,
                            const std::vector<std::string>& actual) {
  std::size_t i = 0;
  while (i < expected.size() && i < actual.size() && expected[i] == actual[i]) ++i;
  if (i == expected.size() && i == actual.size()) return {};
  std::string text;
  for (std::size_t before = i - std::min(i, kLinesBefore); before < i; ++before) {
    text += expected[before] + "\n";
  }
  text += fmt::format("expected: {}\n", i < expected.size() ? expected[i] : "(end)");
  return text + fmt::format("actual:   {}\n", i < actual.size() ? actual[i] : "(end)");
}

}  // namespace waymark::testing
