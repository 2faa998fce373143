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

TEST_F(UnusedTest, ABlockForATypeOutsideHoldsWhatItsTraitAsksForInRust) {
  Write("Cargo.toml", "[package]\nname = \"depot\"\n");
  EXPECT_THAT(
      ListedOf("src/main.rs", R"(
use std::ops::{Index, IndexMut};
struct Key(usize);
impl Index<Key> for [u8] {
    type Output = u8;
    fn index(&self, key: Key) -> &u8 { &self[first(key)] }
}
impl IndexMut<Key> for [u8] {
    fn index_mut(&mut self, key: Key) -> &mut u8 { &mut self[key.0] }
}
impl From<Key> for usize { fn from(key: Key) -> usize { key.0 } }
impl weigh::Weigh for (Key, u8) { fn weigh(&self) -> usize { 1 } }
trait Lift { type Unit; fn lift(&self) -> Self::Unit; fn spare_lift(&self) {} }
impl Lift for u8 { type Unit = u8; fn lift(&self) -> u8 { 1 } }
impl Key { fn spare(&self) {} }
fn first(key: Key) -> usize { key.0 }
fn spare_row() {}
fn main() { let row = [1u8]; let _ = &row[..][Key(0)]; 1u8.lift(); }
)"),
      ElementsAre("depot::Key::spare", "depot::spare_row", "depot::Lift::spare_lift visible"));
}

TEST_F(UnusedTest, AStaticMemberMayImplementAnInterfaceByNameInCSharp) {
  EXPECT_THAT(ListedOf("src/Depot.cs", R"(
using System;
namespace Depot;
interface IMade<T> where T : IMade<T> { static abstract T Make(int size); int Size { get; } }
class Box : IMade<Box>, IParsable<Box> {
  static Box IMade<Box>.Make(int size) => new();
  public int Size { get; }
  static Box IParsable<Box>.Parse(string text, IFormatProvider provider) => new();
  static bool IParsable<Box>.TryParse(string text, IFormatProvider p, out Box box) { box = null; return true; }
  ~Box() { Free(); }
  private void Free() { }
  private static void Spare() { }
}
static class Signs { extension(Box box) { public static Box operator -(Box a, Box b) => a; } }
static class Sizes { extension(Box box) { public int Size => 1; } }
static class Spares { extension(Box box) { public int Spare => 1; } }
static class Program { static void Main() { var box = new Box() - new Box(); Console.Write(box.Size); } }
)"),
              ElementsAre("Depot.Box.Spare", "Depot.Spares"));
}

TEST_F(UnusedTest, ABaseThatOnlyDescribesNeitherCallsNorRegisters) {
  EXPECT_THAT(ListedOf("depot/shape.py", R"(
from typing import Protocol

class Shape(Protocol):
    def area(self) -> float: ...

class Square:
    def area(self) -> float:
        return 1.0

    def _spare(self) -> None:
        pass

class Broken(Exception):
    def _spare(self) -> None:
        pass

class Unasked(Protocol):
    def side(self) -> float: ...

def total(shapes: list[Shape]) -> float:
    return sum(shape.area() for shape in shapes)

print(total([Square()]))
raise Broken()
)"),
              ElementsAre("depot.shape.Square._spare", "depot.shape.Broken._spare",
                          "depot.shape.Unasked visible"));
}

TEST_F(UnusedTest, AMethodThatCallsTheOneOfItsBaseOverridesIt) {
  EXPECT_THAT(ListedOf("depot/worker.py", R"(
from queue import Worker

class Sorter(Worker):
    def _prepare(self):
        super()._prepare()

    def _spare(self):
        pass

Sorter().run()
)"),
              ElementsAre("depot.worker.Sorter._spare base"));
}

TEST_F(UnusedTest, ModulesOfRubyThatOnlyDescribeSendNoPrivateMessages) {
  EXPECT_THAT(ListedOf("lib/row.rb", R"(
class Row
  include Comparable
  def <=>(other); 0; end
  private
  def spare; 1; end
end
Row.new
)"),
              ElementsAre("Row#spare"));
}

TEST_F(UnusedTest, TheLinkerFindsWhatADirectiveGivesItInGo) {
  Write("go.mod", "module depot\n");
  EXPECT_THAT(ListedOf("main.go", R"(package main

//go:linkname clock runtime.clock
func clock() int { return tick() }

func tick() int { return 1 }

// spare is not linked by any name.
func spare() int { return 2 }

func main() {}
)"),
              ElementsAre("main.spare"));
}

TEST_F(UnusedTest, TheLibraryUsesSpecializationsOfItsTemplatesInCpp) {
  EXPECT_THAT(ListedOf("src/key.cc", R"(
#include <functional>
struct Key { int v; };
namespace std {
template <> struct hash<Key> { size_t operator()(const Key& key) const { return mix(key); } };
template <> class numeric_limits<Key> { public: static Key max() { return {}; } };
}
template <> struct fmt::formatter<Key> { int parse(int& c) { return 1; } };
struct Walk { using value_type = int; using difference_type = long; using spare_type = int; };
template <class T> struct Rank { static const int value = 1; };
template <> struct Rank<int> { static const int value = 2; };
template <class T> struct Spare { };
template <> struct Spare<int> { };
static int mix(const Key& key) { return key.v; }
static int spare() { return 1; }
int main() { Walk walk; return Rank<int>::value; }
)"),
              ElementsAre("spare", "Walk::spare_type visible", "Spare visible", "Spare visible"));
}

TEST_F(UnusedTest, BrowsersFindMembersInScripts) {
  EXPECT_THAT(ListedOf("src/cell.ts", R"(
class Cell extends HTMLElement {
  static get observedAttributes() { return ['a']; }
  connectedCallback() { this.fill(); }
  private fill() { }
  private spare() { }
}
customElements.define('x-cell', Cell);
window.onload = function () { };
declare global { interface Window { depot: number } }
interface Spare { a: number }
)"),
              ElementsAre("src/cell.Cell.spare", "src/cell.Spare"));
}

TEST_F(UnusedTest, ARefinementAddsMethodsToAClassOutside) {
  EXPECT_THAT(ListedOf("lib/shout.rb", R"(
module Shouting
  refine String do
    def shout; upcase; end
    def spare; 1; end
  end
end
using Shouting
puts "hear".shout
)"),
              ElementsAre("Shouting#spare visible"));
}

TEST_F(UnusedTest, StringsCallFunctionsAndStreamsCallMembersInPhp) {
  EXPECT_THAT(ListedOf("src/depot.php", R"(<?php
class Stream { public function stream_read($count) { } public function spare() { } }
stream_wrapper_register('depot', Stream::class);
function order($a, $b) { return 0; }
function spare() { }
usort($rows, 'order');
)"),
              ElementsAre("Stream::spare visible", "spare visible"));
}

TEST_F(UnusedTest, DocumentationQuotesDirectoriesThatNothingElseUses) {
  Write("src/Shop/Till.cs", "namespace Shop;\npublic class Till { public int Open() => 1; }\n");
  Write("src/Snippets/Usage.cs", R"(
namespace Snippets;
internal static class Usage {
  public static void Opening() { new Shop.Till().Open(); }
  private static void Closing() { }
}
)");
  Write("src/app/docs/page.py", "def used():\n    pass\n\ndef _spare():\n    pass\n");
  Write("src/app/run.py", "from app.docs.page import used\n\nused()\n");
  EXPECT_THAT(Listed(), ElementsAre("app.docs.page._spare"));
}

}  // namespace
}  // namespace waymark::services
