// What the store holds of lessons: what is read is written again as the same lessons.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "answers/lesson_book.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using waymark::services::ReadLessons;
  using waymark::services::WriteLessons;
  const auto lessons = ReadLessons({reinterpret_cast<const char*>(data), size});
  if (!lessons.ok()) return 0;
  const auto again = ReadLessons(WriteLessons(*lessons));
  if (!again.ok() || *again != *lessons) std::abort();
  return 0;
}
