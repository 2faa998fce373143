#include "program/start_screen.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "services/checkout_glance.h"
#include "services/index_run.h"
#include "services/quantities.h"
#include "services/version.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

struct Suggestion {
  std::string_view command;
  std::string_view purpose;
};

constexpr Suggestion kIndexed[] = {
    {"waymark context 'retry failed uploads'", "the code that a task needs"},
    {"waymark blast-radius --diff HEAD", "what your changes may break"},
    {"waymark install", "add the server to your agents"},
};

// Without commits there is no difference to show.
constexpr Suggestion kIndexedDirectory[] = {
    {"waymark context 'retry failed uploads'", "the code that a task needs"},
    {"waymark outline", "what there is, at a glance"},
    {"waymark install", "add the server to your agents"},
};

constexpr Suggestion kNotIndexed[] = {
    {"waymark index .", "index it now; the first question does so too"},
    {"waymark install", "add the server to your agents"},
    {"waymark context 'retry failed uploads'", "the code that a task needs"},
};

constexpr Suggestion kNowhere[] = {
    {"cd ~/src/project && waymark", "show whether that repository is indexed"},
    {"waymark index PATH", "index any directory"},
    {"waymark install", "add the server to your agents"},
};

struct AgeUnit {
  std::int64_t seconds;
  std::string_view singular;
  std::string_view plural;
};

constexpr AgeUnit kAgeUnits[] = {
    {24 * 60 * 60, "day", "days"}, {60 * 60, "hour", "hours"}, {60, "minute", "minutes"}};

// "just now", "3 minutes ago"
std::string AgeText(std::uint64_t unix_seconds) {
  const std::int64_t now = std::chrono::duration_cast<std::chrono::seconds>(
                               std::chrono::system_clock::now().time_since_epoch())
                               .count();
  const std::int64_t age = now - static_cast<std::int64_t>(unix_seconds);
  for (const AgeUnit& unit : kAgeUnits) {
    if (age < unit.seconds) continue;
    const auto count = static_cast<std::uint64_t>(age / unit.seconds);
    return Counted(count, unit.singular, unit.plural) + " ago";
  }
  return "just now";
}

std::string GlanceFreshness(const CheckoutGlance& glance) {
  if (!glance.files_differing.has_value()) return "not compared with the files here";
  if (*glance.files_differing == 0) return "up to date with the files";
  return Counted(*glance.files_differing, "file differs", "files differ") + " since";
}

std::string GlanceText(const CheckoutGlance& glance) {
  return fmt::format("{} is indexed: {} in {}, {}; {}.", VisibleLine(glance.repository),
                     Counted(glance.symbols, "symbol", "symbols"),
                     Counted(glance.files, "file", "files"), AgeText(glance.indexed_unix_seconds),
                     GlanceFreshness(glance));
}

// One line about the state of the checkout. Sets `suggestions` to those that fit.
std::string Standing(const Settings& settings, std::span<const Suggestion>& suggestions) {
  suggestions = kNowhere;
  if (settings.working_directory.empty()) return "The current directory is gone.";
  const fs::path root = EnclosingRepository(settings.working_directory);
  const std::string shown = VisibleLine(root.string());
  const bool is_repository = IsRepositoryRoot(root);
  suggestions = is_repository ? std::span<const Suggestion>(kIndexed) : kIndexedDirectory;
  if (const std::optional<std::string> daemon = settings.configuration.Find("daemon")) {
    return fmt::format("Questions about {} go to the daemon at {}.", shown, VisibleLine(*daemon));
  }
  if (settings.store_directory.has_value()) {
    const absl::StatusOr<std::optional<CheckoutGlance>> glance =
        GlanceAt(*settings.store_directory, root, kMaxFilesGlanced);
    if (!glance.ok()) {
      return fmt::format("The index cannot be read: {}", std::string(glance.status().message()));
    }
    if (glance->has_value()) return GlanceText(**glance);
    if (const std::optional<IndexRun> run = FindIndexRun(*settings.store_directory, root)) {
      return fmt::format("{} is being indexed for the first time, by process {}{}{}.", shown,
                         run->process, run->progress.empty() ? "" : ": ", run->progress);
    }
  }
  suggestions = kNotIndexed;
  if (is_repository) return fmt::format("{} is not indexed yet.", shown);
  suggestions = kNowhere;
  return fmt::format("{} is not in a repository: no directory at or above it has a .git.", shown);
}

}  // namespace

std::string StartScreen(const Settings& settings) {
  std::span<const Suggestion> suggestions;
  std::string screen = fmt::format(
      "waymark {}: finds the code that a task needs and the code that a change may break\n\n"
      "{}\n\nTry:\n",
      kVersion, Standing(settings, suggestions));
  for (const Suggestion& suggestion : suggestions) {
    screen += fmt::format("  {:<40}  {}\n", suggestion.command, suggestion.purpose);
  }
  return screen + fmt::format("\n  {:<40}  {}\n", "waymark --help", "all commands");
}

}  // namespace waymark::services
