// Patterns of PCRE2: the only place that knows the library.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include <absl/status/statusor.h>

#include "indexer/search/text_search.h"

struct pcre2_real_code_8;
struct pcre2_real_match_context_8;
struct pcre2_real_match_data_8;
struct pcre2_real_jit_stack_8;

namespace waymark::indexer {

// Compiled, to machine code where the processor and the system allow it. Thread-safe.
class Pattern {
 public:
  // Errors are those of CheckPattern().
  static absl::StatusOr<Pattern> Compile(const TextPattern& pattern);

  // Whether the first match in several lines is also the first one when each line is searched by
  // itself, unless that match has a line end inside.
  bool reads_several_lines() const { return reads_several_lines_; }

 private:
  friend class Matcher;

  struct Free {
    void operator()(pcre2_real_code_8* code) const;
  };

  Pattern() = default;

  std::shared_ptr<pcre2_real_code_8> code_;
  bool reads_several_lines_ = false;
};

// Matches a pattern, which must outlive it. For one thread.
class Matcher {
 public:
  explicit Matcher(const Pattern& pattern);

  // The first match that begins at `from` or later; nothing if there is none. REQUIRES: `text` is
  // valid UTF-8. ResourceExhausted if a limit of text_search.h is reached.
  absl::StatusOr<std::optional<TextMatch>> Find(std::string_view text, std::size_t from);

 private:
  struct Free {
    void operator()(pcre2_real_match_context_8* context) const;
    void operator()(pcre2_real_match_data_8* data) const;
    void operator()(pcre2_real_jit_stack_8* stack) const;
  };

  const Pattern& pattern_;
  std::unique_ptr<pcre2_real_match_context_8, Free> context_;
  std::unique_ptr<pcre2_real_match_data_8, Free> data_;
  std::unique_ptr<pcre2_real_jit_stack_8, Free> stack_;
};

}  // namespace waymark::indexer
