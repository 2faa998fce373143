// Completion as the users of bash, zsh and fish meet it: the shells themselves read the scripts and
// are asked what they complete. A shell that is not installed is skipped.
#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program.h"
#include "services/shell_word.h"
#include "testing/golden.h"

namespace waymark::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::Contains;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

using services::ShellQuoted;

// Completes the last of the words.
constexpr char kBashDriver[] = R"(
source "$1"; shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_waymark
[ ${#COMPREPLY[@]} -eq 0 ] || printf '%s\n' "${COMPREPLY[@]}"
)";

// Completion runs in an editor alone, and that on a terminal alone: a shell within the shell has
// one. What it would offer is written into a file.
constexpr char kZshDriver[] = R"(
zmodload zsh/zpty
script=$1 out=$2 line=$3
cat > $out.rc <<END
PS1=
autoload -Uz compinit
compinit -u -D
source $script
compadd() {
  local -a offered
  builtin compadd -O offered "\$@"
  print -rl -- \$offered >> $out
  builtin compadd "\$@"
}
list() { _main_complete; print > $out.done }
zle -C list list-choices list
bindkey '^I' list
END
zpty shell zsh -f -i
zpty -w shell "source $out.rc; print ready > $out.ready"
repeat 200; do [[ -s $out.ready ]] && break; sleep 0.05; done
zpty -w -n shell $line$'\t'
repeat 200; do [[ -e $out.done ]] && break; zpty -r -t shell ignored; sleep 0.05; done
zpty -d shell
[[ -e $out ]] && sort -u $out
[[ -e $out.done ]]
)";

class CompletionTest : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!fs::exists(ShellPath())) GTEST_SKIP() << GetParam() << " is not installed";
    const ProgramResult written = home_.Run({"completion", GetParam()});
    ASSERT_EQ(written.exit_code, 0) << written.err;
    script_ = home_.directory().WriteFile("script", written.out);
    home_.directory().WriteFile("work/notes one.txt", "");
    home_.directory().WriteFile("work/inner/code.py", "");
  }

  // What is offered in place of the last word; descriptions apart.
  std::vector<std::string> Completed(const std::vector<std::string>& words) {
    const std::string shell = GetParam();
    std::vector<std::string> argv = {ShellPath()};
    if (shell == "bash") {
      argv.insert(argv.end(), {"--norc", "-c", kBashDriver, "bash", script_.string()});
      argv.insert(argv.end(), words.begin(), words.end());
    } else if (shell == "zsh") {
      const fs::path driver = home_.directory().WriteFile("driver", kZshDriver);
      const fs::path out = home_.directory().path() / ("out" + std::to_string(++asked_));
      argv.insert(argv.end(), {"-f", driver.string(), script_.string(), out.string(), Line(words)});
    } else {
      argv.insert(argv.end(), {"--no-config", "-c",
                               "source " + ShellQuoted(script_.string()) + "; complete -C " +
                                   ShellQuoted(Line(words))});
    }
    std::vector<std::string> environment = home_.Environment();
    environment.emplace_back("TERM=dumb");
    Program program(
        argv, {.environment = environment, .working_directory = home_.directory().path() / "work"});
    const ProgramResult result = program.Wait();
    EXPECT_EQ(result.exit_code, 0) << Line(words) << "\n" << result.err;
    return Offered(result.out);
  }

 private:
  static std::string ShellPath() { return std::string("/usr/bin/") + GetParam(); }

  static std::string Line(const std::vector<std::string>& words) {
    std::string line;
    for (const std::string& word : words) line += (line.empty() ? "" : " ") + word;
    return line;
  }

  static std::vector<std::string> Offered(const std::string& out) {
    std::set<std::string> offered;
    std::istringstream stream(out);
    for (std::string line; std::getline(stream, line);) {
      std::string word = line.substr(0, line.find('\t'));
      while (word.ends_with('=') || word.ends_with('/')) word.pop_back();
      if (!word.empty()) offered.insert(word);
    }
    return {offered.begin(), offered.end()};
  }

  WaymarkHome home_;
  fs::path script_;
  int asked_ = 0;
};

TEST_P(CompletionTest, Commands) {
  EXPECT_THAT(Completed({"waymark", "con"}), UnorderedElementsAre("config", "context"));
  EXPECT_THAT(Completed({"waymark", ""}), Contains("blast-radius"));
  EXPECT_THAT(Completed({"waymark", "--ver"}), UnorderedElementsAre("--version"));
}

TEST_P(CompletionTest, OptionsOfTheCommand) {
  EXPECT_THAT(Completed({"waymark", "usages", "Cart", "--re"}),
              UnorderedElementsAre("--relation", "--repo"));
  EXPECT_THAT(Completed({"waymark", "decode", "--"}), Not(Contains("--repo")));
}

TEST_P(CompletionTest, ValuesOfAnOption) {
  EXPECT_THAT(Completed({"waymark", "outline", "--format", ""}),
              UnorderedElementsAre("text", "json", "gcx", "mermaid", "dot"));
  EXPECT_THAT(Completed({"waymark", "usages", "--relation", "calle"}),
              UnorderedElementsAre("callees", "callers"));
  EXPECT_THAT(Completed({"waymark", "context", "--tokenizer", "o"}),
              UnorderedElementsAre("o200k_base"));
  EXPECT_THAT(Completed({"waymark", "install", "--toolset", ""}),
              UnorderedElementsAre("default", "full"));
}

TEST_P(CompletionTest, OnlyTheLastOfAListOfValues) {
  const std::vector<std::string> first = Completed({"waymark", "blast-radius", "--edges", "overr"});
  const std::vector<std::string> second =
      Completed({"waymark", "blast-radius", "--edges", "calls,overr"});

  EXPECT_THAT(first, UnorderedElementsAre("overrides"));
  // Shells tell the whole of it, or what is behind the comma.
  EXPECT_THAT(second, UnorderedElementsAre(::testing::AnyOf("calls,overrides", "overrides")));
}

TEST_P(CompletionTest, ArgumentsByTheirPlace) {
  EXPECT_THAT(Completed({"waymark", "analyze", ""}), Contains("dead-code"));
  EXPECT_THAT(Completed({"waymark", "analyze", "--limit", "5", "hot"}),
              UnorderedElementsAre("hotspots"));
  EXPECT_THAT(Completed({"waymark", "analyze", "cycles", "dead"}), Not(Contains("dead-code")));
  EXPECT_THAT(Completed({"waymark", "install", "cursor", "co"}), Contains("codex"));
  EXPECT_THAT(Completed({"waymark", "completion", ""}),
              UnorderedElementsAre("bash", "zsh", "fish"));
  EXPECT_THAT(Completed({"waymark", "help", "blast"}), UnorderedElementsAre("blast-radius"));
}

TEST_P(CompletionTest, FilesAndDirectories) {
  EXPECT_THAT(Completed({"waymark", "decode", "--base", "not"}),
              Contains(::testing::AnyOf("notes one.txt", "notes\\ one.txt")));
  EXPECT_THAT(Completed({"waymark", "context", "--files", "inner/c"}),
              Contains(::testing::AnyOf("inner/code.py", "code.py")));
  EXPECT_THAT(Completed({"waymark", "search", "x", "--repo", "in"}), UnorderedElementsAre("inner"));
  EXPECT_THAT(Completed({"waymark", "index", ""}), UnorderedElementsAre("inner"));
}

TEST_P(CompletionTest, WhatIsFreeTextHasNoWords) {
  EXPECT_THAT(Completed({"waymark", "context", "--budget", ""}), ::testing::IsEmpty());
  EXPECT_THAT(Completed({"waymark", "context", ""}), Not(Contains("json")));
}

INSTANTIATE_TEST_SUITE_P(Shells, CompletionTest, ::testing::Values("bash", "zsh", "fish"),
                         [](const auto& tested) { return std::string(tested.param); });

}  // namespace
}  // namespace waymark::testing
