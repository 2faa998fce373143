#include "render/report_github.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "graph/kinds.h"
#include "render/markdown_sentence.h"
#include "render/render_test_scope.h"
#include "services/payload_text.h"
#include "services/quantities.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

struct CommandEscape {
  char character;
  std::string_view escape;
  bool is_of_properties;  // only there
};

// "Workflow commands for GitHub Actions" and its toolkit give these escapes.
constexpr CommandEscape kCommandEscapes[] = {
    {'%', "%25", false}, {'\r', "%0D", false}, {'\n', "%0A", false},
    {':', "%3A", true},  {',', "%2C", true},
};

std::string CommandText(std::string_view text, bool is_property) {
  std::string escaped;
  for (const char c : text) {
    const auto* const found = std::find_if(
        std::begin(kCommandEscapes), std::end(kCommandEscapes), [&](const CommandEscape& known) {
          return known.character == c && (is_property || !known.is_of_properties);
        });
    if (found == std::end(kCommandEscapes)) {
      escaped += c;
    } else {
      escaped += found->escape;
    }
  }
  return escaped;
}

std::string MessageData(std::string_view text) { return CommandText(text, false); }

std::string PropertyData(std::string_view text) { return CommandText(text, true); }

std::string Annotation(const ReportedSymbol& symbol) {
  const RiskRow& row = AllRiskRows()[RiskRank(symbol.risk.level)];
  std::string place = fmt::format("file={}", PropertyData(symbol.path));
  if (symbol.first_line != 0) {
    place += fmt::format(",line={},endLine={}", symbol.first_line,
                         std::max(symbol.first_line, symbol.last_line));
  }
  return fmt::format("::{} {},title={}::{}\n", row.command, place,
                     PropertyData(fmt::format("{} risk", wire::Name(row.level))),
                     MessageData(FindingText(symbol)));
}

// Words of a shell, quoted as they are.
std::vector<std::string_view> ShellWords(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t begin = 0; begin < text.size();) {
    bool is_quoted = false;
    std::size_t end = begin;
    for (; end < text.size() && (is_quoted || text[end] != ' '); ++end) {
      if (text[end] == '\'') is_quoted = !is_quoted;
      if (text[end] == '\\' && !is_quoted) ++end;
    }
    end = std::min(end, text.size());
    if (end != begin) words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

// A command with each of its arguments on a line of its own, or on one line if there is only one.
std::string CommandLines(const RunnerArguments& runner) {
  const std::vector<std::string_view> words = ShellWords(runner.arguments);
  const std::string_view lead = words.size() == 1 ? " " : " \\\n  ";
  std::string command = VisibleLine(runner.runner);
  for (const std::string_view word : words)
    fmt::format_to(std::back_inserter(command), "{}{}", lead, VisibleLine(word));
  return command + "\n";
}

bool ChangesBehaviour(const ReportedSymbol& symbol) {
  return !symbol.change.behaviour.empty() || symbol.change.status == SymbolStatus::kAdded ||
         symbol.change.status == SymbolStatus::kRemoved;
}

// Writes the sections of the summary.
class SummaryText {
 public:
  explicit SummaryText(const ChangeReport& report) : report_(report) {}

  std::string Write() {
    const wire::Risk risk = report_.affected.risk.value_or(wire::Risk());
    fmt::format_to(line_, "## What changes since {}\n\n", CodeSpan(report_.base));
    if (report_.changed == 0) {
      out_ += "No symbol of an indexed file changes.\n";
      return std::move(out_);
    }
    fmt::format_to(line_, "**Risk {}**\n\n", RiskText(risk));
    for (const std::string& failure : report_.failures) {
      fmt::format_to(line_, "- **fails**: {}\n", MarkdownSentence(failure));
    }
    for (const wire::RiskReason& reason : risk.reasons) {
      fmt::format_to(line_, "- {}\n", MarkdownSentence(reason.text));
    }
    WriteSymbols("Changed behaviour", true);
    WriteSymbols("Other changes", false);
    if (report_.changed > report_.symbols.size()) {
      fmt::format_to(line_, "\n{} not listed.\n",
                     Counted(report_.changed - report_.symbols.size(), "more changed symbol is",
                             "more changed symbols are"));
    }
    WriteReach();
    WriteTests();
    WriteOwners();
    return std::move(out_);
  }

 private:
  void WriteSymbols(std::string_view heading, bool of_behaviour) {
    std::vector<const ReportedSymbol*> symbols;
    for (const ReportedSymbol& symbol : report_.symbols) {
      if (ChangesBehaviour(symbol) == of_behaviour) symbols.push_back(&symbol);
    }
    if (symbols.empty()) return;
    fmt::format_to(line_, "\n### {}\n\n", heading);
    const std::size_t shown = std::min(symbols.size(), kMaxSummarySymbols);
    for (std::size_t i = 0; i < shown; ++i) {
      const ReportedSymbol& symbol = *symbols[i];
      fmt::format_to(line_, "- {} at {}: {}; risk {}\n", CodeSpan(symbol.name),
                     CodeSpan(PlaceText(symbol.path, symbol.first_line, symbol.first_line)),
                     MarkdownSentence(ChangeText(symbol.change)), RiskText(symbol.risk));
    }
    if (shown < symbols.size()) fmt::format_to(line_, "- and {} more\n", symbols.size() - shown);
  }

  void WriteReach() {
    const wire::Affected& affected = report_.affected;
    fmt::format_to(line_, "\n### Reach\n\n{} in {} of {}, {} of them tests.\n",
                   Counted(affected.symbols, "dependent symbol", "dependent symbols"),
                   Counted(affected.files, "file", "files"),
                   Counted(report_.repositories, "repository", "repositories"),
                   Grouped(affected.tests));
    const std::string completeness = CompletenessLine(report_.completeness);
    if (completeness.empty()) return;
    fmt::format_to(line_, "The list is {}.\n", MarkdownSentence(completeness));
  }

  void WriteTests() {
    out_ += "\n### Tests to run\n\n";
    const std::uint64_t tests = report_.sure_tests + report_.possible_tests;
    if (tests == 0) {
      out_ += "No test in the index reaches the change.\n";
      return;
    }
    fmt::format_to(line_, "{}.\n", TestCountsText(report_.sure_tests, report_.possible_tests));
    std::string commands;
    for (const RunnerArguments& runner : report_.runners) commands += CommandLines(runner);
    if (commands.empty()) return;
    if (report_.tests_named < tests) {
      fmt::format_to(line_, "The commands run the first {}; `waymark test-scope` lists all.\n",
                     Grouped(report_.tests_named));
    }
    const std::string fence = CodeFence(commands);
    fmt::format_to(line_, "\n<details>\n<summary>{0}</summary>\n\n{1}sh\n{2}{1}\n\n</details>\n",
                   report_.runners.size() == 1 ? "Command" : "Commands", fence, commands);
  }

  void WriteOwners() {
    const std::optional<wire::AffectedList>& owners = report_.affected.owners;
    if (!owners.has_value() || owners->count == 0) return;
    out_ += "\n### Owners\n\n";
    std::string_view lead;
    for (const std::string& owner : owners->names) {
      fmt::format_to(line_, "{}{}", lead, CodeSpan(owner));
      lead = ", ";
    }
    out_ += owners->names.size() < owners->count ? ", ...\n" : "\n";
  }

  const ChangeReport& report_;
  std::string out_;
  std::back_insert_iterator<std::string> line_ = std::back_inserter(out_);
};

}  // namespace

std::string WorkflowCommandsOf(const ChangeReport& report) {
  std::string commands;
  for (const std::string& failure : report.failures) {
    commands += fmt::format("::error title=Waymark::{}\n", MessageData(failure));
  }
  for (const ReportedSymbol& symbol : report.symbols) commands += Annotation(symbol);
  return commands;
}

std::string MarkdownOf(const ChangeReport& report) { return SummaryText(report).Write(); }

}  // namespace waymark::services
