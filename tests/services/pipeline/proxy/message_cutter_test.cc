#include "proxy/message_cutter.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>

namespace waymark::services {
namespace {

using ::testing::ElementsAre;

// The messages and pieces that were taken: "m:..." for a message, "p:..." for a piece, "l:..." for
// a last piece.
class Taken final : public MessageTaker {
 public:
  void TakeMessage(std::string_view message) override {
    all.push_back("m:" + std::string(message));
  }

  void TakePiece(std::string_view bytes, bool is_last) override {
    all.push_back((is_last ? "l:" : "p:") + std::string(bytes));
  }

  std::vector<std::string> all;
};

TEST(MessageCutter, AMessageIsALineHoweverItsBytesCome) {
  for (const std::size_t step : {1U, 2U, 3U, 100U}) {
    Taken taken;
    MessageCutter cutter(taken);
    const std::string stream = "one\n\ntwo\r\nlast";
    for (std::size_t at = 0; at < stream.size(); at += step) {
      cutter.Add(std::string_view(stream).substr(at, step));
    }
    cutter.Finish();
    EXPECT_THAT(taken.all, ElementsAre("m:one", "m:", "m:two\r", "m:last")) << step;
  }
}

TEST(MessageCutter, AMessageThatIsTooLongComesInPiecesAndTheNextOneAsAWhole) {
  Taken taken;
  MessageCutter cutter(taken, 4);
  for (const char* const bytes : {"abc", "def", "ghi", "j\nnext\n"}) cutter.Add(bytes);
  EXPECT_THAT(taken.all, ElementsAre("p:abcdef", "p:ghi", "l:j\n", "m:next"));
}

TEST(MessageCutter, AMessageInPiecesEndsWithTheStream) {
  Taken taken;
  MessageCutter cutter(taken, 4);
  cutter.Add("abcdef");
  cutter.Finish();
  EXPECT_THAT(taken.all, ElementsAre("p:abcdef", "l:\n"));
}

}  // namespace
}  // namespace waymark::services
