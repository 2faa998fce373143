// When an answer about callers may say that there are no others.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "callers_fixture.h"

namespace waymark::services {
namespace {

using ::testing::HasSubstr;

TEST_F(CallersTest, AreNotAllOfAFunctionThatIsHandedOn) {
  Write("jobs.py", R"(
def called():
    pass

def in_table():
    pass

def given():
    pass

def made():
    pass

TABLE = {"a": in_table}
VALUE = made()
)");
  Write("main.py", R"(
import jobs
from jobs import called, given, made
import outside

outside.on_exit(given)

def main():
    called()
    given()
)");
  Index();

  EXPECT_TRUE(IsExact("jobs.called")) << "imported and called";
  EXPECT_TRUE(IsExact("jobs.made")) << "a variable holds what it returns";
  EXPECT_FALSE(IsExact("jobs.in_table"));
  const wire::Completeness given = Of("jobs.given");
  EXPECT_EQ(given.certainty, wire::Certainty::kIncomplete);
  EXPECT_EQ(given.possible_uses, 1U);
  EXPECT_THAT(given.reason, HasSubstr("1 use as a value"));
  EXPECT_EQ(Of("jobs.given", retrieval::Relation::kUsages).certainty, wire::Certainty::kComplete)
      << "who hands it on is a user";
}

TEST_F(CallersTest, OfADecoratedFunctionAreAllWhenTheDecoratorIsSeenToCallIt) {
  Write("views.py", R"(
HANDLERS = []

def registered(function):
    HANDLERS.append(function)
    return function

def logged(function):
    def wrapper():
        return function()
    return wrapper

@registered
def on_start():
    pass

@logged
def show():
    pass

def main():
    show()
)");
  Index();

  EXPECT_FALSE(IsExact("views.on_start"));
  EXPECT_TRUE(IsExact("views.show"));
  EXPECT_TRUE(IsExact("views.registered")) << "a decorator is run where it stands";
}

TEST_F(CallersTest, AreNotAllOfACallbackOfC) {
  Write("list.c", R"(
static int compare(const void* a, const void* b) { return a < b; }
static int plain(int a) { return a; }
void sort_all(void* base, int count) {
  qsort(base, plain(count), 8, compare);
}
)");
  Index();

  EXPECT_FALSE(IsExact("compare"));
  EXPECT_TRUE(IsExact("plain"));
}

TEST_F(CallersTest, AreNotAllOfOneOfTwoBranches) {
  Write("pump.c", R"(
#ifdef SMALL
#define TURNS(n) (n)
int pump(int n) { return TURNS(n); }
int valve(int n) { return n; }
#else
#define TURNS(n) ((n) * 2)
int pump(int n) { return TURNS(n) + 1; }
int lid(int n) { return n; }
#endif
int run(void) { return pump(1) + valve(2) + lid(3); }
)");
  Index();

  const bool first = IsExact("pump.c:4");
  const bool second = IsExact("pump.c:8");
  EXPECT_FALSE(first && second);  // the one that the call is not bound to
  EXPECT_FALSE(IsExact("pump.c:3") && IsExact("pump.c:7"));
  EXPECT_TRUE(IsExact("valve"));
  EXPECT_TRUE(IsExact("lid"));
}

TEST_F(CallersTest, OfTheHeadsOfAnOverloadedFunctionAreItsOwn) {
  Write("a.py", R"(from typing import overload
@overload
def load(x: int) -> int: ...
@overload
def load(x: str) -> str: ...
def load(x):
    return x
def main():
    load(1)
)");
  Write("b.ts", R"(export class C {
  get(k: number): number;
  get(k: string): string;
  get(k: any): any { return k; }
}
export function enter(c: C) { return c.get(2); }
)");
  Index();

  for (const char* symbol : {"a.py:3", "a.py:6", "a.load", "b.ts:2", "b.ts:4", "C.get"}) {
    WM_ASSERT_OK_AND_ASSIGN(
        const UsagesAnswer answer,
        engine_->Usages(
            {.root = root_, .symbol = symbol, .relation = retrieval::Relation::kCallers}, {}));
    const auto& symbols = answer.payload.symbols;
    ASSERT_EQ(symbols.size(), 2U) << symbol;
    EXPECT_THAT(symbols[1].qualified_name, ::testing::AnyOf("a.main", "b.enter")) << symbol;
  }
}

TEST_F(CallersTest, AreNotAllOfAMemberThatATextMayName) {
  Write("shop.py", R"(
from operator import methodcaller
from werkzeug.local import LocalProxy

class Cart:
    def total(self):
        pass
    def empty(self):
        pass

class BigCart(Cart):
    def weight(self):
        pass

class Till:
    def open(self):
        pass
    def shut(self):
        pass
    def ring(self):
        pass

class Log:
    def write(self):
        pass

def run(cart: Cart, name):
    return getattr(cart, name)()

def ring(tills):
    return map(methodcaller("ring"), tills)

def shut(till: Till):
    getattr(till, "shut")()

proxy = LocalProxy(len, "write")
columns = ["total", "weight"]
)");
  Index();

  for (const char* name : {"shop.Cart.total", "shop.BigCart.weight"}) {
    const wire::Completeness reached = Of(name);
    EXPECT_EQ(reached.certainty, wire::Certainty::kIncomplete) << name;
    EXPECT_THAT(reached.reason, HasSubstr("1 member by a computed name"));
  }
  EXPECT_EQ(Of("shop.Cart.empty").certainty, wire::Certainty::kLikelyComplete)
      << "no text has its name";
  EXPECT_TRUE(IsExact("shop.Till.open")) << "of another type";
  EXPECT_FALSE(IsExact("shop.Till.ring"));
  EXPECT_FALSE(IsExact("shop.Till.shut"));
  EXPECT_FALSE(IsExact("shop.Log.write"));
  EXPECT_TRUE(IsExact("shop.run")) << "no member of a type";
}

TEST_F(CallersTest, AreNotAllOfWhatTheOwnFileReachesByName) {
  Write("jobs.py", R"(
def first():
    pass

def run(name):
    globals()[name]()
)");
  Write("other.py", "def second():\n    pass\n");
  Index();

  EXPECT_FALSE(IsExact("jobs.first"));
  EXPECT_TRUE(IsExact("other.second"));
}

TEST_F(CallersTest, AreNotAllOfAMemberOfWhatNothingIsKnownOf) {
  Write("a.ts", R"(
export class Cart {
  total() { return 1; }
  each(name: string) { return this[name](); }
}
class Log { write() {} }
)");
  Write("b.rb", R"(
class Till
  def open; end
end
def run(till, name = "open")
  till.public_send(name)
end
)");
  Write("c.go", R"(package c
import "reflect"
type Bell struct{}
func (b Bell) Ring() {}
func run(v any, name string) { reflect.ValueOf(v).MethodByName(name).Call(nil) }
func main() { run(Bell{}, "Ring") }
)");
  Write("D.java", R"(
class Door {
  void open() {}
  static void run(Object of, String name) throws Exception {
    of.getClass().getMethod(name).invoke(of);
  }
  static void main() throws Exception { run(new Door(), "open"); }
}
)");
  Index();

  EXPECT_FALSE(IsExact("Cart.total"));
  EXPECT_TRUE(IsExact("Log.write")) << "the own object is none";
  EXPECT_FALSE(IsExact("Till#open"));
  EXPECT_FALSE(IsExact("Bell.Ring"));
  EXPECT_FALSE(IsExact("Door.open"));
}

}  // namespace
}  // namespace waymark::services
