// --pack-root and --session of commands that list symbols, for a client that holds earlier answers.
#pragma once

#include "services/verbs.h"

namespace CLI {
class App;
}  // namespace CLI

namespace waymark::services {

struct HeldOptions {
  HeldAnswers held;

  void AddTo(CLI::App& app);

  // Whether one is given. The answer is then stored.
  bool any() const { return !held.pack_root.empty() || !held.session.empty(); }
};

}  // namespace waymark::services
