#include "views/background.h"

#include <thread>

#include <gtest/gtest.h>
#include <sys/resource.h>

namespace waymark::services {
namespace {

// Of the calling thread.
int Niceness() { return ::getpriority(PRIO_PROCESS, 0); }

TEST(InBackground, WorkAndWhatItStartsComeAfterTheOthersAndTheCallerStaysAsItWas) {
  const int before = Niceness();
  int of_child = 0;

  const int of_work = InBackground([&] {
    std::thread child([&] { of_child = Niceness(); });
    child.join();
    return Niceness();
  });

  EXPECT_GT(of_work, before);
  EXPECT_EQ(of_child, of_work);
  EXPECT_EQ(Niceness(), before);
}

}  // namespace
}  // namespace waymark::services
