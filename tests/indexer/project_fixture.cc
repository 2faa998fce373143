#include "indexer/project_fixture.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include <fmt/format.h>

namespace waymark::testing {
namespace {

[[noreturn]] void Die(const std::string& message) {
  std::fprintf(stderr, "project fixture: %s\n", message.c_str());
  std::abort();
}

std::vector<std::string> WordsOfLine(std::string_view line) {
  std::istringstream stream{std::string(line)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) {
    for (std::size_t at = word.find("%20"); at != std::string::npos; at = word.find("%20")) {
      word.replace(at, 3, " ");
    }
    words.push_back(word);
  }
  return words;
}

// Reads the statements of one expectation block against one view.
class Checker {
 public:
  explicit Checker(const graph::ReadView& view) : view_(view) {
    for (const FileId file : view.Files()) {
      std::vector<SymbolId> symbols;
      view.SymbolsOf(file, symbols);
      symbols_.insert(symbols_.end(), symbols.begin(), symbols.end());
    }
  }

  void Check(const std::string& line) {
    const std::vector<std::string> words = WordsOfLine(line);
    if (words.size() < 3) return Fail(line, "is no statement");
    if (words[1] == "->") return CheckEdge(line, words);
    if (words[1] == "-/>") return CheckNoEdge(line, words);
    if (words[1] == "?>") return CheckUnresolved(line, words);
    if (words[1] == "?/>") return CheckNoDoubt(line, words);
    if (words[1] == "is" && words[2] == "nowhere") return CheckNowhere(line, words[0]);
    if (words[1] == "is" && words[2] == "exported") return CheckExported(line, words[0], true);
    if (words[1] == "is" && words[2] == "hidden") return CheckExported(line, words[0], false);
    Fail(line, "is no statement");
  }

  std::vector<std::string> TakeFailures() { return std::move(failures_); }

 private:
  void Fail(const std::string& line, const std::string& reason) {
    failures_.push_back(fmt::format("{}\n    {}", line, reason));
  }

  void CheckExported(const std::string& line, const std::string& name, bool expected) {
    const SymbolId symbol = Find(line, name);
    if (symbol == SymbolId::kNone) return;
    const bool is_exported = (view_.Symbol(symbol).flags & kSymbolExported) != 0;
    if (is_exported != expected) Fail(line, "is not so");
  }

  // The one symbol of a qualified name; kNone with a failure when there is none or several.
  SymbolId Find(const std::string& line, const std::string& numbered) {
    std::string text = numbered;
    std::size_t number = 0;  // of those of the name, from 1 on
    if (text.size() > 2 && text[text.size() - 2] == '~' && std::isdigit(text.back()) != 0) {
      number = static_cast<std::size_t>(text.back() - '0');
      text.resize(text.size() - 2);
    }
    // The name of an owner, and of a variable or a sign of Ruby, has an "@" of its own.
    const bool is_owner = text.rfind("owner://", 0) == 0;
    std::size_t at = text.find('@');
    const bool of_name = at != std::string::npos && at > 0 &&
                         std::string_view("#+-").find(text[at - 1]) != std::string_view::npos;
    if (is_owner || of_name) at = text.find('@', at + 1);
    const std::string name = text.substr(0, at);
    std::vector<SymbolId> found;
    for (const SymbolId symbol : symbols_) {
      if (view_.QualifiedName(symbol) != name) continue;
      const bool here =
          at == std::string::npos || view_.File(view_.FileOf(symbol)).path == text.substr(at + 1);
      if (here) found.push_back(symbol);
    }
    if (number == 0 && found.size() == 1) return found.front();
    if (number > 0 && number <= found.size()) return found[number - 1];
    Fail(line, fmt::format("{} symbols are named {}", found.size(), text));
    return SymbolId::kNone;
  }

  std::vector<Neighbor> EdgesBetween(SymbolId source, SymbolId target) const {
    std::vector<Neighbor> out;
    view_.Out(source, out);
    std::erase_if(out, [&](const Neighbor& neighbor) { return neighbor.symbol != target; });
    std::vector<Neighbor> back;
    view_.Out(target, back);
    for (Neighbor& neighbor : back) {
      const PublishedType published = PublishedAs(neighbor.type);
      if (neighbor.symbol != source || !published.is_exchanged) continue;
      neighbor.type = published.type;
      out.push_back(neighbor);
    }
    return out;
  }

  std::string Describe(SymbolId source) const {
    std::string text = "has:";
    std::vector<Neighbor> out;
    view_.Out(source, out);
    for (const Neighbor& neighbor : out) {
      if (neighbor.type == EdgeType::kContains) continue;
      text += fmt::format("\n      -> {} {} {}", view_.QualifiedName(neighbor.symbol),
                          Name(neighbor.type), Name(neighbor.rule));
    }
    view_.VisitUnresolved([&](std::string_view name, const UnresolvedRow& row) {
      if (row.source == source) {
        text += fmt::format("\n      ?> {} {} {}", name, Name(row.type), Name(row.reason));
      }
      return true;
    });
    return text;
  }

  void CheckEdge(const std::string& line, const std::vector<std::string>& words) {
    const SymbolId source = Find(line, words[0]);
    const SymbolId target = Find(line, words[2]);
    if (source == SymbolId::kNone || target == SymbolId::kNone) return;
    const std::string type = words.size() > 3 ? words[3] : "calls";
    const std::string rule = words.size() > 4 ? words[4] : "*";
    for (const Neighbor& edge : EdgesBetween(source, target)) {
      if (Name(edge.type) == type && (rule == "*" || Name(edge.rule) == rule)) return;
    }
    Fail(line, Describe(source));
  }

  void CheckNoEdge(const std::string& line, const std::vector<std::string>& words) {
    const SymbolId source = Find(line, words[0]);
    const SymbolId target = Find(line, words[2]);
    if (source == SymbolId::kNone || target == SymbolId::kNone) return;
    if (words.size() > 3 && !EdgeTypeFromName(words[3])) return Fail(line, "is no edge type");
    for (const Neighbor& edge : EdgesBetween(source, target)) {
      if (words.size() == 3 || Name(edge.type) == words[3]) return Fail(line, Describe(source));
    }
  }

  void CheckNowhere(const std::string& line, const std::string& name) {
    for (const SymbolId symbol : symbols_) {
      if (view_.QualifiedName(symbol) == name) Fail(line, "there is one");
    }
  }

  void CheckNoDoubt(const std::string& line, const std::vector<std::string>& words) {
    const SymbolId source = Find(line, words[0]);
    if (source == SymbolId::kNone) return;
    std::vector<UnresolvedRow> rows;
    view_.UnresolvedWithName(words[2], rows);
    const auto is_of_source = [&](const UnresolvedRow& row) { return row.source == source; };
    if (std::any_of(rows.begin(), rows.end(), is_of_source)) Fail(line, Describe(source));
  }

  void CheckUnresolved(const std::string& line, const std::vector<std::string>& words) {
    const SymbolId source = Find(line, words[0]);
    if (source == SymbolId::kNone) return;
    if (words.size() < 5) return Fail(line, "needs a type and a reason");
    std::vector<SymbolId> expected;
    for (std::size_t i = 5; i < words.size(); ++i) expected.push_back(Find(line, words[i]));
    std::sort(expected.begin(), expected.end());
    std::vector<UnresolvedRow> rows;
    view_.UnresolvedWithName(words[2], rows);
    for (const UnresolvedRow& row : rows) {
      if (row.source != source || Name(row.type) != words[3] || Name(row.reason) != words[4]) {
        continue;
      }
      std::vector<SymbolId> candidates;
      view_.Candidates(row, candidates);
      std::sort(candidates.begin(), candidates.end());
      if (expected.empty() || candidates == expected) return;
    }
    Fail(line, Describe(source));
  }

  const graph::ReadView& view_;
  std::vector<SymbolId> symbols_;
  std::vector<std::string> failures_;
};

}  // namespace

ProjectText ParseProject(std::string_view text) {
  constexpr std::string_view kMarker = "--- ";
  ProjectText project;
  bool expecting = false;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    if (line.compare(0, kMarker.size(), kMarker) == 0) {
      const std::string name = line.substr(kMarker.size());
      expecting = name == "expect";
      if (!expecting) project.files.push_back({name, ""});
    } else if (expecting) {
      if (!line.empty() && line.front() != '#') project.expectations.push_back(line);
    } else if (!project.files.empty()) {
      project.files.back().content += line + "\n";
    }
  }
  if (project.files.empty()) Die("no file in the project");
  return project;
}

IndexedProject::IndexedProject(const ProjectText& project) : root_(directory_.path() / "project") {
  for (const ProjectText::File& file : project.files) {
    directory_.WriteFile(std::filesystem::path("project") / file.path, file.content);
  }
  root_ = std::filesystem::canonical(root_);
  graph::StoreOptions options;
  options.directory = directory_.path() / "store";
  auto store = graph::Store::Open(options);
  if (!store.ok()) Die(store.status().ToString());
  store_ = *std::move(store);
}

absl::StatusOr<indexer::IndexReport> IndexedProject::Index(unsigned threads) {
  indexer::IndexOptions options;
  options.root = root_;
  options.threads = threads;
  return indexer::IndexRepository(*store_, options);
}

absl::StatusOr<std::shared_ptr<const graph::ReadView>> IndexedProject::View() {
  auto key = indexer::ViewKeyOf(*store_, root_, "");
  if (!key.ok()) return key.status();
  return store_->OpenView(*key);
}

std::vector<std::string> CheckExpectations(const graph::ReadView& view,
                                           const std::vector<std::string>& expectations) {
  Checker checker(view);
  for (const std::string& line : expectations) checker.Check(line);
  return checker.TakeFailures();
}

}  // namespace waymark::testing
