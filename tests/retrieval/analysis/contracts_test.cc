#include "retrieval/contracts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/drawn_graph.h"
#include "testing/status_matchers.h"

namespace waymark::retrieval {
namespace {

using testing::DrawnGraph;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr char kContractsShop[] = R"(
  src/views.py
    route_handler /items/:id
    function show()
    function add()
    route_handler /unused
    external topic://items.added
    env_var env://SHOP_HOME
  src/client.py
    function load()
    external endpoint://https://shop.example/items/7?full=1
    external endpoint:///elsewhere
    function listen()
    external topic://items.added
    env_var env://SHOP_HOME
  tests/test_views.py +test
    route_handler /in-a-test
  src/views.py:/items/:id -handles_route-> show
  add -publishes-> src/views.py:topic://items.added
  show -reads_env-> src/views.py:env://SHOP_HOME
  load -reads_env-> src/client.py:env://SHOP_HOME
  load -consumes_endpoint-> src/client.py:endpoint://https://shop.example/items/7?full=1
  listen -consumes_endpoint-> src/client.py:endpoint:///elsewhere
  listen -subscribes-> src/client.py:topic://items.added
)";

TEST(FindContracts, JoinsWhatSeveralFilesNameAndBothSides) {
  const DrawnGraph graph(kContractsShop);

  WM_ASSERT_OK_AND_ASSIGN(const Contracts found, FindContracts(graph.view(), {}));

  ASSERT_EQ(found.total, 5U);
  EXPECT_EQ(found.elsewhere, 1U) << "the route of a test";
  const Contract& elsewhere = found.contracts[0];
  EXPECT_EQ(elsewhere.path, "/elsewhere");
  EXPECT_THAT(elsewhere.providers, IsEmpty());
  EXPECT_THAT(graph.NamesOf(elsewhere.consumers), ElementsAre("listen"));
  EXPECT_TRUE(elsewhere.is_orphan());

  const Contract& items = found.contracts[1];
  EXPECT_EQ(items.path, "/items/:id");
  EXPECT_EQ(items.method, "*");
  EXPECT_THAT(graph.NamesOf(items.providers), ElementsAre("show"));
  EXPECT_THAT(graph.NamesOf(items.consumers), ElementsAre("load"));
  EXPECT_FALSE(items.is_orphan());

  const Contract& unused = found.contracts[2];
  EXPECT_EQ(unused.path, "/unused");
  EXPECT_TRUE(unused.is_orphan());

  const Contract& added = found.contracts[3];
  EXPECT_EQ(Name(added.type), "topic");
  EXPECT_THAT(graph.NamesOf(added.providers), ElementsAre("add"));
  EXPECT_THAT(graph.NamesOf(added.consumers), ElementsAre("listen"));

  const Contract& home = found.contracts[4];
  EXPECT_EQ(Name(home.type), "env");
  EXPECT_THAT(graph.NamesOf(home.consumers), ElementsAre("show", "load"));
  EXPECT_FALSE(home.is_orphan());
}

TEST(FindContracts, JoinsWhoImplementsAServiceAndItsClients) {
  const DrawnGraph graph(R"(
    server.py
      class Greeter
      external rpc://Greeter
    client.py
      function greet()
      external rpc://Greeter
      external rpc://Cart
    Greeter -implements_rpc-> server.py:rpc://Greeter
    greet -consumes_rpc-> client.py:rpc://Greeter
    greet -consumes_rpc-> client.py:rpc://Cart
  )");

  WM_ASSERT_OK_AND_ASSIGN(const Contracts found, FindContracts(graph.view(), {}));

  ASSERT_EQ(found.total, 2U);
  const Contract& cart = found.contracts[0];
  EXPECT_EQ(Name(cart.type), "rpc");
  EXPECT_EQ(cart.path, "Cart");
  EXPECT_TRUE(cart.is_orphan());
  const Contract& greeter = found.contracts[1];
  EXPECT_THAT(graph.NamesOf(greeter.providers), ElementsAre("Greeter"));
  EXPECT_THAT(graph.NamesOf(greeter.consumers), ElementsAre("greet"));
  EXPECT_FALSE(greeter.is_orphan());
}

TEST(FindContracts, LeavesOutAddressesThatNobodyAsksFor) {
  const DrawnGraph graph(R"(
    cache.py
      function look()
      external endpoint:///kept
  )");

  WM_ASSERT_OK_AND_ASSIGN(const Contracts found, FindContracts(graph.view(), {}));

  EXPECT_EQ(found.total, 0U);
}

TEST(FindContracts, KeepsTheFirst) {
  const DrawnGraph graph(kContractsShop);

  WM_ASSERT_OK_AND_ASSIGN(const Contracts found, FindContracts(graph.view(), {.limit = 2}));

  EXPECT_EQ(found.contracts.size(), 2U);
  EXPECT_EQ(found.total, 5U);
}

TEST(IsAnsweredAt, ComparesComponents) {
  EXPECT_TRUE(IsAnsweredAt("/users/7", "/users/:id"));
  EXPECT_TRUE(IsAnsweredAt("/users/7/", "/users/{id}"));
  EXPECT_TRUE(IsAnsweredAt("http://host:80/users/7#top", "/users/<int:id>"));
  EXPECT_TRUE(IsAnsweredAt("/files/a/b", "/files/*"));
  EXPECT_TRUE(IsAnsweredAt("https://host", "/"));
  EXPECT_FALSE(IsAnsweredAt("/users", "/users/:id"));
  EXPECT_FALSE(IsAnsweredAt("/users/7/posts", "/users/:id"));
  EXPECT_FALSE(IsAnsweredAt("/items/7", "/users/:id"));
}

}  // namespace
}  // namespace waymark::retrieval
