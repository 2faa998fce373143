#include "options/command.h"

namespace waymark::services {
namespace {

constexpr std::string_view kAsk = "Ask";
constexpr std::string_view kIndexAndState = "Index and state";
constexpr std::string_view kServe = "Serve and integrate";
constexpr std::string_view kResponsePipeline = "Measure and tune the response pipeline";
constexpr std::string_view kConfigure = "Configure";

constexpr CommandRow kCommands[] = {
    {"context", kAsk, "Show the symbols that matter for a task, within a token budget",
     "Ranks the symbols that matter for a task and writes as many as fit into the budget, with "
     "signature, documentation and source. Text for people shows the best of them on one screen, "
     "with the lines of source that matter; `--all` shows the rest. `--symbol`, `--files` and "
     "`--diff` start from code "
     "instead of words, or together with words. `--pack-root`, `--session` and `--exclude` "
     "leave out what the reader already has.",
     "waymark context 'retry failed uploads'\n"
     "waymark context 'why does login redirect twice' --budget 2000 --format gcf | my-agent\n"
     "waymark context 'parse the config file' -n 20\n"
     "waymark context 'parse the config file' --all\n"
     "waymark context 'parse the config file' --explain\n"
     "waymark context --files src/app.py src/config.py\n"
     "waymark context --diff main",
     MakeContextCommand},
    {"explain", kAsk, "Show the rank of a symbol in a context, and why",
     "Shows the rank of a symbol in the answer of `context` to a task, the parts of the ranking "
     "that put it there, and why the answer shows it or leaves it out.",
     "waymark explain flask.app.Flask.dispatch_request --task 'errors in views'\n"
     "waymark explain Flask.make_response --symbol Flask.dispatch_request\n"
     "waymark explain src/app.py:120 --diff main --format json",
     MakeExplainCommand},
    {"blast-radius", kAsk, "Show what may break when a symbol changes",
     "Lists the symbols that depend on a symbol, directly or through others, hop by hop, with "
     "the place and the confidence of each edge, and says whether the list is complete. It "
     "names the packages, the public symbols, the routes and the owners that the change "
     "reaches, and a risk with its reasons. `--diff` asks about everything that differs from a "
     "revision. `--fail-on` judges the change, `--format sarif` and `--format github` report it "
     "to continuous integration, `mermaid` and `dot` draw it.",
     "waymark blast-radius flask.app.Flask.dispatch_request\n"
     "waymark blast-radius src/app.py:120 src/app.py:310 --depth 5\n"
     "waymark blast-radius --diff main\n"
     "waymark blast-radius --diff origin/main --fail-on risk=high --format github\n"
     "waymark blast-radius DBImpl::Get --edges calls,overrides --format json",
     MakeBlastRadiusCommand},
    {"usages", kAsk, "Show what uses a symbol, calls it, is called by it, or implements it",
     "Lists every use of a symbol: place, line of code, what it is (call, import, override), and "
     "the symbol around it; code of the product before tests and examples. On a terminal the uses "
     "in a file stand below its name. `--relation` asks for "
     "callers, callees, dependencies or implementations instead, and `--depth` follows them over "
     "several hops.",
     "waymark usages flask.app.Flask.dispatch_request\n"
     "waymark usages DBImpl::Get --relation callers --depth 3\n"
     "waymark usages Codec --relation implementations",
     MakeUsagesCommand},
    {"path", kAsk, "Show how one symbol leads to another",
     "Shows the shortest chain of edges that leads from one symbol to another, and the place "
     "of each step. Of names that fit several symbols it takes the likeliest two between which "
     "there is a path.",
     "waymark path db_bench.cc:main DBImpl::Get\n"
     "waymark path Flask.wsgi_app Flask.make_response --count 3\n"
     "waymark path Flask.wsgi_app Flask.make_response --format dot | dot -Tsvg > path.svg",
     MakePathCommand},
    {"test-scope", kAsk, "Show which tests cover symbols, and how to run them",
     "Lists the tests that reach a symbol by file, each with the symbols between them, and the "
     "command that runs them. `--diff` takes everything that differs "
     "from a revision, and adds the tests that are named after a changed file or that changed "
     "together with one.",
     "waymark test-scope Flask.dispatch_request\n"
     "waymark test-scope src/app.py:120 src/app.py:310 --depth 3\n"
     "waymark test-scope --diff HEAD~1",
     MakeTestScopeCommand},
    {"search", kAsk, "Find symbols by name, exact or nearly so",
     "Finds symbols by name: by the whole name, a part of it, its initials, or a name with a "
     "spelling mistake.",
     "waymark search dispatch\n"
     "waymark search HTTPServer --limit 5 --format json",
     MakeSearchCommand},
    {"grep", kAsk, "Search the text of files, and show the symbol around each match",
     "Searches all text files of the repository that ignore rules do not exclude, whatever their "
     "language, line by line. Each match is PATH:LINE:COLUMN, the line, and the symbol around it; "
     "on a terminal the matches of a file stand below its name. A repository without a file in a "
     "language that is indexed is searched too, without symbols. "
     "The pattern is a regular expression of PCRE2 with Unicode. Without a match the exit code is "
     "1, with a wrong pattern 2.",
     "waymark grep 'retry_?limit'\n"
     "waymark grep -F 'it->second' src --callers\n"
     "waymark grep -iw todo -g '*.py' -g '!tests/' -C 2\n"
     "waymark grep -l deprecated --format json",
     MakeGrepCommand},
    {"symbol", kAsk, "Show where a symbol is defined, what it is, and how much uses it",
     "Shows one symbol, and as text all its overloads: where it is defined, its signature, its "
     "documentation, its authors, and how many symbols it uses and is used by.",
     "waymark symbol flask.app.Flask\n"
     "waymark symbol db/db_impl.cc:1120",
     MakeSymbolCommand},
    {"show", kAsk, "Show the source of symbols, with line numbers",
     "Prints the source of each symbol, and of all overloads of a name, with line numbers, below "
     "a line with its place, its kind and its name.",
     "waymark show Flask.dispatch_request\n"
     "waymark show src/app.py:120 src/config.py:40\n"
     "waymark show DBImpl::Get --format json | jq -r '.symbols[].source'",
     MakeShowCommand},
    {"outline", kAsk, "Show a repository at a glance: languages, directories, entry points, hubs",
     "Shows a repository at a glance: its languages, its directories, its entry points, the "
     "symbols that most others depend on, and the files that belong together.",
     "waymark outline\n"
     "waymark outline --limit 30 --format json",
     MakeOutlineCommand},
    {"analyze", kAsk, "Find unused code, hotspots, import cycles and contracts",
     "Reports on a whole repository. `dead-code` lists symbols without evidence of use, with the "
     "reason. `hotspots` ranks symbols by what a change costs: how much depends on "
     "them, in how many directories, and how much they depend on. `cycles` lists import cycles. "
     "`contracts` lists routes, topics, gRPC services, environment variables, flags "
     "and programs, with their providers and consumers.",
     "waymark analyze dead-code\n"
     "waymark analyze hotspots --limit 20\n"
     "waymark analyze cycles --format mermaid\n"
     "waymark analyze contracts",
     MakeAnalyzeCommand},
    {"diff", kAsk,
     "Show how the graph of one revision differs from another, or from the working tree",
     "Compares the graphs of two revisions, or of a revision and the working tree: the symbols "
     "and edges that were added, removed, changed or moved. It separates changes of behaviour, of "
     "structure and of metadata.",
     "waymark diff HEAD~1\n"
     "waymark diff v1.0 v1.1 --limit 500\n"
     "waymark diff main --format json | jq .difference",
     MakeDiffCommand},
    {"feedback", kAsk,
     "Record which symbols a task needed and which were noise, to improve later answers",
     "Records which symbols a task needed and which were noise. Later answers to similar tasks "
     "rank these symbols higher or lower.",
     "waymark feedback useful Flask.dispatch_request --task 'errors in views'\n"
     "waymark feedback noise src/app.py:120 --task 'errors in views'\n"
     "waymark feedback list\n"
     "waymark feedback forget --all",
     MakeFeedbackCommand},
    {"index", kIndexAndState, "Index a repository, or bring its index up to date",
     "Indexes a directory, or brings its index up to date. It parses only the files that "
     "changed, and resolves again only the references that may bind differently. `-q` writes "
     "nothing but errors. A file .waymarkignore, written like a .gitignore, in any directory "
     "leaves files out.",
     "waymark index .\n"
     "waymark index ~/src/linux --memory 2GiB\n"
     "waymark index . --format json | jq .symbols",
     MakeIndexCommand},
    {"status", kIndexAndState, "Show what is indexed, how fresh it is, and how large the store is",
     "Lists the indexed repositories with their size and the number of files on disk that differ "
     "from the index. `--prune` removes the views of checkouts that no longer exist.",
     "waymark status\n"
     "waymark status --format json\n"
     "waymark status --prune",
     MakeStatusCommand},
    {"doctor", kIndexAndState,
     "Show what the index of a checkout could not read or resolve, and why",
     "Shows, for each language, the files, the syntax errors, the unresolved references and "
     "the skipped files; then the parts and the readers of the store, the state of the daemon, "
     "and whether the machine is set up right. `--verify` reads the whole store and compares "
     "its hashes.",
     "waymark doctor\n"
     "waymark doctor --format json | jq .languages",
     MakeDoctorCommand},
    {"workspace", kIndexAndState,
     "Name sets of indexed repositories that agents ask about together",
     "Puts indexed repositories into a named set that agents ask about together, takes them "
     "out, and lists the sets.",
     "waymark workspace add shop . ../mail\n"
     "waymark workspace add shop ~/src/web --as frontend\n"
     "waymark workspace list\n"
     "waymark workspace remove shop mail",
     MakeWorkspaceCommand},
    {"forget", kIndexAndState, "Remove a checkout from the index; its files stay",
     "Removes the index of a checkout from the store, and the data that no other checkout "
     "shares. It asks before, and leaves the files of the checkout alone. Without a terminal it "
     "needs `--yes`.",
     "waymark forget\n"
     "waymark forget ~/src/old-project --yes",
     MakeForgetCommand},
    {"export", kIndexAndState, "Write the whole graph as JSON lines",
     "Writes every symbol and every edge of the graph, one JSON object per line.",
     "waymark export > graph.jsonl\n"
     "waymark export | grep '\"edge_type\":\"calls\"' | wc -l",
     MakeExportCommand},
    {"bundle", kIndexAndState, "Carry the index of a commit to other machines in one file",
     "`export` indexes a commit and writes it into one compressed file, `import` adds such a file "
     "to the index of another clone. From then on `waymark index` there parses only what differs "
     "from the commit. Equal commits give equal files. A file that is damaged, of another "
     "repository or of another version is refused, and the index stays as it was. `show` verifies "
     "a file and tells what it holds. A bundle holds names, signatures and structure of the code, "
     "but no file of the source.",
     "waymark bundle export project.waymark\n"
     "waymark bundle export --at v2.0 - | ssh build waymark bundle import - --repo src/project\n"
     "waymark bundle import project.waymark && waymark index\n"
     "waymark bundle show project.waymark",
     MakeBundleCommand},
    {"team", kIndexAndState, "Share the index of commits through a database of the team",
     "Works on a shared store: a PostgreSQL database in which a team keeps the indexes of commits. "
     "`push` indexes a commit and publishes it, `pull` takes over the published commit that "
     "differs "
     "from HEAD in the fewest files; then `waymark index` parses only what differs from it. Only "
     "what the other side lacks travels. "
     "`init` creates the store, `status` shows its repositories and its queue of work. `enqueue` "
     "puts repositories into the queue; `work`, on any number of machines, takes them from it, "
     "indexes and publishes them. `fsck` compares every blob with "
     "its hash, and `gc` deletes old commits and what nothing refers to. It needs the library "
     "libpq and the program `waymark-team`, which comes with `waymark`. docs/TEAM.md describes the "
     "store and its operation.",
     "waymark config set team postgresql://waymark@db.example.org/waymark?sslmode=verify-full\n"
     "waymark team init\n"
     "waymark team push --at origin/main\n"
     "waymark team pull && waymark index\n"
     "waymark team enqueue https://example.org/team/shop.git --every 1h\n"
     "waymark team work --jobs 2\n"
     "waymark team gc --keep-commits 50 --dry-run",
     MakeTeamCommand},
    {"ui", kServe, "Show a repository in the browser: its map, symbols, changes and answers",
     "Serves a page to this machine alone, prints its address and opens it in the browser. The "
     "page "
     "follows the files as they change. Whoever has the address, with its token, can read the "
     "source.",
     "waymark ui\n"
     "waymark ui --repo ~/src/project --port 8080\n"
     "waymark ui --no-open",
     MakeUiCommand},
    {"report", kServe, "Write the page of a repository into one file, for CI and pull requests",
     "Writes the views of `waymark ui` with their answers into one file of HTML, of at most 3 MB, "
     "that needs no server. What is not in it names the command that shows it. The file holds "
     "source, so share it with those who may read the repository.",
     "waymark report --html report.html\n"
     "waymark report --html report.html --diff main",
     MakeReportCommand},
    {"install", kServe,
     "Add the MCP server to your coding agents; shows each change and asks first",
     "Adds the MCP server to the configuration of the agents that were used on this machine, "
     "or of the agents that you name. `--project` writes the files of a checkout that agents "
     "read, and `--instructions` tells the agents in a checkout when to ask. `--wrap` puts "
     "`waymark "
     "proxy` around another server instead. It shows each change and asks before it writes.",
     "waymark install\n"
     "waymark install claude-code codex --dry-run\n"
     "waymark install cursor --toolset full --yes\n"
     "waymark install --project --instructions\n"
     "waymark install --wrap github",
     MakeInstallCommand},
    {"uninstall", kServe, "Undo the changes of install",
     "Removes what `waymark install` added to the files of agents, byte for byte. It shows each "
     "change and asks before it writes.",
     "waymark uninstall\n"
     "waymark uninstall cursor --dry-run\n"
     "waymark uninstall --instructions\n"
     "waymark uninstall --wrap github",
     MakeUninstallCommand},
    {"hook", kServe,
     "Tell an agent what its edit affects; run by the hook of install --instructions",
     "Reads the event of an edit from standard input, as Claude Code sends it to a hook, and "
     "prints what depends on the symbols that the edit touches. It prints nothing if nothing "
     "does, if the checkout is not indexed, or if the answer takes more than 1.5 s; the exit "
     "code is 0 then too.",
     "waymark hook < event.json", MakeHookCommand},
    {"mcp", kServe,
     "Answer agents over the Model Context Protocol, on standard input and output or HTTP",
     "Answers the same questions for an agent, over the Model Context Protocol on standard "
     "input and output. `--http` serves many agents, and together with `--token-file` agents "
     "of other machines.",
     "waymark mcp\n"
     "claude mcp add waymark -- waymark mcp\n"
     "waymark mcp --repo ~/src/project\n"
     "waymark mcp --http 8123 --token-file ~/.waymark-token",
     MakeMcpCommand},
    {"proxy", kServe, "Stand between an agent and another MCP server, and make its answers smaller",
     "Starts another MCP server, or connects to one, and speaks the Model Context Protocol to an "
     "agent on standard input and output. Texts of tool results are sent in their smallest form "
     "that has the same value; everything else passes as it is. `waymark install --wrap SERVER` "
     "puts it around a configured server. It ends with the server, and with its exit code. "
     "`--server` and `--config` put several servers behind one proxy.",
     "waymark proxy -- npx -y @modelcontextprotocol/server-filesystem ~/src\n"
     "waymark proxy --url https://example.org/mcp --header 'Authorization: Bearer TOKEN'\n"
     "waymark proxy --references -- my-server --verbose\n"
     "waymark proxy --server files='npx -y SERVER ~/src' --config more.json",
     MakeProxyCommand},
    {"lsp", kServe,
     "Answer an editor over the Language Server Protocol on standard input and output",
     "Answers an editor over the Language Server Protocol, also about text that is not saved: "
     "code lenses, callers and callees, blast radius, tests and context.",
     "waymark lsp\n"
     "waymark lsp --store /var/lib/waymark",
     MakeLspCommand},
    {"serve", kServe, "Serve a store to other processes until interrupted",
     "Runs a daemon that answers over a unix socket and follows the files as they change. The "
     "other commands use it while it runs. `--listen` also serves over TCP with a token and "
     "TLS, and `--metrics` serves metrics for Prometheus.",
     "waymark serve\n"
     "waymark serve --store /var/lib/waymark &",
     MakeServeCommand},
    {"daemon", kServe, "Show, stop, or read the log of the daemon of a store",
     "Shows who serves the store: the process, its version, its socket and its log. It stops "
     "that process and says when it has ended, or prints the last lines of its log.",
     "waymark daemon status\n"
     "waymark daemon stop\n"
     "waymark daemon logs --follow",
     MakeDaemonCommand},
    {"savings", kResponsePipeline,
     "Show how many tokens the response pipeline saved, by tool, server or session",
     "Sums up the recorded answers of tools: the share of their tokens that references and "
     "encodings saved, apart and together, and the share of their bytes. Each table names its "
     "tokenizer and its baseline. It needs telemetry, which is off until you turn it on.",
     "waymark savings\n"
     "waymark savings --since 7d --by server\n"
     "waymark savings --format json | jq '.tables[0].combined_savings_pct'",
     MakeSavingsCommand},
    {"telemetry", kResponsePipeline,
     "Record on this machine what the response pipeline does; show it, delete it",
     "Switches the telemetry of the response pipeline, which is off at first and stays on this "
     "machine. It records sizes, formats, times and names of tools; no text, no arguments, no "
     "paths. Names of servers are hashes in the events. Events are kept for 30 days, summaries of "
     "sessions for 90. `show` also prints the newest event as it is stored.",
     "waymark telemetry on\n"
     "waymark telemetry show\n"
     "waymark telemetry purge",
     MakeTelemetryCommand},
    {"tune", kResponsePipeline, "Adapt the response pipeline to the tools that you use",
     "Changes the configuration of the response pipeline by rules, and tells the numbers behind "
     "each change. A change that would have saved less is left out. `analyze` reads the events of "
     "telemetry, `from-claude-logs` the session logs of Claude Code. Sessions that begin later "
     "read the new configuration.",
     "waymark tune analyze --dry-run\n"
     "waymark tune analyze --days 7\n"
     "waymark tune from-claude-logs --project shop --dry-run\n"
     "waymark tune show",
     MakeTuneCommand},
    {"config", kConfigure, "Show and change the configuration: list, get, set, unset, edit",
     "Lists every key of the configuration, its value, and where the value comes from: the "
     "environment, the file .waymark.json of the checkout, your own file or the program. `get` "
     "prints one value, `set` and `unset` change your file and keep the comments in it, and `edit` "
     "opens it in your editor. With --project they change .waymark.json, which can set few keys. A "
     "value that an option would refuse is not written.",
     "waymark config\n"
     "waymark config set format json\n"
     "waymark config set --project context.budget 8000\n"
     "waymark config get context.budget\n"
     "waymark config unset format\n"
     "waymark config --format json | jq .keys",
     MakeConfigCommand},
    {"formats", kConfigure, "List the formats of answers, and what each carries",
     "Lists the formats in which answers and payloads are written and read, and for each kind of "
     "data whether a format carries it.",
     "waymark formats\n"
     "waymark formats --format json | jq '.formats[].name'",
     MakeFormatsCommand},
    {"completion", kConfigure,
     "Print a script for the completion of commands, options and values in a shell",
     "Prints a script that lets the shell complete commands, options and their values.",
     "waymark completion bash > ~/.local/share/bash-completion/completions/waymark\n"
     "waymark completion zsh > ~/.zfunc/_waymark\n"
     "waymark completion fish > ~/.config/fish/completions/waymark.fish",
     MakeCompletionCommand},
    {"help", kConfigure,
     "Show the help of the program or of a command, or write it as man pages or Markdown",
     "Shows the help of the program or of one command. `--man` writes a man page of the "
     "program and one of each command, `--markdown` writes this reference.",
     "waymark help\n"
     "waymark help context\n"
     "waymark help --man ~/.local/share/man/man1\n"
     "waymark help --markdown docs/CLI.md",
     MakeHelpCommand},
    {"version", kConfigure, "Show version, commit and build type, as --version does",
     "Shows the version, the commit and the build type.", "waymark version", MakeVersionCommand},
    {"encode", kPlumbingGroup, "Encode a payload: from JSON on standard input to another format",
     "Reads a payload, the data of one answer, from standard input and writes it in another "
     "format. `--to gcx` also takes a call of a tool (`tool`, `scope`, `repo`), a list of tools "
     "and "
     "a protocol error.",
     "waymark encode --to gcf < answer.json\n"
     "waymark encode --to gcb1 < answer.json > answer.gcb1",
     MakeEncodeCommand},
    {"decode", kPlumbingGroup, "Decode a payload on standard input to JSON",
     "Reads a payload in any format that can be read back and writes it as JSON, or in the "
     "format of `--to`. `--from gcx` also reads a call of a tool, a list of tools and a protocol "
     "error.",
     "waymark decode --from gcb1 < answer.gcb1", MakeDecodeCommand},
    {"root", kPlumbingGroup, "Print the content hash of an answer on standard input",
     "Prints the content root of a payload: a hash of its content, whatever its format. `--for "
     "gcf3` prints the pack root, with which `context --pack-root` names an earlier answer.",
     "waymark root < answer.json\n"
     "waymark root --for gcf3 < answer.json",
     MakeRootCommand},
    {"delta", kPlumbingGroup, "Print the difference between two saved answers",
     "Writes the difference between two payloads, as a client that has the first receives it "
     "instead of the second.",
     "waymark delta before.json now.json\n"
     "waymark delta before.json now.json --to gcf3",
     MakeDeltaCommand},
    {"shrink", kPlumbingGroup, "Write a text, such as JSON of a tool, in fewer tokens",
     "Writes JSON or Markdown in the form that costs a model the fewest tokens and has the same "
     "value, or the text as it is if there is none. The form is read back and compared before it "
     "is written. `--budget` keeps the parts that are worth most within a number of tokens, names "
     "what is missing, and ends with the call that brings it; such a text is not for `expand`.",
     "waymark shrink answer.json --explain > answer.txt\n"
     "waymark shrink answer.json --budget 2000\n"
     "gh api repos/octocat/hello-world/issues | waymark shrink",
     MakeShrinkCommand},
    {"expand", kPlumbingGroup, "Give back the value of a text that shrink wrote",
     "Writes the value of a text of `shrink`: JSON in one line, with the order of keys and the "
     "digits of numbers, Markdown byte for byte. A text that `shrink` left as it was stays so. A "
     "line such "
     "as `> [id: r17]`, which the proxy puts below an answer, is taken off.",
     "waymark expand answer.txt", MakeExpandCommand},
};

}  // namespace

std::span<const CommandRow> AllCommands() { return kCommands; }

}  // namespace waymark::services
