#include "session/kept_originals.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace waymark::services {
namespace {

using ::testing::IsNull;
using ::testing::Pointee;

TEST(KeptOriginals, DropTheOldestWhenTheyAreFull) {
  KeptOriginals originals(10);
  EXPECT_TRUE(originals.Add(1, "1234"));
  EXPECT_TRUE(originals.Add(2, "1234"));
  EXPECT_TRUE(originals.Add(3, "12345"));
  EXPECT_THAT(originals.Find(1), IsNull());
  EXPECT_THAT(originals.Find(2), Pointee(std::string("1234")));
  EXPECT_THAT(originals.Find(3), Pointee(std::string("12345")));
}

TEST(KeptOriginals, KeepWhatWasPromised) {
  KeptOriginals originals(10);
  EXPECT_TRUE(originals.Add(1, "123456"));
  originals.Promise(1);
  originals.Promise(1);
  EXPECT_TRUE(originals.Add(2, "1234"));
  EXPECT_TRUE(originals.Add(3, "123"));
  EXPECT_THAT(originals.Find(1), Pointee(std::string("123456")));
  EXPECT_THAT(originals.Find(2), IsNull());
  EXPECT_FALSE(originals.Add(4, "12345"));
  EXPECT_THAT(originals.Find(3), Pointee(std::string("123")));
  EXPECT_THAT(originals.Find(4), IsNull());
}

TEST(KeptOriginals, ReleaseWhatWasPromised) {
  KeptOriginals originals(10);
  EXPECT_TRUE(originals.Add(1, "1234567890"));
  originals.Promise(1);
  EXPECT_FALSE(originals.Add(2, "1"));
  originals.Release();
  EXPECT_THAT(originals.Find(1), Pointee(std::string("1234567890")));
  EXPECT_TRUE(originals.Add(3, "1"));
  EXPECT_THAT(originals.Find(1), IsNull());
}

TEST(KeptOriginals, RefuseATextThatNeverFits) {
  KeptOriginals originals(3);
  EXPECT_TRUE(originals.Add(1, "1"));
  EXPECT_FALSE(originals.Add(2, "1234"));
  EXPECT_THAT(originals.Find(1), Pointee(std::string("1")));
}

}  // namespace
}  // namespace waymark::services
