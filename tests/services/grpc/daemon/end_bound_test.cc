// A daemon that is held ends nevertheless.
#include "daemon/end_bound.h"

#include <chrono>

#include <gtest/gtest.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

namespace waymark::services {
namespace {

using std::chrono_literals::operator""h;
using std::chrono_literals::operator""ms;

TEST(EndBoundTest, EndsTheProcessThatIsHeld) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        spdlog::set_default_logger(spdlog::stderr_logger_mt("end"));
        EndBound end;
        end.Start(1ms);
        while (true) ::pause();
      },
      ::testing::ExitedWithCode(0), "event=cut ms=1");
}

TEST(EndBoundTest, IsLiftedByTheEnd) {
  EndBound end;
  end.Start(1h);
}

}  // namespace
}  // namespace waymark::services
