#include "retrieval/unknown_names.h"

#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/drawn_graph.h"

namespace waymark::retrieval {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> Unknown(std::string_view task) {
  static const testing::DrawnGraph graph(R"(
src/app.py
  class Flask
    method dispatch_request
tests/test_app.py +test
  function test_dispatch
)");
  return UnknownNames(graph.view(), task);
}

TEST(UnknownNames, AreIdentifiersThatNothingIsCalled) {
  EXPECT_THAT(Unknown("where is parse_quantum_flux defined"), ElementsAre("parse_quantum_flux"));
  EXPECT_THAT(Unknown("Flask.nonexistent_method and Flask::stop()"),
              ElementsAre("Flask.nonexistent_method", "Flask::stop"));
}

TEST(UnknownNames, AreTestsThatTheirFilesDoNotHave) {
  EXPECT_THAT(Unknown("FAILED tests/test_app.py::test_gone"),
              ElementsAre("tests/test_app.py::test_gone"));
  EXPECT_THAT(Unknown("FAILED tests/test_app.py::test_dispatch[a]"), IsEmpty());
  EXPECT_THAT(Unknown("see src/app.py#L2 and other/page.html#install"), IsEmpty());
}

TEST(UnknownNames, AreNotWhatIsThereNorProse) {
  EXPECT_THAT(Unknown("Flask.dispatch_request of App.dispatch_request"), IsEmpty());
  EXPECT_THAT(Unknown("why does the application `stop`"), IsEmpty());
  EXPECT_THAT(Unknown(""), IsEmpty());
}

}  // namespace
}  // namespace waymark::retrieval
