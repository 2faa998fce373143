// The parts of a ranked symbol's score. They sum to the score, except for rounding.
#pragma once

#include <string_view>

namespace waymark::retrieval {

struct ScoreParts {
  float lexical = 0;        // BM25F with multipliers
  float focus = 0;          // asked about itself: a named symbol, or one of a file or change
  float cohesion = 0;       // added by its file, parent and children
  float history = 0;        // changed by commits whose messages are like the question
  float walk = 0;           // random walk with restart
  float hubs = 0;           // HITS: uses much of the neighbourhood, or is used by much of it
  float learned = 0;        // relevance feedback on similar tasks; negative for noise
  float places = 0;         // lines and tests in the question
  float similar_names = 0;  // names similar to those in the question
  float quoted = 0;         // texts quoted in the question
};

struct ScorePartRow {
  std::string_view name;
  float ScoreParts::*part;
};

inline constexpr ScorePartRow kScoreParts[] = {
    {"lexical", &ScoreParts::lexical},
    {"focus", &ScoreParts::focus},
    {"cohesion", &ScoreParts::cohesion},
    {"history", &ScoreParts::history},
    {"walk", &ScoreParts::walk},
    {"hubs", &ScoreParts::hubs},
    {"learned", &ScoreParts::learned},
    {"places", &ScoreParts::places},
    {"similar_names", &ScoreParts::similar_names},
    {"quoted", &ScoreParts::quoted},
};

}  // namespace waymark::retrieval
