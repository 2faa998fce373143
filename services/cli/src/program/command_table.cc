#include "options/command.h"

namespace waymark::services {
namespace {

constexpr std::string_view kAsk = "Ask";
constexpr std::string_view kIndexAndState = "Index and state";
constexpr std::string_view kServe = "Serve and integrate";
constexpr std::string_view kPayloads = "Payloads";
constexpr std::string_view kConfigure = "Configure";

constexpr CommandRow kCommands[] = {
    {"context", kAsk, "Show the symbols that matter for a task, within a token budget",
     "waymark context 'retry failed uploads'\n"
     "waymark context 'why does login redirect twice' --budget 2000 | my-agent\n"
     "waymark context 'parse the config file' --explain\n"
     "waymark context --files src/app.py src/config.py\n"
     "waymark context --diff main",
     MakeContextCommand},
    {"explain", kAsk, "Show where a symbol stands in a context, and why",
     "waymark explain flask.app.Flask.dispatch_request --task 'errors in views'\n"
     "waymark explain Flask.make_response --symbol Flask.dispatch_request\n"
     "waymark explain src/app.py:120 --diff main --format json",
     MakeExplainCommand},
    {"blast-radius", kAsk, "Show what may break when a symbol changes",
     "waymark blast-radius flask.app.Flask.dispatch_request\n"
     "waymark blast-radius src/app.py:120 src/app.py:310 --depth 5\n"
     "waymark blast-radius --diff main\n"
     "waymark blast-radius DBImpl::Get --edges calls,overrides --format json",
     MakeBlastRadiusCommand},
    {"usages", kAsk, "Show what uses a symbol, calls it, is called by it, or implements it",
     "waymark usages flask.app.Flask.dispatch_request\n"
     "waymark usages DBImpl::Get --relation callers --depth 3\n"
     "waymark usages Codec --relation implementations",
     MakeUsagesCommand},
    {"path", kAsk, "Show how one symbol leads to another",
     "waymark path main DBImpl::Get\n"
     "waymark path Flask.run BaseRequest --count 3",
     MakePathCommand},
    {"test-scope", kAsk, "Show which tests cover symbols, and how to run them",
     "waymark test-scope Flask.dispatch_request\n"
     "waymark test-scope src/app.py:120 src/app.py:310 --depth 3\n"
     "waymark test-scope --base HEAD~1",
     MakeTestScopeCommand},
    {"search", kAsk, "Find symbols by name, exact or nearly so",
     "waymark search dispatch\n"
     "waymark search HTTPServer --limit 5 --format json",
     MakeSearchCommand},
    {"symbol", kAsk, "Show where a symbol is defined, what it is, and how much uses it",
     "waymark symbol flask.app.Flask\n"
     "waymark symbol db/db_impl.cc:1120",
     MakeSymbolCommand},
    {"outline", kAsk, "Show a repository at a glance: languages, directories, entry points, hubs",
     "waymark outline\n"
     "waymark outline --limit 30 --format json",
     MakeOutlineCommand},
    {"analyze", kAsk, "Find unused code, hotspots, cycles, and what is agreed on with others",
     "waymark analyze dead_code\n"
     "waymark analyze hotspots --limit 20\n"
     "waymark analyze cycles --format json\n"
     "waymark analyze contracts",
     MakeAnalyzeCommand},
    {"diff", kAsk,
     "Show how the graph of one revision differs from another, or from the working tree",
     "waymark diff HEAD~1\n"
     "waymark diff v1.0 v1.1 --limit 500\n"
     "waymark diff main --format json | jq .difference",
     MakeDiffCommand},
    {"feedback", kAsk,
     "Say which symbols a task needed and which were noise, so that later answers learn",
     "waymark feedback useful Flask.dispatch_request --task 'errors in views'\n"
     "waymark feedback noise src/app.py:120 --task 'errors in views'\n"
     "waymark feedback list\n"
     "waymark feedback forget --all",
     MakeFeedbackCommand},
    {"index", kIndexAndState, "Index a repository, or bring its index up to date",
     "waymark index .\n"
     "waymark index ~/src/linux --memory 2GiB\n"
     "waymark index . --json | jq .symbols",
     MakeIndexCommand},
    {"status", kIndexAndState, "Show what is indexed, how fresh it is, and how large the store is",
     "waymark status\n"
     "waymark status --format json\n"
     "waymark status --prune",
     MakeStatusCommand},
    {"doctor", kIndexAndState,
     "Show what the index of a checkout could not read or resolve, and why",
     "waymark doctor\n"
     "waymark doctor --json | jq .languages",
     MakeDoctorCommand},
    {"workspace", kIndexAndState,
     "Name sets of indexed repositories that agents ask about together",
     "waymark workspace add shop . ../mail\n"
     "waymark workspace add shop ~/src/web --as frontend\n"
     "waymark workspace list\n"
     "waymark workspace remove shop mail",
     MakeWorkspaceCommand},
    {"export", kIndexAndState, "Write the whole graph as JSON lines",
     "waymark export > graph.jsonl\n"
     "waymark export | grep '\"edge_type\":\"calls\"' | wc -l",
     MakeExportCommand},
    {"install", kServe,
     "Tell agents of the server: shows the change of their configuration, and asks",
     "waymark install\n"
     "waymark install claude-code codex --dry-run\n"
     "waymark install cursor --toolset full --yes",
     MakeInstallCommand},
    {"uninstall", kServe, "Take back what install changed",
     "waymark uninstall\n"
     "waymark uninstall cursor --dry-run",
     MakeUninstallCommand},
    {"mcp", kServe,
     "Answer agents over the Model Context Protocol, on standard input and output or HTTP",
     "waymark mcp\n"
     "claude mcp add waymark -- waymark mcp\n"
     "waymark mcp --repo ~/src/project\n"
     "waymark mcp --http 8123 --token-file ~/.waymark-token",
     MakeMcpCommand},
    {"lsp", kServe,
     "Answer an editor over the Language Server Protocol on standard input and output",
     "waymark lsp\n"
     "waymark lsp --store /var/lib/waymark",
     MakeLspCommand},
    {"serve", kServe, "Serve a store to other processes until interrupted",
     "waymark serve\n"
     "waymark serve --store /var/lib/waymark &",
     MakeServeCommand},
    {"encode", kPayloads, "Encode a payload: from JSON on standard input to another format",
     "waymark encode --to gcf < answer.json\n"
     "waymark encode --to gcb1 < answer.json > answer.gcb1",
     MakeEncodeCommand},
    {"decode", kPayloads, "Decode a payload on standard input to JSON",
     "waymark decode --from gcb1 < answer.gcb1", MakeDecodeCommand},
    {"root", kPayloads, "Print the hash of what a payload on standard input tells",
     "waymark root < answer.json\n"
     "waymark root --for gcf3 < answer.json",
     MakeRootCommand},
    {"delta", kPayloads, "Write what a client that has one payload is sent of another",
     "waymark delta before.json now.json\n"
     "waymark delta before.json now.json --to gcf3",
     MakeDeltaCommand},
    {"config", kConfigure,
     "Show every key of the configuration, what holds for it, and who decided it",
     "waymark config\n"
     "waymark config --format json | jq .keys",
     MakeConfigCommand},
    {"completion", kConfigure,
     "Print the script by which a shell completes commands, options and their values",
     "waymark completion bash > ~/.local/share/bash-completion/completions/waymark\n"
     "waymark completion zsh > ~/.zfunc/_waymark\n"
     "waymark completion fish > ~/.config/fish/completions/waymark.fish",
     MakeCompletionCommand},
    {"help", kConfigure,
     "Show what --help shows, of the program or of a command, or write the man pages",
     "waymark help\n"
     "waymark help context\n"
     "waymark help --man ~/.local/share/man/man1",
     MakeHelpCommand},
    {"version", kConfigure, "Show version, commit and build type, as --version does",
     "waymark version", MakeVersionCommand},
};

}  // namespace

std::span<const CommandRow> AllCommands() { return kCommands; }

}  // namespace waymark::services
