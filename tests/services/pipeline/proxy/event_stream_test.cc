#include "proxy/event_stream.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>

namespace waymark::services {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> DataOf(std::string_view stream, std::size_t step) {
  std::vector<std::string> data;
  EventStream events([&](std::string_view text) { data.emplace_back(text); });
  for (std::size_t at = 0; at < stream.size(); at += step) events.Add(stream.substr(at, step));
  return data;
}

TEST(EventStream, EachEventGivesItsDataWhateverEndsItsLines) {
  for (const std::size_t step : {1U, 2U, 5U, 1000U}) {
    EXPECT_THAT(DataOf("event: message\nid: 1\ndata: {\"a\":1}\n\ndata:{}\n\n", step),
                ElementsAre("{\"a\":1}", "{}"));
    EXPECT_THAT(DataOf("data: a\r\n\r\ndata: b\r\n\r\n", step), ElementsAre("a", "b"));
    EXPECT_THAT(DataOf("data: a\r\rdata: b\r\r", step), ElementsAre("a", "b"));
  }
}

TEST(EventStream, LinesOfDataAreJoined) {
  EXPECT_THAT(DataOf("data: {\ndata: }\n\n", 3), ElementsAre("{\n}"));
}

TEST(EventStream, CommentsAndOtherFieldsAndAnEventThatDoesNotEndGiveNothing) {
  EXPECT_THAT(DataOf(": ping\n\nretry: 10\n\ndata: lost", 4), ElementsAre());
}

}  // namespace
}  // namespace waymark::services
