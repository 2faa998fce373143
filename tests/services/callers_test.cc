// When an answer about callers may say that there are no others.
#include <filesystem>
#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "services/engine.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

using ::testing::HasSubstr;
using testing::TempDir;

class CallersTest : public ::testing::Test {
 protected:
  void Index() {
    root_ = std::filesystem::canonical(directory_.path() / "work");
    WM_ASSERT_OK_AND_ASSIGN(engine_,
                            Engine::Open({.store_directory = directory_.path() / "store"}));
    WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));
  }

  void Write(const std::string& name, const std::string& text) {
    directory_.WriteFile("work/" + name, text);
  }

  wire::Completeness Of(const std::string& symbol,
                        retrieval::Relation relation = retrieval::Relation::kCallers) {
    const auto answer =
        engine_->Usages({.root = root_, .symbol = symbol, .relation = relation}, {});
    EXPECT_TRUE(answer.ok()) << symbol << ": " << answer.status();
    return answer.ok() ? answer->payload.completeness : wire::Completeness{};
  }

  bool IsExact(const std::string& symbol) {
    return Of(symbol).certainty == wire::Certainty::kExact;
  }

  TempDir directory_;
  std::filesystem::path root_;
  std::unique_ptr<Engine> engine_;
};

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
  EXPECT_EQ(given.certainty, wire::Certainty::kLowerBound);
  EXPECT_EQ(given.count, 1U);
  EXPECT_THAT(given.reason, HasSubstr("handed on as a value"));
  EXPECT_EQ(Of("jobs.given", retrieval::Relation::kUsages).certainty, wire::Certainty::kExact)
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

}  // namespace
}  // namespace waymark::services
