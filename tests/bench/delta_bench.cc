// What a client that holds an earlier answer is sent, on real repositories: how often it is told
// "unchanged", a difference or the whole, and how many tokens that saves.
//
//   delta        the repositories of WAYMARK_BENCH_REPOS (separated by ':'), or this one
//
// Each is copied and indexed. The tasks are about the symbols that most depends on. Every number is
// of one of four situations: the same task with a budget a tenth larger; the same task after a line
// was added behind its best symbol; another task about the same symbol; that task in a
// session that began with the first.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "services/engine.h"
#include "testing/temp_dir.h"
#include "wire/gcf_session.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kTasks = 10;  // of a repository
constexpr std::uint32_t kBudget = 2000;

template <typename T>
T Must(absl::StatusOr<T> result) {
  if (result.ok()) return *std::move(result);
  std::cerr << result.status() << "\n";
  std::abort();
}

// Of one situation.
struct Tally {
  std::array<std::uint32_t, 3> outcomes{};  // by wire::PackOutcome
  std::uint64_t sent_tokens = 0;
  std::uint64_t whole_tokens = 0;

  void Add(const ContextAnswer& answer, std::uint64_t whole) {
    const auto outcome = answer.sent ? answer.sent->outcome : wire::PackOutcome::kFull;
    ++outcomes[static_cast<std::size_t>(outcome)];
    sent_tokens += answer.sent ? answer.sent->tokens : answer.payload.tokens_used;
    whole_tokens += whole;
  }

  void Print(std::string_view name) const {
    const double saved = 1 - static_cast<double>(sent_tokens) / static_cast<double>(whole_tokens);
    std::cout << fmt::format("| {} | {} | {} | {} | {} | {} | {:.0f} % |\n", name, outcomes[0],
                             outcomes[1], outcomes[2], whole_tokens, sent_tokens, 100 * saved);
  }
};

struct Tallies {
  Tally budget;
  Tally edit;
  Tally related;
  Tally session;
};

class Repository {
 public:
  explicit Repository(const fs::path& from) : root_(directory_.path() / from.filename()) {
    fs::copy(from, root_, fs::copy_options::recursive | fs::copy_options::copy_symlinks);
    engine_ = Must(Engine::Open({.store_directory = directory_.path() / "store"}));
    Index();
  }

  void Measure(Tallies& tallies) {
    const OutlineAnswer outline = Must(engine_->Outline({.root = root_, .limit = kTasks}, {}));
    for (const OutlineSymbol& hub : outline.hubs) MeasureTask(hub, tallies);
  }

 private:
  void Index() { Must(engine_->Index({.root = root_}, nullptr, {})); }

  ContextAnswer Ask(const std::string& task, const HeldAnswers& held,
                    std::uint32_t budget = kBudget) {
    return Must(
        engine_->Context({.root = root_, .task = task, .budget_tokens = budget, .held = held}, {}));
  }

  void MeasureTask(const OutlineSymbol& hub, Tallies& tallies) {
    const std::string task =
        fmt::format("change what {} returns and everyone who relies on it", hub.name);
    const std::string related = fmt::format("add a test for {}", hub.name);
    const ContextAnswer first = Ask(task, {});
    const HeldAnswers held{.pack_root = first.payload.pack_root->ToHex()};
    constexpr std::uint32_t kLarger = kBudget + kBudget / 10;
    tallies.budget.Add(Ask(task, held, kLarger), Ask(task, {}, kLarger).payload.tokens_used);
    const std::uint64_t whole = Ask(related, {}).payload.tokens_used;
    tallies.related.Add(Ask(related, held), whole);
    const ContextAnswer begun = Ask(task, {.session = std::string(kNewSession)});
    const std::string& text = begun.sent->text;
    const std::string handle = text.substr(text.find("# session=") + 10, 32);
    tallies.session.Add(Ask(related, {.session = handle}), whole);
    Edit(first.payload.symbols.front());
    tallies.edit.Add(Ask(task, held), Ask(task, {}).payload.tokens_used);
  }

  // An empty line behind the symbol moves what follows in its file; elsewhere nothing differs.
  void Edit(const wire::Symbol& symbol) {
    std::ifstream file(root_ / symbol.path);
    std::string text;
    std::uint32_t number = 0;
    for (std::string line; std::getline(file, line);) {
      text += line + "\n";
      if (++number == symbol.end_line) text += "\n";
    }
    std::ofstream(root_ / symbol.path) << text;
    Index();
  }

  testing::TempDir directory_;
  fs::path root_;
  std::unique_ptr<Engine> engine_;
};

std::vector<fs::path> Repositories() {
  const char* listed = std::getenv("WAYMARK_BENCH_REPOS");
  std::vector<fs::path> repositories;
  std::istringstream names(listed == nullptr ? WM_SOURCE_DIR : listed);
  for (std::string name; std::getline(names, name, ':');) repositories.emplace_back(name);
  return repositories;
}

int Run() {
  Tallies tallies;
  for (const fs::path& path : Repositories()) Repository(path).Measure(tallies);
  std::cout << "| | unchanged | difference | whole | tokens of all wholes | sent | saved |\n"
               "|---|---:|---:|---:|---:|---:|---:|\n";
  tallies.budget.Print("budget a tenth larger");
  tallies.edit.Print("a line behind the best symbol");
  tallies.related.Print("another task about the symbol");
  tallies.session.Print("that task in a session");
  return 0;
}

}  // namespace
}  // namespace waymark::services

int main() { return waymark::services::Run(); }
