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

void PrintNote(std::string_view text) {
  if (CurrentVerbosity() != Verbosity::kQuiet) PrintError(text);
}

void PrintDetail(std::string_view text) {
  if (CurrentVerbosity() == Verbosity::kVerbose) PrintError(text);
}

}  // namespace waymark::services
