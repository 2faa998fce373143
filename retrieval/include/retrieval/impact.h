// The impact of a blast radius: which packages and public symbols it reaches, who owns them, and
// how risky the change is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::retrieval {

// One list of an impact.
struct ReachedList {
  std::uint64_t count = 0;
  std::vector<std::string> names;  // names of the first kNamedReached
};

// The factors of a risk, in the order in which reasons are given.
enum class RiskFactor : std::uint8_t { kReach, kFanIn, kTests, kSurface, kHistory };
inline constexpr std::uint8_t kRiskFactorCount = 5;
std::string_view Name(RiskFactor factor);  // "reach", "fan_in", "tests", "surface", "history"

struct RiskReason {
  RiskFactor factor = RiskFactor::kReach;
  // 0..1, in hundredths, of the factor's maximum. Absent if it is unknown; the score then comes
  // from the other factors.
  std::optional<double> share;
  std::string text;  // one line, with the numbers behind the share
};

// kUnknown: something may use it that no place in the code tells, and what is known is not high.
enum class RiskLevel : std::uint8_t { kLow, kMedium, kHigh, kUnknown };

// docs/IMPACT.md gives the formula under "Risk". It orders changes by what a reader should look at
// first; it is not a probability. If the answer is incomplete, it is the worst risk that the
// possible uses allow.
struct Risk {
  RiskLevel level = RiskLevel::kLow;
  double score = 0;                 // 0..1, in hundredths
  std::vector<RiskReason> reasons;  // one per factor
};

struct Impact {
  // Directories of the affected files, "." for the top: those with the most affected code outside
  // tests first.
  ReachedList packages;
  // The lists of symbols below cover the roots and the affected symbols, without tests, examples
  // and vendored code, the nearest first. `exported`: symbols that code outside their file or
  // package may use, by qualified name.
  ReachedList exported;
  ReachedList routes;  // "GET /users/:id"
  // "PATH: NAME" of functions that a system calls by name (entry_points.h), that receive a message,
  // or that implement a remote procedure service.
  ReachedList entry_points;
  // Owners of the files of roots and affected symbols, by number of files. Absent if the repository
  // does not say who owns its files.
  std::optional<ReachedList> owners;
  Risk risk;
};

}  // namespace waymark::retrieval
