// What a blast radius comes to: which packages it touches, where it can be seen from outside, who
// answers for it, and how risky the change is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::retrieval {

// One kind of what was reached.
struct ReachedList {
  std::uint64_t count = 0;
  std::vector<std::string> names;  // of the first kNamedReached
};

// What a risk is told from, in the order in which reasons are given.
enum class RiskFactor : std::uint8_t { kReach, kFanIn, kTests, kHistory };
inline constexpr std::uint8_t kRiskFactorCount = 4;
std::string_view Name(RiskFactor factor);  // "reach", "fan_in", "tests", "history"

struct RiskReason {
  RiskFactor factor = RiskFactor::kReach;
  // 0..1, in hundredths: of the most that the factor can say. Absent when nothing is known of it,
  // and then the score is made of the others.
  std::optional<double> share;
  std::string text;  // one line, with the numbers it was told from
};

enum class RiskLevel : std::uint8_t { kLow, kMedium, kHigh };

// The formula is in docs/RANKING.md, "Risk". It orders changes by what a reader should look at
// first; it is no probability.
struct Risk {
  RiskLevel level = RiskLevel::kLow;
  double score = 0;                 // 0..1, in hundredths
  std::vector<RiskReason> reasons;  // one a factor
};

struct Impact {
  // Directories of the affected files, "." for the top: those with most affected code outside tests
  // first.
  ReachedList packages;
  // Of the roots and of what is affected, without tests, examples and code of others, the nearest
  // first. Symbols that code outside their file or package may use, by qualified name.
  ReachedList exported;
  ReachedList routes;  // "GET /users/:id"
  // "PATH: NAME" of functions that a system calls by name (entry_points.h), that a message is
  // delivered to, or that implement a service of remote procedures.
  ReachedList entry_points;
  // Of the files of the roots and of what is affected, by the number of their files. Absent when
  // nothing in the repository says who owns what.
  std::optional<ReachedList> owners;
  Risk risk;
};

}  // namespace waymark::retrieval
