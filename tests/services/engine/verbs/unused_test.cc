// Which symbols `analyze dead_code` lists, and which it takes for used, in each language.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "callers_fixture.h"

namespace waymark::services {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class UnusedTest : public CallersTest {
 protected:
  // The names of the listed symbols, with the first word of the reason unless that is "nothing".
  std::vector<std::string> Listed() {
    Index();
    const auto answer = engine_->Analyze({.root = root_, .limit = 100}, {});
    EXPECT_TRUE(answer.ok()) << answer.status();
    std::vector<std::string> listed;
    if (!answer.ok()) return listed;
    completeness_ = answer->completeness;
    for (const AnalyzedSymbol& symbol : answer->symbols) {
      const bool is_foreign = symbol.reason.find("a base outside") != std::string::npos;
      const std::string word =
          is_foreign ? "base" : symbol.reason.substr(0, symbol.reason.find(' '));
      listed.push_back(word == "nothing" ? symbol.name : symbol.name + " " + word);
    }
    return listed;
  }

  std::vector<std::string> ListedOf(const std::string& path, const std::string& text) {
    Write(path, text);
    return Listed();
  }

  wire::Completeness completeness_;
};

TEST_F(UnusedTest, AnEntryPointUsesItsClassInCSharp) {
  EXPECT_THAT(ListedOf("src/Program.cs", R"(
using System.Threading.Tasks;
namespace Depot;
class Program {
  static async Task<int> Main(string[] args) { return new Scale().Weigh(args.Length); }
}
class Scale { public int Weigh(int count) => count * 2; private int Spare() => 0; }
)"),
              ElementsAre("Depot.Scale.Spare"));
}

TEST_F(UnusedTest, AnEntryPointUsesItsClassInJava) {
  EXPECT_THAT(ListedOf("src/Depot.java", R"(
package depot;
class Depot {
  public static void main(String[] args) { new Scale().weigh(); }
}
class Scale { int weigh() { return 2; } private int spare() { return 0; } }
)"),
              ElementsAre("depot.Scale.spare"));
}

TEST_F(UnusedTest, ATypeThatItsEntryPointHandsOverIsCalledByNames) {
  EXPECT_THAT(ListedOf("src/WeighBench.java", R"(
package depot;
import bench.Runner;
public class WeighBench {
  public static void main(String[] args) { Runner.run(WeighBench.class, args); }
  public void timeWeighing(int rounds) { load(); }
  private void load() { }
  private void spare() { }
}
)"),
              ElementsAre("depot.WeighBench.spare"));
}

TEST_F(UnusedTest, AnnotationsFromOutsideMayRegisterInJava) {
  EXPECT_THAT(ListedOf("src/Jobs.java", R"(
package depot;
import spring.Bean;
import spring.Configuration;
import spring.Scheduled;
@Configuration
class Jobs {
  @Bean
  Object clock() { return tick(); }
  @Scheduled(cron = "*")
  private void sweep() { }
  private @Scheduled void turn() { }
  @Deprecated
  private void old() { }
  @SuppressWarnings("unused")
  private void kept() { }
  private Object tick() { return null; }
}
)"),
              ElementsAre("depot.Jobs.old", "depot.Jobs.kept"));
  EXPECT_THAT(completeness_.reason, HasSubstr("3 taken for used, since decorators or annotations"));
}

TEST_F(UnusedTest, AttributesFromOutsideMayRegisterInCSharp) {
  EXPECT_THAT(ListedOf("src/Jobs.cs", R"(
using System;
using System.Runtime.CompilerServices;
using Quartz;
namespace Depot;
class Jobs {
  [ModuleInitializer] internal static void Begin() { }
  [Job("daily")] private void Sweep() { }
  [Obsolete] private void Old() { }
}
)"),
              ElementsAre("Depot.Jobs.Old"));
}

TEST_F(UnusedTest, DecoratorsFromOutsideMayRegisterInTypeScript) {
  EXPECT_THAT(ListedOf("src/jobs.ts", R"(
import { Cron } from 'scheduling';
class Jobs {
  @Cron('daily')
  sweep() { }
  @Cron('hourly')
  private turn() { }
  private spare() { }
}
new Jobs();
)"),
              ElementsAre("src/jobs.Jobs.spare"));
}

TEST_F(UnusedTest, DecoratorsFromOutsideMayRegisterInPython) {
  EXPECT_THAT(ListedOf("depot/jobs.py", R"(
from celery import shared_task
import click
import functools
import other

@shared_task
def _sweep():
    pass

@click.command()
@click.option("--count")
def _weigh(count):
    pass

@other.register("turn")
def _turn():
    pass

@functools.lru_cache(maxsize=None)
def _spare():
    pass

class Scale:
    @click.command()
    def _load(self):
        pass

    @property
    def _size(self):
        return 1

    @staticmethod
    def _make():
        return Scale()

Scale()
)"),
              ElementsAre("depot.jobs._spare", "depot.jobs.Scale._size", "depot.jobs.Scale._make"));
}

TEST_F(UnusedTest, AttributesFromOutsideMayRegisterInRust) {
  EXPECT_THAT(ListedOf("src/main.rs", R"(
#[tauri::command]
fn sweep() {}
#[no_mangle]
extern "C" fn weigh() {}
#[inline]
fn spare() {}
#[derive(Debug, Clone)]
struct Gone { size: i32 }
fn main() {}
)"),
              ElementsAre("main::spare", "main::Gone"));
}

TEST_F(UnusedTest, AttributesFromOutsideMayRegisterInPhp) {
  EXPECT_THAT(ListedOf("src/Jobs.php", R"(<?php
namespace Depot;
use Symfony\Component\Scheduler\Attribute\AsCronTask;
class Jobs {
  #[AsCronTask('daily')]
  private function sweep() { }
  #[\Deprecated]
  private function old() { }
}
new Jobs();
)"),
              ElementsAre("Depot\\Jobs::old"));
}

TEST_F(UnusedTest, PrivateMembersOfATypeWithAForeignBaseAreListedInJava) {
  EXPECT_THAT(ListedOf("src/Depot.java", R"(
package depot;
class Box implements Comparable<Box> {
  public int compareTo(Box other) { return size(); }
  private int size() { return 1; }
  private int spare() { return 2; }
  private static int spareOwn() { return 3; }
}
class Worker extends Thread {
  @Override public void run() { }
  private void idle() { }
  private void readObject(java.io.ObjectInputStream stream) { }
}
class Depot { public static void main(String[] args) { new Box(); new Worker().start(); } }
)"),
              ElementsAre("depot.Box.spare", "depot.Box.spareOwn", "depot.Worker.idle"));
}

TEST_F(UnusedTest, PrivateMembersOfATypeWithAForeignBaseAreListedInCSharp) {
  EXPECT_THAT(ListedOf("src/Depot.cs", R"(
using System;
using System.Collections;
namespace Depot;
class Box : IComparable<Box>, IEnumerable {
  public int CompareTo(Box other) => 0;
  IEnumerator IEnumerable.GetEnumerator() => null;
  private int Spare() => 1;
}
class Lid : IDisposable { public void Dispose() { } private void Idle() { } }
static class Program { static void Main() { new Box(); using var lid = new Lid(); } }
)"),
              ElementsAre("Depot.Box.Spare", "Depot.Lid.Idle"));
}

TEST_F(UnusedTest, PrivateMembersOfATypeWithAForeignBaseAreListedInTypeScript) {
  EXPECT_THAT(ListedOf("src/view.ts", R"(
import { Component } from 'react';
class View extends Component {
  render() { return this.label(); }
  private label() { return ''; }
  private spare() { return 1; }
  #hidden() { return 2; }
}
new View({});
)"),
              ElementsAre("src/view.View.spare", "src/view.View.#hidden"));
}

TEST_F(UnusedTest, ABaseOfPythonCannotSeeNamesWithTwoUnderscores) {
  EXPECT_THAT(ListedOf("depot/worker.py", R"(
import threading

class Worker(threading.Thread):
    def run(self):
        pass

    def _hook(self):
        _help()

    def __spare(self):
        return 1

def _help():
    pass

Worker().start()
)"),
              ElementsAre("depot.worker.Worker.__spare", "depot.worker.Worker._hook base"));
}

TEST_F(UnusedTest, ABaseOfRubyMaySendPrivateMessages) {
  EXPECT_THAT(ListedOf("lib/depot.rb", R"(
class Plain
  def used; 1; end
  private
  def spare; 1; end
end
class Failure < StandardError
  private
  def hook; 1; end
end
Plain.new.used
Failure.new
)"),
              ElementsAre("Plain#spare", "Failure#hook base"));
}

TEST_F(UnusedTest, ABaseOfCppMayCallAPrivateMember) {
  EXPECT_THAT(ListedOf("src/depot.cc", R"(
#include <streambuf>
class Plain { int spare() { return 1; } public: int used() { return 2; } };
class Sink : public std::streambuf {
  int overflow(int c) { return c; }
};
int main() { Plain plain; plain.used(); Sink sink; }
)"),
              ElementsAre("Plain::spare", "Sink::overflow base"));
}

TEST_F(UnusedTest, RubySendsMessagesThatNobodyWrites) {
  EXPECT_THAT(ListedOf("lib/depot.rb", R"(
module Listed
  def self.included(base); end
end
class Row
  include Listed
  def []=(key, value); end
  def <=>(other); 0; end
  def respond_to_missing?(name, all = false); true; end
  def to_json(*options); "{}"; end
  def initialize_copy(other); end
  def marshal_dump; end
  def spare; end
end
Point = Data.define(:x, :y)
puts Row.new, Point.new(x: 1, y: 2).x, Point.new(x: 1, y: 2).y
)"),
              ElementsAre("Row#spare visible"));
}

TEST_F(UnusedTest, CSharpRunsMembersOfLoopsAndAwaits) {
  EXPECT_THAT(ListedOf("src/Depot.cs", R"(
using System;
using System.Runtime.CompilerServices;
class Program { static async void Main() { foreach (var row in new Rows()) { } await new Turn(); } }
class Rows { public Cursor GetEnumerator() => new(); }
class Cursor { public int Current => 1; public bool MoveNext() => false; public int Spare() => 2; }
class Turn { public Waiter GetAwaiter() => new(); }
class Waiter : INotifyCompletion {
  public bool IsCompleted => true;
  public void GetResult() { }
  public void OnCompleted(Action next) { }
}
)"),
              ElementsAre("Cursor.Spare visible"));
}

TEST_F(UnusedTest, LibrariesFindMembersByTheirNames) {
  Write("depot/hooks.py", R"(
import enum

def pytest_configure(config):
    pass

def __getattr__(name):
    return name

class Size(enum.Enum):
    SMALL = 1

    @classmethod
    def _missing_(cls, value):
        return cls.SMALL

print(Size.SMALL)
)");
  Write("src/row.js", R"(
class Row { toJSON() { return 1; } spare() { return 2; } }
new Row();
)");
  Write("src/Row.java", R"(
package depot;
class Row {
  public boolean equals(Object other) { return true; }
  public int hashCode() { return 1; }
  public static void main(String[] args) { new Row(); }
}
)");
  Write("go.mod", "module depot\n");
  Write("scan_fuzz.go", R"(package depot

func FuzzScan(data []byte) int { return 0 }

func Fuzzy() int { return 1 }
)");
  EXPECT_THAT(Listed(), ElementsAre("src/row.Row.spare", "depot.Fuzzy visible"));
}

TEST_F(UnusedTest, ATypeWhoseBaseLearnsOfItIsUsed) {
  Write("lib/steps.rb", R"(
class Step
  def self.inherited(kind); all << kind; super; end
  def self.all; @all ||= []; end
end
class Sweep < Step; end
class Turn < Sweep; end
class Lone; end
Step.all
)");
  Write("depot/steps.py", R"(
class Step:
    steps = {}

    def __init_subclass__(cls):
        Step.steps[cls.__name__] = cls

class _Sweep(Step):
    pass

class _Lone:
    pass

print(Step.steps)
)");
  EXPECT_THAT(Listed(), ElementsAre("depot.steps._Lone", "Lone visible"));
}

TEST_F(UnusedTest, AComputedNameMayMeanAnyMemberOfItsType) {
  EXPECT_THAT(ListedOf("depot/commands.py", R"(
class Commands:
    def _add(self):
        pass

    def run(self, name):
        return getattr(self, name)()

class Others:
    def _add_more(self):
        pass

Commands().run("_add")
Others()
)"),
              ElementsAre("depot.commands.Others._add_more"));
  EXPECT_THAT(completeness_.reason, HasSubstr("1 taken for used"));
}

}  // namespace
}  // namespace waymark::services
