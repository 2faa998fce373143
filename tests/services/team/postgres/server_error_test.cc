#include "postgres/server_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::StatusIs;

TEST(ServerError, SaysWhatWasAttemptedWhatWasFoundAndWhatHelps) {
  EXPECT_THAT(ToStatus({"publish", "42501", "permission denied for table blob"}),
              StatusIs(absl::StatusCode::kPermissionDenied,
                       AllOf(HasSubstr("publish: permission denied for table blob"),
                             HasSubstr("docs/TEAM.md"))));
}

TEST(ServerError, TellsWhatIsWorthAnotherAttempt) {
  for (const char* const transient :
       {"40001", "40P01", "57P01", "57P03", "08006", "55P03", "25006"}) {
    EXPECT_TRUE(IsTransient(ToStatus({"x", transient, "y"}))) << transient;
  }
  for (const char* const lasting :
       {"42501", "28P01", "3D000", "53100", "57014", "XX001", "42703"}) {
    EXPECT_FALSE(IsTransient(ToStatus({"x", lasting, "y"}))) << lasting;
  }
  EXPECT_TRUE(IsLostConnection(LostConnection("x", "y")));
  EXPECT_FALSE(IsLostConnection(ToStatus({"x", "57P01", "y"})));
  EXPECT_FALSE(IsTransient(WithoutTransience(LostConnection("x", "y"))));
}

TEST(ServerError, FindsTheCodeInAMessageOfAnyLanguage) {
  constexpr char kMessage[] =
      "connection to server on socket \"/tmp/.s.PGSQL.5432\" failed: SCHWERWIEGEND:  28P01: "
      "Passwort-Authentifizierung\nLOCATION:  auth_failed, auth.c:339\n";
  EXPECT_EQ(SqlStateIn(kMessage), "28P01");
  EXPECT_EQ(PlainMessage(kMessage), "Passwort-Authentifizierung");
  EXPECT_EQ(SqlStateIn("could not connect:  no such file"), "");
  EXPECT_EQ(SqlStateIn("a:  1234"), "");
  EXPECT_EQ(PlainMessage("first line\nsecond line"), "first line");
}

TEST(ServerError, LongMessagesOfAServerAreCut) {
  const absl::Status status = ToStatus({"x", "42501", std::string(100'000, 'm')});
  EXPECT_LT(status.message().size(), 2'000U);
}

}  // namespace
}  // namespace waymark::services
