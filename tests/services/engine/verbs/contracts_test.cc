// What a program agrees on with others, from source files to every format.
#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "services/analyze_text.h"
#include "services/engine.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"
#include "wire/gcx.h"

namespace waymark::services {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::TempDir;

class ContractsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    directory_.WriteFile("shop/views.py", R"(import os

@app.get("/items/{id}")
def show(id):
    return os.environ["SHOP_HOME"]

@app.post("/items")
def add():
    bus.publish("items.added")
)");
    directory_.WriteFile("shop/pages.py", R"(from flask import Flask
from django.urls import path

app = Flask(__name__)

@app.route("/about")
def about():
    return ""

def terms(request):
    return ""

urlpatterns = [path("terms/", terms)]
)");
    directory_.WriteFile("shop/examples/web.py", R"(from flask import Flask

app = Flask(__name__)

@app.route("/example")
def example():
    return ""
)");
    directory_.WriteFile("shop/client.py", R"(import os
import requests

def load():
    return requests.get("https://shop.example/items/7"), os.getenv("SHOP_HOME")
)");
    root_ = std::filesystem::canonical(directory_.path() / "shop");
    WM_ASSERT_OK_AND_ASSIGN(engine_,
                            Engine::Open({.store_directory = directory_.path() / "store"}));
    WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));
    WM_ASSERT_OK_AND_ASSIGN(
        answer_, engine_->Analyze({.root = root_, .analysis = Analysis::kContracts}, {}));
  }

  TempDir directory_;
  std::filesystem::path root_;
  std::unique_ptr<Engine> engine_;
  AnalyzeAnswer answer_;
};

TEST_F(ContractsTest, HaveTheirSidesInText) {
  const std::string text = TextOf(answer_);

  EXPECT_THAT(text, HasSubstr("1 of tests, examples, vendored and generated files is not listed"));
  EXPECT_THAT(text, HasSubstr("external contracts: 6\n"
                              "  http GET /about  no consumer seen in this repository\n"
                              "    from pages.about  pages.py:7\n"
                              "  http POST /items  no consumer seen in this repository\n"
                              "    from views.add  views.py:8\n"
                              "  http GET /items/{id}\n"
                              "    from views.show  views.py:4\n"
                              "    used by client.load  client.py:4\n"
                              "  http * /terms/  no consumer seen in this repository\n"
                              "    from pages.terms  pages.py:10\n"
                              "  topic items.added  no consumer seen in this repository\n"
                              "    from views.add  views.py:8\n"
                              "  env SHOP_HOME\n"
                              "    used by client.load  client.py:4\n"
                              "    used by views.show  views.py:4\n"));
}

TEST_F(ContractsTest, HaveTheColumnsOfTheirLayoutAndTheirOrphansApart) {
  WM_ASSERT_OK_AND_ASSIGN(const std::string gcx, GcxOf(answer_));

  EXPECT_THAT(gcx, HasSubstr("http GET /items/{id}\thttp\tGET\t/items/{id}\t.\tviews.show\t"
                             "client.load\n"));
  EXPECT_THAT(gcx, Not(HasSubstr("contracts.orphans")));
  WM_EXPECT_OK(wire::DecodeGcx(gcx).status());

  WM_ASSERT_OK_AND_ASSIGN(
      const AnalyzeAnswer orphans,
      engine_->Analyze({.root = root_, .analysis = Analysis::kContracts, .only_orphans = true},
                       {}));
  EXPECT_THAT(TextOf(orphans), HasSubstr("external contracts, one side missing: 4\n"));
  EXPECT_THAT(TextOf(orphans), HasSubstr("  http POST /items  no consumer"));
  WM_ASSERT_OK_AND_ASSIGN(const std::string rows, GcxOf(orphans));
  EXPECT_THAT(rows, HasSubstr("GCX1 tool=contracts.orphans fields=contract_id,side,repo,symbol"));
  EXPECT_THAT(rows, HasSubstr("topic items.added\tprovider\tshop\tviews.add"));
  EXPECT_THAT(rows, Not(HasSubstr("contracts.list")));
  WM_EXPECT_OK(wire::DecodeGcx(rows).status());
  EXPECT_FALSE(engine_->Analyze({.root = root_, .only_orphans = true}, {}).ok());
}

TEST_F(ContractsTest, OfOneNameAreOneThingToAskFor) {
  WM_ASSERT_OK_AND_ASSIGN(const auto answer,
                          engine_->Usages({.root = root_, .symbol = "env://SHOP_HOME"}, {}));

  std::vector<std::string> users;
  for (const wire::Symbol& symbol : answer.payload.symbols) users.push_back(symbol.qualified_name);
  EXPECT_THAT(users, ::testing::IsSupersetOf({"client.load", "views.show"}));
}

}  // namespace
}  // namespace waymark::services
