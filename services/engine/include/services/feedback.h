// What users say of answers: request and answer of the verb.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "retrieval/relevance_judgements.h"

namespace waymark::services {

enum class FeedbackAction : std::uint8_t {
  kSay,     // that symbols were needed for a task, or were noise
  kList,    // what was said
  kForget,  // some of it, or all
};

// What was said of answers about the repository of `root`; it changes later rankings of tasks that
// read alike (retrieval/lessons.h).
struct FeedbackRequest {
  std::filesystem::path root;
  FeedbackAction action = FeedbackAction::kList;
  std::string task = {};                  // of kSay
  std::vector<std::string> symbols = {};  // names, or FILE:LINE; of kForget: none means all
  bool useful = true;                     // of kSay
  retrieval::JudgementSource source = retrieval::JudgementSource::kTold;  // of kSay
};

struct FeedbackLesson {
  std::string task;    // its beginning
  std::string symbol;  // qualified name
  bool useful = true;
  retrieval::JudgementSource source = retrieval::JudgementSource::kTold;
  bool holds = true;  // else it has ended: retrieval/lessons.h
};

struct FeedbackAnswer {
  std::vector<FeedbackLesson> lessons;  // that were said, kept or forgotten; the newest first
  std::uint64_t kept = 0;               // of the repository, after the call
};

}  // namespace waymark::services
