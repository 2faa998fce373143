// Uses that no call stands for, which keep an answer about callers from passing for complete:
// values that are handed on, members of objects that nobody knows, definitions that stand for each
// other.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "callers_fixture.h"

namespace waymark::services {
namespace {

// `callers` lists what calls the base as candidates; relations that do not are in doubt.
TEST_F(CallersTest, OfAnOverrideAreInDoubtWhereThoseOfTheBaseAreNotListed) {
  Write("job.py",
        "class Base:\n    def run(self):\n        pass\n\n\n"
        "class Job(Base):\n    def run(self):\n        pass\n\n\n"
        "def start(base: Base):\n    base.run()\n");
  Index();

  EXPECT_TRUE(IsExact("Job.run"));
  for (const retrieval::Relation relation :
       {retrieval::Relation::kWrittenCallers, retrieval::Relation::kImplicitCallers}) {
    EXPECT_EQ(Of("Job.run", relation).certainty, wire::Certainty::kIncomplete);
  }
}

TEST_F(CallersTest, AreNotAllOfAnAccessorWhosePropertyIsUsed) {
  Write("box.py", R"(class Box:
    @property
    def name(self):
        return self._name

    @name.setter
    def name(self, value):
        self._name = value

    @property
    def size(self):
        return 1

    @size.setter
    def size(self, value):
        pass

def write(box: Box):
    box.name = "x"
)");
  Index();

  EXPECT_FALSE(IsExact("box.py:7"));
  EXPECT_TRUE(IsExact("box.py:15"));
}

TEST_F(CallersTest, AreNotAllOfWhatIsDefinedInTwoBranches) {
  Write("run.py", R"(import sys
if sys.platform == "win32":
    def spin(path):
        return 1
else:
    def spin(path):
        return 2

class One:
    def stop(self): pass

class Two:
    def stop(self): pass

def run():
    spin("x")
    One().stop()
)");
  Write("spin_linux.go", "package spin\n\nfunc turn() {}\n");
  Write("spin_windows.go", "package spin\n\nfunc turn() {}\n");
  Write("use.go", "package spin\n\nfunc use() { turn() }\n");
  Index();

  EXPECT_FALSE(IsExact("run.py:3") && IsExact("run.py:6"));
  EXPECT_TRUE(IsExact("Two.stop"));
  EXPECT_FALSE(IsExact("spin_linux.go:3") && IsExact("spin_windows.go:3"));
}

TEST_F(CallersTest, AreNotAllOfTheConstructorOfAClassThatIsHandedOn) {
  Write("kit.py", R"(class InTable:
    def __init__(self): pass

class Given:
    def __init__(self): pass

class Returned:
    def __init__(self): pass

class Asked:
    def __init__(self): pass

class Used:
    def __init__(self): pass
    @staticmethod
    def make(): pass

TABLE = {"a": InTable}

def build(kind):
    return TABLE[kind]()

def give(use):
    use(Given)

def pick():
    return Returned

def ask(x):
    return isinstance(x, (Asked, int))

def plain():
    Used.make()
    return Used()
)");
  Write("kit.js", R"(class Lamp { constructor() {} }
class Bulb { constructor() {} }
const TABLE = { lamp: Lamp };
function light(kind) { return new TABLE[kind](); }
function plain() { return new Bulb(); }
)");
  Index();

  EXPECT_FALSE(IsExact("InTable.__init__"));
  EXPECT_FALSE(IsExact("Given.__init__"));
  EXPECT_FALSE(IsExact("Returned.__init__"));
  EXPECT_TRUE(IsExact("Asked.__init__"));
  EXPECT_TRUE(IsExact("Used.__init__"));
  EXPECT_FALSE(IsExact("Lamp.constructor"));
  EXPECT_TRUE(IsExact("Bulb.constructor"));
}

TEST_F(CallersTest, MayBeThoseOfAnObjectThatOnlySeemsToBeAContainer) {
  Write("release.py", R"(class Git:
    def add(self, path): pass
    def clean(self, path): pass

def tidy(repo):
    repo.clean("x")

def run(env, path):
    repo = env.repo
    repo.add(path)
    tidy(repo)

def fill(path):
    words = []
    words.add(path)
    words.clean(path)
)");
  Index();

  EXPECT_FALSE(IsExact("Git.clean"));
}

TEST_F(CallersTest, MayBeInAPackageThatKnowsAnInterfaceTheyAnswer) {
  Write("go.mod", "module shop\n\nrequire example.com/render v1.0.0\n");
  Write("shop.go", R"(package shop

import (
	"net/http"

	"example.com/render"
)

type Order struct{}

type Basket struct{}

func (o *Order) Bind(r *http.Request) error { return nil }

func (o *Order) Total() int { return 1 }

func (o *Order) Into(b Basket) int { return 1 }

func (o *Order) hidden() int { return 1 }

func Handle(r *http.Request) { render.Bind(r, &Order{}) }
)");
  Write("plain/plain.go", R"(package plain

type Line struct{}

func (l *Line) Width() int { return 1 }
)");
  Write("Shop.cs", R"(using Ext;
public class Reader : IReader {
  public void Next() {}
}
public class Page : Sheet {
  public void Turn() {}
}
)");
  Write("Shop.java", R"(import ext.Face;
public class Shop implements Face {
  public void call() {}
}
class Marked implements Face {
  @Override public void call() {}
  public void own() {}
}
)");
  Index();

  EXPECT_FALSE(IsExact("Order.Bind"));
  EXPECT_FALSE(IsExact("Order.Total"));
  EXPECT_TRUE(IsExact("Order.Into"));
  EXPECT_TRUE(IsExact("Order.hidden"));
  EXPECT_TRUE(IsExact("Line.Width"));
  EXPECT_FALSE(IsExact("Reader.Next"));
  EXPECT_TRUE(IsExact("Page.Turn"));
  EXPECT_FALSE(IsExact("Shop.call"));
  EXPECT_TRUE(IsExact("Marked.own"));
}

TEST_F(CallersTest, UseAFieldByItsNameAlone) {
  Write("src/lib.rs", R"(pub struct Id {
    pub uid: u32,
    pub gid: u32,
}
pub fn make(uid: u32) -> Id {
    Id { uid, gid: 3 }
}
pub fn split(id: Id) -> u32 {
    let Id { uid, gid } = id;
    uid + gid
}
)");
  Write("id.ts", R"(export interface Key {
  door: number;
  lock: number;
  rust: number;
}
class Ring { rust = 1; }
export const lock = 3;
export function make(): Key {
  return { door: 1, lock };
}
export function open({ lock }: Key) {}
)");
  Index();

  const auto uses = [&](const std::string& symbol) {
    const auto answer = engine_->Usages(
        {.root = root_, .symbol = symbol, .relation = retrieval::Relation::kUsages}, {});
    return answer.ok() ? answer->payload.symbols.size() - 1 : 0;
  };
  const auto is_exact = [&](const std::string& symbol) {
    return Of(symbol, retrieval::Relation::kUsages).certainty == wire::Certainty::kComplete;
  };
  EXPECT_EQ(uses("src/lib.rs:2"), 2u);
  EXPECT_EQ(uses("src/lib.rs:3"), 2u);
  EXPECT_FALSE(is_exact("id.ts:2"));
  EXPECT_FALSE(is_exact("id.ts:3"));
  EXPECT_TRUE(is_exact("id.ts:4"));
  EXPECT_EQ(uses("id.ts:7"), 1u);
}

}  // namespace
}  // namespace waymark::services
