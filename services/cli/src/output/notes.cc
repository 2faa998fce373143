#include "output/notes.h"

#include "output/standard_streams.h"

namespace waymark::services {
namespace {

Verbosity& CurrentVerbosity() {
  static Verbosity verbosity = Verbosity::kUsual;
  return verbosity;
}

}  // namespace

void SetVerbosity(Verbosity verbosity) { CurrentVerbosity() = verbosity; }

bool IsQuiet() { return CurrentVerbosity() == Verbosity::kQuiet; }

void PrintNote(std::string_view text) {
  if (!IsQuiet()) PrintError(text);
}

void PrintDetail(std::string_view text) {
  if (CurrentVerbosity() == Verbosity::kVerbose) PrintError(text);
}

}  // namespace waymark::services
