// Sources that say under each line what is expected of it.
//
//   def run(self, app: App):
//   #   ^^^ definition function run params=2/2
//   #             ^^^ type App
//
// A line whose first characters are a comment mark, blanks, and then ^ or <- belongs to the code
// line above it. Carets stand under the name they speak of; `<-` speaks of the column of the
// comment mark itself. Such lines are taken out before the source is extracted, so that they are
// neither comments nor documentation, and lines count without them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::indexer {

struct Annotation {
  std::uint32_t file_line = 0;  // of the annotation in the fixture, 1-based
  std::uint32_t line = 0;       // of the code it speaks of, in the source without annotations
  std::uint32_t column = 0;
  std::uint32_t length = 0;  // carets; 0 for <-
  std::string text;
};

struct AnnotatedSource {
  std::string source;
  std::vector<Annotation> annotations;
};

// `mark` begins a comment: "#" or "//".
AnnotatedSource ParseAnnotations(std::string_view text, std::string_view mark);

}  // namespace waymark::indexer
