// State and completeness of answers about several repositories.
#pragma once

#include <string>
#include <vector>

#include "services/merged_answers.h"
#include "wire/payload.h"

namespace waymark::services {

// `index` begins without a repository and with files_differing 0. It becomes "NAME@GENERATION ..."
// with the sum of the generations.
void AddIndex(const std::string& name, const wire::IndexInfo& own, wire::IndexInfo& index);

// Takes the lower completeness of both, and joins the reasons with the names of their repositories.
void AddCompleteness(const std::string& name, const wire::Completeness& own,
                     wire::Completeness& completeness);

// Sets a lower bound if there are any.
void AddSilent(const std::vector<SilentRepository>& silent, wire::Completeness& completeness);

}  // namespace waymark::services
