#include <utility>

#include "wire/codec.h"

namespace waymark::wire {
namespace {

constexpr Carriage kNo = Carriage::kNo;
constexpr Carriage kWritten = Carriage::kWritten;
constexpr Carriage kYes = Carriage::kYes;

constexpr CarriedRow kCarriedRows[] = {
    // data                            gcf        gcb1  json   xml        markdown   gcx
    {"kinds and names", kYes, kYes, kYes, kWritten, kWritten, kYes},
    {"edges with their status", kYes, kYes, kYes, kWritten, kWritten, kYes},
    {"distances", kYes, kYes, kYes, kWritten, kWritten, kYes},
    {"scores to two decimals", kYes, kYes, kYes, kWritten, kWritten, kYes},
    {"exact scores", kNo, kYes, kYes, kWritten, kNo, kYes},
    {"components of scores", kNo, kYes, kYes, kNo, kNo, kNo},
    {"ids", kNo, kNo, kYes, kWritten, kNo, kYes},
    {"identities", kNo, kNo, kYes, kNo, kNo, kNo},
    {"paths and lines", kYes, kNo, kYes, kWritten, kWritten, kYes},
    {"lines of names", kNo, kNo, kYes, kWritten, kNo, kNo},
    {"signatures", kYes, kYes, kYes, kWritten, kWritten, kYes},
    {"texts", kYes, kNo, kYes, kWritten, kWritten, kYes},
    {"changes of symbols", kYes, kNo, kYes, kWritten, kWritten, kYes},
    {"counts of a difference", kYes, kNo, kYes, kWritten, kWritten, kWritten},
    {"lines of edges", kYes, kNo, kYes, kWritten, kWritten, kYes},
    {"columns of edges", kNo, kNo, kYes, kWritten, kNo, kYes},
    {"provenance of edges", kNo, kNo, kYes, kWritten, kNo, kYes},
    {"confidence of edges", kNo, kNo, kYes, kWritten, kNo, kYes},
    {"note about a name", kYes, kNo, kYes, kWritten, kWritten, kYes},
    {"completeness", kYes, kNo, kYes, kWritten, kWritten, kYes},
    {"possible uses by place", kWritten, kNo, kYes, kWritten, kWritten, kNo},
    {"commits that matter", kWritten, kNo, kYes, kWritten, kWritten, kWritten},
    {"state of the index", kYes, kNo, kYes, kWritten, kWritten, kYes},
    {"truncation", kYes, kNo, kYes, kWritten, kWritten, kYes},
    {"call for the rest", kYes, kNo, kYes, kWritten, kWritten, kWritten},
    {"totals of all pages", kNo, kNo, kYes, kNo, kNo, kWritten},
    {"affected symbols", kWritten, kNo, kYes, kWritten, kWritten, kWritten},
    {"profile", kWritten, kNo, kYes, kWritten, kWritten, kWritten},
};

constexpr std::pair<std::string_view, Carriage CarriedRow::*> kCarriedColumns[] = {
    {"gcf", &CarriedRow::gcf},           {"gcf3", &CarriedRow::gcf},
    {"gcf-short", &CarriedRow::gcf},     {"gcb1", &CarriedRow::gcb1},
    {"json", &CarriedRow::json},         {"xml", &CarriedRow::xml},
    {"markdown", &CarriedRow::markdown}, {"gcx", &CarriedRow::gcx},
    {"adaptive", &CarriedRow::json},
};

}  // namespace

std::string_view Name(Carriage carriage) {
  constexpr std::string_view kNames[] = {"no", "written", "yes"};
  return kNames[static_cast<std::size_t>(carriage)];
}

std::span<const CarriedRow> CarriedRows() { return kCarriedRows; }

Carriage CarriedRow::*CarriageOf(std::string_view format) {
  for (const auto& [name, column] : kCarriedColumns) {
    if (name == format) return column;
  }
  return nullptr;
}

}  // namespace waymark::wire
