// State and completeness of answers about several repositories.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <absl/status/status.h>

#include "services/merged_answers.h"
#include "wire/payload.h"

namespace waymark::services {

// `index` begins without a repository and with files_differing 0. It becomes "NAME@GENERATION ..."
// with the sum of the generations.
void AddIndex(const std::string& name, const wire::IndexInfo& own, wire::IndexInfo& index);

// Takes the lower completeness of both, and joins the reasons with the names of their repositories.
void AddCompleteness(const std::string& name, const wire::Completeness& own,
                     wire::Completeness& completeness);

// Makes the completeness incomplete if there are any.
void AddSilent(const std::vector<SilentRepository>& silent, wire::Completeness& completeness);

// An answer about one repository, its home, to which other repositories add what uses the code.
class AnswerElsewhere {
 public:
  // Puts the name of the home before all paths. The payload outlives the object.
  AnswerElsewhere(const std::string& home, wire::Payload& payload);

  // The repository was searched, and `omitted` symbols of it have no room.
  void Add(const std::string& name, const wire::IndexInfo& index, std::uint64_t omitted);
  void AddSilent(const std::string& name, const absl::Status& status);

  // Completes the payload. `looked`: other repositories could use the code, and there are some.
  void Finish(bool looked);

 private:
  wire::Payload& payload_;
  wire::IndexInfo index_{.files_differing = 0};
  std::vector<SilentRepository> silent_;
  std::uint64_t omitted_ = 0;
};

}  // namespace waymark::services
