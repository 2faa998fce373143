#include "services/merged_contracts.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "retrieval/contracts.h"
#include "workspaces/merged_state.h"

namespace waymark::services {
namespace {

using retrieval::ContractType;

// In the order in which one repository lists them.
constexpr std::array kTypes = {ContractType::kHttp, ContractType::kTopic,   ContractType::kEnv,
                               ContractType::kFlag, ContractType::kProcess, ContractType::kRpc};

std::size_t TypeOrder(std::string_view type) {
  const auto* const found = std::find_if(kTypes.begin(), kTypes.end(), [&](ContractType known) {
    return retrieval::Name(known) == type;
  });
  return static_cast<std::size_t>(found - kTypes.begin());
}

bool IsHttp(const AnalyzedContract& contract) {
  return contract.type == retrieval::Name(ContractType::kHttp);
}

bool LacksASide(const AnalyzedContract& contract) {
  const bool has_sides = IsHttp(contract) ||
                         contract.type == retrieval::Name(ContractType::kTopic) ||
                         contract.type == retrieval::Name(ContractType::kRpc);
  return has_sides && (contract.providers.empty() || contract.consumers.empty());
}

using Key = std::tuple<std::size_t, std::string, std::string>;

class ContractMerger {
 public:
  void Add(const std::string& repository, AnalyzedContract contract) {
    for (ContractParty& party : contract.providers) Name(repository, party.path);
    for (ContractParty& party : contract.consumers) Name(repository, party.path);
    if (!contract.service.empty()) Name(repository, contract.service);
    const bool is_request = IsHttp(contract) && contract.providers.empty();
    if (is_request) {
      requests_.push_back(std::move(contract));
    } else {
      Put(std::move(contract));
    }
  }

  // Requests without a route in their own repository are joined with the routes of the others.
  std::vector<AnalyzedContract> Take() {
    std::vector<AnalyzedContract> unanswered;
    for (AnalyzedContract& request : requests_) {
      bool is_answered = false;
      for (auto& [key, contract] : contracts_) {
        if (!IsHttp(contract)) continue;
        if (!retrieval::ShareMethod(request.method, contract.method)) continue;
        if (!retrieval::IsAnsweredAt(request.path, contract.path)) continue;
        Append(request.consumers, contract.consumers);
        is_answered = true;
      }
      if (!is_answered) unanswered.push_back(std::move(request));
    }
    for (AnalyzedContract& request : unanswered) Put(std::move(request));
    std::vector<AnalyzedContract> all;
    for (auto& [key, contract] : contracts_) {
      contract.is_orphan = LacksASide(contract);
      all.push_back(std::move(contract));
    }
    return all;
  }

 private:
  static void Name(const std::string& repository, std::string& path) {
    path = fmt::format("{}:{}", repository, path);
  }

  static void Append(const std::vector<ContractParty>& from, std::vector<ContractParty>& to) {
    to.insert(to.end(), from.begin(), from.end());
  }

  void Put(AnalyzedContract&& contract) {
    Key key(TypeOrder(contract.type), contract.path, contract.method);
    const auto [at, is_new] = contracts_.try_emplace(std::move(key), std::move(contract));
    if (is_new) return;
    // try_emplace does not move from arguments that it does not insert.
    Append(contract.providers, at->second.providers);  // NOLINT(bugprone-use-after-move)
    Append(contract.consumers, at->second.consumers);  // NOLINT(bugprone-use-after-move)
  }

  std::map<Key, AnalyzedContract> contracts_;
  std::vector<AnalyzedContract> requests_;
};

}  // namespace

AnalyzeAnswer MergeContracts(std::vector<RepositoryContracts> parts, bool only_orphans,
                             const std::vector<SilentRepository>& silent) {
  AnalyzeAnswer answer{.analysis = Analysis::kContracts, .only_orphans = only_orphans};
  answer.index.files_differing = 0;
  ContractMerger merger;
  for (RepositoryContracts& part : parts) {
    AddIndex(part.name, part.answer.index, answer.index);
    AddCompleteness(part.name, part.answer.completeness, answer.completeness);
    for (AnalyzedContract& contract : part.answer.contracts) {
      merger.Add(part.name, std::move(contract));
    }
  }
  AddCompleteness("all",
                  {.certainty = wire::Certainty::kLikelyComplete, .reason = "joined by name"},
                  answer.completeness);
  AddSilent(silent, answer.completeness);
  answer.contracts = merger.Take();
  if (only_orphans) {
    std::erase_if(answer.contracts, [](const auto& contract) { return !contract.is_orphan; });
  }
  answer.total = answer.contracts.size();
  return answer;
}

}  // namespace waymark::services
