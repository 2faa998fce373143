// `hook`: what the symbols of an edit affect, as a hook of Claude Code asks and reads it.
//
// The event and the answer are those of "Hooks reference" in the documentation of Claude Code: the
// event PostToolUse with `tool_input`, and `additionalContext`, which the agent reads.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "config/json_scan.h"
#include "graph/records.h"
#include "graph/status.h"
#include "options/command.h"
#include "options/connect.h"
#include "options/daemon_option.h"
#include "options/payload_input.h"
#include "output/exit_code.h"
#include "output/interrupt.h"
#include "output/output.h"
#include "services/payload_text.h"
#include "services/quantities.h"
#include "services/visible_text.h"
#include "wire/payload.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;
using HookJson = nlohmann::ordered_json;

// An agent waits for the answer after each edit.
constexpr std::chrono::milliseconds kHookTime{1500};
// Places where a text that was written stands.
constexpr std::size_t kMaxPlacesOfEdit = 32;
// Symbols of one edit, the most used first.
constexpr std::size_t kMaxTouched = 20;
constexpr std::size_t kTouchedShown = 3;
constexpr std::uint32_t kAffectedShown = 6;

// A replacement of a text by another; `before` is empty for a file that was written as a whole.
struct TextEdit {
  std::string before;
  std::string after;
  bool is_whole = false;
};

struct LineSpan {
  std::uint32_t first = 0;  // from 1, inclusive
  std::uint32_t last = 0;
};

std::string TextIn(const HookJson& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

// The edits that the input of a tool describes.
std::vector<TextEdit> EditsIn(const HookJson& input) {
  if (input.contains("content")) return {{.is_whole = true}};
  std::vector<TextEdit> edits;
  const auto add = [&](const HookJson& edit) {
    if (edit.is_object() && edit.contains("new_string")) {
      edits.push_back({.before = TextIn(edit, "old_string"), .after = TextIn(edit, "new_string")});
    }
  };
  add(input);
  if (const auto list = input.find("edits"); list != input.end() && list->is_array()) {
    for (const HookJson& edit : *list) add(edit);
  }
  return edits;
}

std::uint32_t LinesIn(const std::string& text) {
  return static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n'));
}

// The lines that edits touch, as the file had them before and has them now: the index may know
// either. An edit begins on the same line in both, and only the shorter text is in both.
std::vector<LineSpan> TouchedLines(const std::vector<TextEdit>& edits, const std::string& file) {
  std::vector<LineSpan> spans;
  for (const TextEdit& edit : edits) {
    if (edit.is_whole) return {{1, std::numeric_limits<std::uint32_t>::max()}};
    if (edit.after.empty()) continue;
    const std::uint32_t lines = std::min(LinesIn(edit.before), LinesIn(edit.after));
    std::size_t at = file.find(edit.after);
    for (std::size_t i = 0; at != std::string::npos && i < kMaxPlacesOfEdit; ++i) {
      const auto first = static_cast<std::uint32_t>(LineOf(file, at));
      spans.push_back({first, first + lines});
      at = file.find(edit.after, at + 1);
    }
  }
  return spans;
}

// Numbers of the innermost symbols on the lines that something uses, the most used first.
std::vector<std::size_t> TouchedSymbols(const FileSymbolsAnswer& answer,
                                        const std::vector<LineSpan>& spans) {
  const std::vector<wire::Symbol>& symbols = answer.payload.symbols;
  std::vector<std::size_t> on_lines;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    if ((answer.uses[i].flags & kSymbolLocal) != 0) continue;
    const bool is_touched = std::any_of(spans.begin(), spans.end(), [&](const LineSpan& span) {
      return symbols[i].start_line <= span.last && span.first <= symbols[i].end_line;
    });
    if (is_touched) on_lines.push_back(i);
  }
  std::vector<std::size_t> touched;
  const auto uses_of = [&](std::size_t i) { return answer.uses[i].users + answer.uses[i].tests; };
  for (std::size_t k = 0; k < on_lines.size(); ++k) {
    const wire::Symbol& symbol = symbols[on_lines[k]];
    // Symbols are in order of position: one that encloses another comes directly before it.
    const bool encloses = k + 1 < on_lines.size() &&
                          symbols[on_lines[k + 1]].end_line <= symbol.end_line &&
                          symbols[on_lines[k + 1]].start_line > symbol.start_line;
    if (!encloses && uses_of(on_lines[k]) > 0) touched.push_back(on_lines[k]);
  }
  std::stable_sort(touched.begin(), touched.end(),
                   [&](std::size_t a, std::size_t b) { return uses_of(a) > uses_of(b); });
  if (touched.size() > kMaxTouched) touched.resize(kMaxTouched);
  return touched;
}

// "a, b and 3 more"
std::string Listed(const std::vector<std::string>& names, std::size_t total) {
  std::string text = fmt::format("{}", fmt::join(names, ", "));
  if (total > names.size()) text += fmt::format(" and {} more", total - names.size());
  return text;
}

// "cart.Cart.total (cart.py:14)": the place of the use.
std::string UserText(const wire::Payload& payload, std::uint32_t index) {
  const wire::Symbol& symbol = payload.symbols[index];
  std::string path = symbol.path;
  std::uint32_t line = symbol.start_line;
  for (const wire::Edge& edge : payload.edges) {
    if (edge.source != index || edge.sites.empty()) continue;
    path = edge.sites.front().path;
    line = edge.sites.front().line;
    break;
  }
  return fmt::format("{} ({})", symbol.qualified_name, PlaceText(path, line, line));
}

// What the agent reads; empty if nothing is affected.
std::string AffectedText(const std::vector<std::string>& touched, std::size_t touched_total,
                         const wire::Payload& payload) {
  if (!payload.affected.has_value() || payload.affected->symbols == 0) return "";
  const wire::Affected& affected = *payload.affected;
  // A file uses a symbol where it imports it; those that use it in a function say more.
  std::vector<std::string> nearest;
  for (const bool is_file : {false, true}) {
    for (std::uint32_t i = 0; i < payload.symbols.size(); ++i) {
      const wire::Symbol& symbol = payload.symbols[i];
      const bool is_listed = (symbol.qualified_name == symbol.path) == is_file;
      if (symbol.distance > 0 && is_listed && nearest.size() < kAffectedShown) {
        nearest.push_back(UserText(payload, i));
      }
    }
  }
  std::string text = fmt::format(
      "Waymark: this edit touches {}. {} in {} depend on it, {} among them",
      Listed(touched, touched_total), Counted(affected.symbols, "symbol", "symbols"),
      Counted(affected.files, "file", "files"), Counted(affected.tests, "test", "tests"));
  if (affected.risk.has_value()) {
    text += fmt::format("; the risk is {}", wire::Name(affected.risk->level));
  }
  text += fmt::format(". Nearest: {}. If a name, a signature or a promise changed, look at these.",
                      Listed(nearest, affected.symbols));
  if (payload.completeness.certainty == wire::Certainty::kIncomplete) {
    text += fmt::format(" The list is {}.", CompletenessLine(payload.completeness));
  }
  return VisibleLine(text);
}

class HookCommand final : public Command {
 public:
  void Describe(CLI::App& app) override { place_.AddTo(app); }

  // The agent goes on whatever happens here: an error is no answer.
  int Run(const Settings& settings) override {
    if (settings.stdin_is_terminal) {
      return FailUsage(
          "a hook of an agent runs this, with an event on standard input; see waymark "
          "install --instructions");
    }
    const absl::StatusOr<Place> place = place_.Resolve(settings);
    if (!place.ok()) return FailUsage(std::string(place.status().message()));
    Interrupt::SetAfter(kHookTime);
    const absl::StatusOr<std::string> text = Answer(*place);
    if (!text.ok() || text->empty()) return kExitDone;
    const HookJson answer = {
        {"hookSpecificOutput", {{"hookEventName", "PostToolUse"}, {"additionalContext", *text}}}};
    const absl::Status written =
        WriteOut(answer.dump(-1, ' ', false, HookJson::error_handler_t::replace) + "\n");
    return written.ok() ? kExitDone : Fail(written);
  }

 private:
  static absl::StatusOr<std::string> Answer(const Place& place) {
    WM_ASSIGN_OR_RETURN(const std::string input, ReadInput());
    const HookJson event = HookJson::parse(input, nullptr, false);
    if (!event.is_object() || !event.contains("tool_input") || !event["tool_input"].is_object()) {
      return absl::InvalidArgumentError("no event with 'tool_input'");
    }
    const HookJson& edited = event["tool_input"];
    std::error_code ignored;
    const fs::path file = fs::weakly_canonical(TextIn(edited, "file_path"), ignored);
    const fs::path root = EnclosingRepository(file.parent_path());
    if (!file.is_absolute() || !IsRepositoryRoot(root)) return std::string();
    WM_ASSIGN_OR_RETURN(const std::string now, ReadInputFile(file.string()));
    const std::vector<LineSpan> spans = TouchedLines(EditsIn(edited), now);
    if (spans.empty()) return std::string();

    const CallControl control{.cancelled = Interrupt::flag()};
    WM_ASSIGN_OR_RETURN(const std::unique_ptr<Verbs> verbs, OpenVerbs(place, Access::kRead));
    WM_ASSIGN_OR_RETURN(
        const FileSymbolsAnswer symbols,
        verbs->FileSymbols({.root = root, .path = file.lexically_relative(root).generic_string()},
                           control));
    const std::vector<std::size_t> touched = TouchedSymbols(symbols, spans);
    if (touched.empty()) return std::string();
    BlastRadiusRequest request{.root = root, .limit = kAffectedShown + kMaxTouched};
    std::vector<std::string> shown;
    for (const std::size_t i : touched) {
      const wire::Symbol& symbol = symbols.payload.symbols[i];
      request.also.push_back(symbol.handle.empty()
                                 ? fmt::format("{}:{}", symbol.path, symbol.name_line)
                                 : symbol.handle);
      if (shown.size() < kTouchedShown) shown.push_back(symbol.qualified_name);
    }
    request.symbol = request.also.front();
    request.also.erase(request.also.begin());
    WM_ASSIGN_OR_RETURN(const BlastRadiusAnswer answer, verbs->BlastRadius(request, control));
    return AffectedText(shown, touched.size(), answer.payload);
  }

  PlaceOption place_;
};

}  // namespace

std::unique_ptr<Command> MakeHookCommand() { return std::make_unique<HookCommand>(); }

}  // namespace waymark::services
