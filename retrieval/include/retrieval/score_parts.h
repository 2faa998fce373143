// What the score of a ranked symbol is made of. The parts sum to it, but for rounding.
#pragma once

#include <string_view>

namespace waymark::retrieval {

struct ScoreParts {
  float lexical = 0;        // BM25F with multipliers
  float focus = 0;          // is what was asked about: a symbol, or of a file or change
  float cohesion = 0;       // what the file, the parent and the children added
  float history = 0;        // what commits that read like the question touched
  float walk = 0;           // random walk with restart
  float hubs = 0;           // uses much of what is around, or is used by much of it
  float learned = 0;        // what lessons of alike tasks added, or took when below 0
  float places = 0;         // lines and tests that the question names
  float similar_names = 0;  // what it nearly writes
  float quoted = 0;         // what it quotes
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
