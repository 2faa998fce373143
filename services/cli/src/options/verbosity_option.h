// -q and -v of every command that works with an index.
#pragma once

namespace CLI {
class App;
}  // namespace CLI

namespace waymark::services {

// The options take effect while the arguments are parsed (output/notes.h).
void AddVerbosityOptions(CLI::App& app);

}  // namespace waymark::services
