// Relevance feedback: request and answer of the verb.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "retrieval/relevance_judgements.h"

namespace waymark::services {

enum class FeedbackAction : std::uint8_t {
  kSay,     // judge symbols as needed for a task, or as noise
  kList,    // list the judgements
  kForget,  // delete some or all of them
};

// Judgements of answers about the repository of `root`. They change later rankings of similar tasks
// (retrieval/relevance_judgements.h).
struct FeedbackRequest {
  std::filesystem::path root;
  FeedbackAction action = FeedbackAction::kList;
  std::string task = {};                  // for kSay
  std::vector<std::string> symbols = {};  // names, or FILE:LINE; for kForget: none means all
  bool useful = true;                     // for kSay
  retrieval::JudgementSource source = retrieval::JudgementSource::kExplicit;  // for kSay
};

struct FeedbackLesson {
  std::string task;    // its beginning
  std::string symbol;  // qualified name
  bool useful = true;
  retrieval::JudgementSource source = retrieval::JudgementSource::kExplicit;
  bool holds = true;  // false: it has lapsed (retrieval/relevance_judgements.h)
};

struct FeedbackAnswer {
  std::vector<FeedbackLesson> lessons;  // added, kept or deleted ones; the newest first
  std::uint64_t kept = 0;               // number for the repository after the call
};

}  // namespace waymark::services
