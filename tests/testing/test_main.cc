#include <gmock/gmock.h>

#ifdef __has_feature
#if __has_feature(address_sanitizer)
// The match data of a regular expression of libgit2 that does not match
// (tests/services/leaks.supp).
extern "C" const char* __lsan_default_suppressions() { return "leak:libpcre2"; }  // NOLINT
#endif
#endif

int main(int argc, char** argv) {
  testing::InitGoogleMock(&argc, argv);
  return RUN_ALL_TESTS();
}
