#include "help/completion_script.h"

namespace waymark::services {
namespace {

constexpr ShellRow kShells[] = {
    {"bash", BashCompletion}, {"zsh", ZshCompletion}, {"fish", FishCompletion}};

}  // namespace

std::span<const ShellRow> AllShells() { return kShells; }

}  // namespace waymark::services
