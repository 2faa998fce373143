// Bases that types are given outside their definitions, compared as linked.
#include <algorithm>
#include <iterator>
#include <string_view>
#include <tuple>
#include <vector>

#include "resolve/impact_links.h"

namespace waymark::indexer {
namespace {

using ImplementationKey = std::tuple<Name, std::string_view, Name, std::string_view>;

std::vector<ImplementationKey> ImplementationsOf(const Program& program) {
  std::vector<ImplementationKey> keys;
  keys.reserve(program.implementations.size());
  for (const Implementation& entry : program.implementations) {
    const bool known = entry.base.exists();
    keys.emplace_back(program.Definition(entry.type).name, program.paths.Path(entry.type.file),
                      known ? program.Definition(entry.base).name : Name::kEmpty,
                      known ? program.paths.Path(entry.base.file) : std::string_view());
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

}  // namespace

// A type that gets other bases may be known there by another name than its own.
void MarkImplementationImpact(const Program& before, const Program& after, ImpactMarks& marks) {
  const std::vector<ImplementationKey> was = ImplementationsOf(before);
  const std::vector<ImplementationKey> is = ImplementationsOf(after);
  std::vector<ImplementationKey> different;
  std::set_symmetric_difference(was.begin(), was.end(), is.begin(), is.end(),
                                std::back_inserter(different));
  for (const ImplementationKey& key : different) marks.MarkName(std::get<0>(key), kBothAspects);
}

}  // namespace waymark::indexer
