// What must keep an answer about callers from saying that there are no others, language by
// language.
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "callers_fixture.h"
#include "testing/git_repository.h"

namespace waymark::services {
namespace {

TEST_F(CallersTest, AreNotAllOfWhatABranchPutsInThePlaceOfALibrary) {
  Write("compat.h", R"(#pragma once
#ifdef _WIN32
int win_connect(int socket);
#define connect(socket) win_connect(socket)
int poll(int socket);
#endif
int plain(int socket);
)");
  Write("compat.c", R"(#include "compat.h"
#ifdef _WIN32
int poll(int socket) { return socket; }
#endif
int plain(int socket) { return socket; }
)");
  Write("net.c", R"(#include <sys/socket.h>
#include "compat.h"
int join(int socket) { return connect(socket) + poll(socket) + plain(socket); }
)");
  Index();

  EXPECT_FALSE(IsExact("connect"));
  EXPECT_FALSE(IsExact("poll"));
  EXPECT_TRUE(IsExact("plain"));
}

TEST_F(CallersTest, AreNotAllOfOneOfTwoHeadersThatBranchesChoose) {
  Write("fast.h", R"(#pragma once
#ifdef FAST
static inline int spin(int turns) { return turns; }
#define TURN(n) (n)
#endif
)");
  Write("slow.h", R"(#pragma once
#ifndef FAST
#define spin(turns) ((turns) * 2)
#define TURN(n) ((n) + 1)
#endif
)");
  Write("mill.c", R"(#include "fast.h"
#include "slow.h"
int grind(void) { return spin(3) + TURN(4); }
)");
  Index();

  EXPECT_FALSE(IsExact("fast.h:3") && IsExact("slow.h:3"));
  EXPECT_FALSE(IsExact("fast.h:4") && IsExact("slow.h:4"));
}

TEST_F(CallersTest, AreNotAllOfAConstructorWhoseTypeACallMayMean) {
  Write("one.py", R"(class Pump:
    def __init__(self, size):
        self.size = size
)");
  Write("two.py", R"(class Lid:
    def __init__(self, size):
        self.size = size
)");
  Write("run.py", R"(from one import Pump
def run(kit):
    return kit.Pump(3)
def plain():
    return Pump(2)
)");
  Index();

  EXPECT_FALSE(IsExact("Pump.__init__"));
  EXPECT_TRUE(IsExact("Lid.__init__"));
}

TEST_F(CallersTest, AreNotAllOfWhatAnotherPlaceInAKnownUserMayMean) {
  Write("Shop.cs", R"(class Shop
{
    public int Size { get; set; }
    public int Weight { get; set; }
    static int Run(Shop shop) { var other = Lib.Open(); return shop.Size + other.Size + shop.Weight; }
}
)");
  Index();

  const auto is_exact = [this](const std::string& symbol) {
    const auto answer = engine_->Usages({.root = root_, .symbol = symbol}, {});
    EXPECT_TRUE(answer.ok()) << answer.status();
    return answer.ok() && answer->payload.completeness.certainty == wire::Certainty::kComplete;
  };
  EXPECT_FALSE(is_exact("Shop.Size"));
  EXPECT_TRUE(is_exact("Shop.Weight"));
}

TEST_F(CallersTest, AreNotAllOfAConstructorThatAConversionMayRun) {
  Write("text.cc", R"(struct Text {
  Text(const char* bytes);
  int Size() const;
};
void show(const Text& text) { text.Size(); }
void use() { show("a"); }
)");
  Index();

  EXPECT_FALSE(IsExact("Text::Text"));
  EXPECT_TRUE(IsExact("Text::Size"));
}

TEST_F(CallersTest, AreNotAllOfWhatAMacroOfCNames) {
  Write("alloc.h", R"(#pragma once
void* take(int size);
void give(void* block);
void drop(void* block);
int kept(void);
#define s_take take
#define s_give (give)
#define s_drop(block) drop (block)
struct Table { void* (*make)(int); };
)");
  Write("alloc.c", R"(#include "alloc.h"
void* take(int size) { return 0; }
void give(void* block) {}
void drop(void* block) {}
int kept(void) { return 0; }
int use(void) { s_give(s_take(3)); s_drop(0); return kept(); }
)");
  Index();

  const auto users = [this](const std::string& symbol) {
    const auto answer = engine_->Usages({.root = root_, .symbol = symbol}, {});
    EXPECT_TRUE(answer.ok()) << answer.status();
    return answer.ok() ? answer->payload.symbols.size() - 1 : 0;
  };
  EXPECT_EQ(users("take"), 1U);  // the macro
  EXPECT_EQ(users("give"), 1U);
  EXPECT_EQ(users("drop"), 1U);
  EXPECT_TRUE(IsExact("kept"));
}

TEST_F(CallersTest, AreNotAllOfAMemberOfWhatAMacroDeclares) {
  Write("lock.h", R"(#include <thread>
class Gate { public: void Unlock(); void Shut(); };
#define DECLARE_GATE(name) extern Gate name
)");
  Write("run.cc", R"(#include "lock.h"
DECLARE_GATE(g_gate);
void Run(Gate& gate) { g_gate.Unlock(); gate.Shut(); }
)");
  Index();

  EXPECT_FALSE(IsExact("Gate::Unlock"));
  EXPECT_TRUE(IsExact("Gate::Shut"));
}

TEST_F(CallersTest, AreNotAllOfAMethodThatAGuessByNameLeavesOut) {
  Write("parse.h", R"(#pragma once
struct Reader { int on_index() { return 1; } int on_end() { return 2; } };
template <typename Handler>
int Parse(Handler& handler) { return handler.on_index(); }
)");
  Write("test/scan.h", R"(#include "../parse.h"
class ScanReader { public: int on_index() { return 3; } int on_other() { return 4; } };
)");
  Index();

  EXPECT_FALSE(IsExact("ScanReader::on_index"));
  EXPECT_TRUE(IsExact("ScanReader::on_other"));
}

TEST_F(CallersTest, AreNotAllOfAMethodOfATraitForTypesOfOthers) {
  Write("Cargo.toml", "[package]\nname = \"sink\"\n");
  Write("src/lib.rs", R"(use std::io;
pub trait SinkError: Sized {
    fn error_message(text: &str) -> Self;
    fn unused_message(text: &str) -> Self;
}
impl SinkError for io::Error {
    fn error_message(text: &str) -> io::Error { io::Error::new(io::ErrorKind::Other, text) }
    fn unused_message(text: &str) -> io::Error { io::Error::new(io::ErrorKind::Other, text) }
}
pub fn fail() -> Result<(), io::Error> { Err(io::Error::error_message("no")) }
)");
  Index();

  EXPECT_FALSE(IsExact("SinkError::error_message"));
  EXPECT_FALSE(IsExact("src/lib.rs:7"));
}

TEST_F(CallersTest, AreNotAllOfAFunctionThatIsMadeWhereItIsGiven) {
  Write("request.js", R"(var req = {};
function defineGetter(object, name, getter) {
  Object.defineProperty(object, name, { get: getter });
}
defineGetter(req, 'xhr', function xhr() { return true; });
)");
  Index();

  EXPECT_FALSE(IsExact("xhr"));
}

TEST_F(CallersTest, AreAllOfWhatAnotherRepositoryCannotName) {
  const testing::GitRepository library(directory_.path() / "library");
  library.Write("lib.c", "int helper(void) { return 1; }\n");
  library.Commit("one");
  Write("pump.c", R"(
#define TURNS(n) (n)
static int spin(int turns) { return TURNS(turns); }
int pump(void) { return spin(2); }
int run(void) { return pump(); }
)");
  Write("pump.h", R"(static int lid(void) { return 1; }
static int open_lid(void) { return lid(); }
)");
  Write("mill.go", R"(package mill

func grind() int { return 1 }

func Grind() int { return grind() }

func Run() int { return Grind() }
)");
  Write("jobs.py", R"(def outer():
    def inner():
        pass
    inner()
)");
  const std::filesystem::path root = directory_.path() / "work";
  testing::RunGit(root, "init -q");
  testing::RunGit(root, "-c protocol.file.allow=always submodule add -q '" +
                            library.path().string() + "' vendor/library");
  Index();

  EXPECT_TRUE(IsExact("spin"));
  EXPECT_TRUE(IsExact("TURNS"));
  EXPECT_TRUE(IsExact("grind"));
  EXPECT_TRUE(IsExact("inner"));
  EXPECT_EQ(Of("pump").certainty, wire::Certainty::kLikelyComplete);
  EXPECT_FALSE(IsExact("lid"));
  EXPECT_FALSE(IsExact("Grind"));
  EXPECT_FALSE(IsExact("outer"));
}

TEST_F(CallersTest, AreNotAllOfAMemberThatAForeignOperatorGives) {
  Write("mock.cc", R"(#include <bag.h>
class Mocker { public: bool Verify(); bool Clear(); };
typedef lib::Bag<Mocker*> Mockers;
void Run(Mockers& mockers, Mocker& one) {
  for (Mockers::Place it = mockers.First(); it != mockers.Last(); ++it) (*it)->Verify();
  one.Clear();
}
)");
  Index();

  EXPECT_FALSE(IsExact("Mocker::Verify"));
  EXPECT_TRUE(IsExact("Mocker::Clear"));
}

TEST_F(CallersTest, AreNotAllOfWhatAModuleExportsThatIsLoadedByAComputedName) {
  Write("plug.js", R"(exports.start = function start() { return 1; };
exports.stop = function stop() { return 1; };
function own(n) { return n; }
own(3);
)");
  Write("main.js", R"(const name = './' + process.argv[2];
const plug = require(name);
plug.start();
const { stop: halt } = require(name);
halt();
)");
  Index();

  EXPECT_FALSE(IsExact("start"));
  EXPECT_FALSE(IsExact("stop"));
  EXPECT_TRUE(IsExact("own"));
}

TEST_F(CallersTest, AreNotAllOfWhatIsTakenOutOfWhatALibraryGives) {
  Write("parts.ts", R"(export function run() { return 1; }
export function halt() { return 1; }
export function rest() { return 1; }
)");
  Write("main.ts", R"(import { kit } from 'outside';
import { rest } from './parts';
function go() {
  const { run, halt: stop } = kit();
  run();
  stop();
  rest();
}
)");
  Index();

  EXPECT_FALSE(IsExact("run"));
  EXPECT_FALSE(IsExact("halt"));
  EXPECT_TRUE(IsExact("rest"));
}

TEST_F(CallersTest, AreNotAllOfWhatATypeIsComputedBy) {
  Write("pump.cc", R"(#include <utility>
struct Pump { int Turn(); int Rest(); int Stop(); };
int Pick(int n);
int Used(int n);
template <typename T> auto Go(T t) -> decltype(Pick(t)) { return 0; }
using Rested = decltype(std::declval<Pump>().Rest());
int Run(Pump& pump) { return pump.Stop() + Used(3); }
)");
  Index();

  EXPECT_FALSE(IsExact("Pick"));
  EXPECT_FALSE(IsExact("Pump::Rest"));
  EXPECT_TRUE(IsExact("Pump::Stop"));
  EXPECT_TRUE(IsExact("Used"));
}

TEST_F(CallersTest, KnowBothBranchesInsideAStatement) {
  Write("pump.c", R"(int fast(int n);
int slow(int n);
int both(int n);
int turn(int n) {
  return both(n) +
#ifdef FAST
    fast(n)
#else
    slow(n)
#endif
    ;
}
)");
  Index();

  EXPECT_TRUE(IsExact("fast"));
  EXPECT_TRUE(IsExact("slow"));
  EXPECT_TRUE(IsExact("both"));
}

TEST_F(CallersTest, AreNotAllOfTheConstructorOfATypeWhoseHeirIsMade) {
  Write("pumps.py", R"(class Pump:
    def __init__(self, size):
        self.size = size

class Small(Pump):
    pass

class Own(Pump):
    def __init__(self):
        pass

class Lid:
    def __init__(self, size):
        self.size = size

class Wide(Lid):
    def __init__(self):
        pass
)");
  Write("run.py", R"(def run(kit):
    return kit.Small(3), kit.Wide()
)");
  Index();

  EXPECT_FALSE(IsExact("Pump.__init__"));
  EXPECT_FALSE(IsExact("Wide.__init__"));
  EXPECT_TRUE(IsExact("Own.__init__"));
  EXPECT_TRUE(IsExact("Lid.__init__"));
}

TEST_F(CallersTest, AreNotAllOfWhatAMinifiedFileHasAsAWord) {
  Write("parts.js", R"(export function run() { return 1; }
export function rest() { return 1; }
)");
  Write("jobs.py", "def run():\n    pass\n");
  Write("all.min.js", "var a=b();a.run(),a.c();\n");
  Index();

  const wire::Completeness run = Of("parts.run");
  EXPECT_EQ(run.certainty, wire::Certainty::kIncomplete);
  EXPECT_EQ(run.possible_uses, 1U);
  EXPECT_TRUE(IsExact("parts.rest"));
  EXPECT_TRUE(IsExact("jobs.run")) << "a script cannot name it";
}

}  // namespace
}  // namespace waymark::services
