// What answers about several repositories say of the state they show and of how whole they are.
#pragma once

#include <string>
#include <vector>

#include "services/merged_answers.h"
#include "wire/payload.h"

namespace waymark::services {

// `index` begins with no repository and files_differing 0, and becomes "NAME@GENERATION ..." with
// the sum of the generations.
void AddIndex(const std::string& name, const wire::IndexInfo& own, wire::IndexInfo& index);

// The less complete of both, and the reasons with the names of their repositories.
void AddCompleteness(const std::string& name, const wire::Completeness& own,
                     wire::Completeness& completeness);

// A lower bound when there are any.
void AddSilent(const std::vector<SilentRepository>& silent, wire::Completeness& completeness);

}  // namespace waymark::services
