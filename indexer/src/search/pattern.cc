#include "search/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <pcre2.h>

#include "graph/ascii.h"
#include "graph/status.h"

namespace waymark::indexer {
namespace {

constexpr std::uint32_t kCompileOptions =
    PCRE2_UTF | PCRE2_UCP | PCRE2_MULTILINE | PCRE2_NEVER_BACKSLASH_C;
// Bytes of the stack on which machine code backtracks.
constexpr std::size_t kFirstStackBytes = 32 << 10;
constexpr std::size_t kMaxStackBytes = std::size_t{kMaxMatchKibibytes} << 10;
// The most bytes of a pattern that are shown before and after a mistake.
constexpr std::size_t kShownAroundMistake = 60;

// Never null, which the library takes for a mistake.
PCRE2_SPTR BytesOf(std::string_view text) {
  return reinterpret_cast<PCRE2_SPTR>(text.empty() ? "" : text.data());
}

bool IsContinuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

// The pattern that matches `text` itself.
std::string EscapedPattern(std::string_view text) {
  std::string quoted;
  for (const char c : text) {
    const bool is_plain =
        IsLower(c) || IsUpper(c) || IsDigit(c) || static_cast<unsigned char>(c) >= 0x80;
    if (!is_plain) quoted += '\\';
    quoted += c;
  }
  return quoted;
}

// A part of a group that begins with `(?`, from the question mark on, which looks at nothing beside
// what it matches.
constexpr std::string_view kPlainGroups[] = {"?:", "?i)", "?i:"};

// Whether the pattern has neither assertions about other text nor parts that, once matched, are not
// tried again: both may depend on what follows the line. In doubt not.
bool LooksAtItsMatchAlone(std::string_view pattern) {
  constexpr std::string_view kOtherEscapes = "AZzGKRXCQE";
  constexpr std::string_view kRepeats = "*+?}";
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const std::string_view rest = pattern.substr(i + 1);
    const char next = rest.empty() ? '\0' : rest.front();
    if (pattern[i] == '\\') {
      if (kOtherEscapes.find(next) != std::string_view::npos) return false;
      ++i;
    } else if (pattern[i] == '(' && next == '?') {
      const bool is_plain =
          std::any_of(std::begin(kPlainGroups), std::end(kPlainGroups),
                      [rest](std::string_view group) { return rest.starts_with(group); });
      if (!is_plain) return false;
    } else {
      const bool is_verb = pattern[i] == '(' && next == '*';
      const bool is_possessive = next == '+' && kRepeats.find(pattern[i]) != std::string_view::npos;
      if (is_verb || is_possessive) return false;
    }
  }
  return true;
}

std::string MessageOf(int error) {
  std::array<PCRE2_UCHAR, 256> text{};
  pcre2_get_error_message(error, text.data(), text.size());
  return reinterpret_cast<const char*>(text.data());
}

// The pattern around a mistake on a line of its own, and a mark below it.
std::string MistakeText(std::string_view pattern, std::size_t offset) {
  const std::size_t at = std::min(offset, pattern.size());
  std::size_t from = at > kShownAroundMistake ? at - kShownAroundMistake : 0;
  while (from < at && IsContinuation(pattern[from])) ++from;
  std::size_t to = std::min(at + kShownAroundMistake, pattern.size());
  while (to < pattern.size() && IsContinuation(pattern[to])) ++to;
  std::size_t columns = 0;
  for (std::size_t i = from; i < at; ++i) columns += IsContinuation(pattern[i]) ? 0 : 1;
  return fmt::format("  {}\n  {:>{}}", pattern.substr(from, to - from), "^", columns + 1);
}

struct Compiler {
  pcre2_code* operator()(std::string_view pattern, std::uint32_t options) {
    pcre2_compile_context* const context = pcre2_compile_context_create(nullptr);
    if (context != nullptr) pcre2_set_newline(context, PCRE2_NEWLINE_LF);
    pcre2_code* const code = pcre2_compile(BytesOf(pattern), pattern.size(),
                                           kCompileOptions | options, &error, &offset, context);
    pcre2_compile_context_free(context);
    return code;
  }

  int error = 0;
  std::size_t offset = 0;
};

absl::Status MatchError(int code) {
  switch (code) {
    case PCRE2_ERROR_MATCHLIMIT:
      return absl::ResourceExhaustedError(fmt::format(
          "the pattern takes more than {} steps at one place; a repeat inside a repeat, as in "
          "(a+)+, does that: write it without one",
          kMaxMatchSteps));
    case PCRE2_ERROR_DEPTHLIMIT:
    case PCRE2_ERROR_HEAPLIMIT:
    case PCRE2_ERROR_JIT_STACKLIMIT:
    case PCRE2_ERROR_NOMEMORY:
      return absl::ResourceExhaustedError(fmt::format(
          "the pattern takes more than {} MiB of memory at one place; a repeat of a group, as in "
          "(a|b)*, does that: repeat a class, as in [ab]*",
          kMaxMatchKibibytes >> 10));
    default:
      return absl::InternalError(fmt::format("match a pattern: {}", MessageOf(code)));
  }
}

}  // namespace

void Pattern::Free::operator()(pcre2_real_code_8* code) const { pcre2_code_free(code); }

absl::StatusOr<Pattern> Pattern::Compile(const TextPattern& pattern) {
  if (pattern.text.size() > kMaxPatternBytes) {
    return absl::InvalidArgumentError(fmt::format("the pattern has {} bytes; the limit is {}",
                                                  pattern.text.size(), kMaxPatternBytes));
  }
  if (pattern.text.find('\n') != std::string::npos) {
    return absl::InvalidArgumentError(
        "the pattern has a line break, and no match reaches over one; search for one of several "
        "texts with a|b");
  }
  const std::string source = pattern.is_literal ? EscapedPattern(pattern.text) : pattern.text;
  const std::uint32_t options = pattern.ignores_case ? PCRE2_CASELESS : 0;
  Compiler compile;
  Pattern compiled;
  compiled.code_.reset(compile(source, options), Free());
  if (compiled.code_ == nullptr) {
    return absl::InvalidArgumentError(fmt::format("pattern: {}, at byte {}:\n{}",
                                                  MessageOf(compile.error), compile.offset + 1,
                                                  MistakeText(source, compile.offset)));
  }
  if (pattern.whole_words) {
    // \E ends a \Q that the pattern leaves open.
    compiled.code_.reset(compile(fmt::format(R"((?<!\w)(?:{}\E)(?!\w))", source), options), Free());
    if (compiled.code_ == nullptr) {
      return absl::InvalidArgumentError(
          fmt::format("pattern: {} if only whole words match; put \\b around words instead",
                      MessageOf(compile.error)));
    }
  }
  compiled.reads_several_lines_ = LooksAtItsMatchAlone(source);
  // Without machine code, which a system may forbid, the pattern is interpreted.
  static_cast<void>(pcre2_jit_compile(compiled.code_.get(), PCRE2_JIT_COMPLETE));
  return compiled;
}

void Matcher::Free::operator()(pcre2_real_match_context_8* context) const {
  pcre2_match_context_free(context);
}

void Matcher::Free::operator()(pcre2_real_match_data_8* data) const { pcre2_match_data_free(data); }

void Matcher::Free::operator()(pcre2_real_jit_stack_8* stack) const { pcre2_jit_stack_free(stack); }

Matcher::Matcher(const Pattern& pattern)
    : pattern_(pattern),
      context_(pcre2_match_context_create(nullptr)),
      data_(pcre2_match_data_create(1, nullptr)),
      stack_(pcre2_jit_stack_create(kFirstStackBytes, kMaxStackBytes, nullptr)) {
  if (context_ == nullptr || data_ == nullptr) return;
  pcre2_set_match_limit(context_.get(), kMaxMatchSteps);
  pcre2_set_depth_limit(context_.get(), kMaxMatchDepth);
  pcre2_set_heap_limit(context_.get(), kMaxMatchKibibytes);
  pcre2_jit_stack_assign(context_.get(), nullptr, stack_.get());
}

absl::StatusOr<std::optional<TextMatch>> Matcher::Find(std::string_view text, std::size_t from) {
  if (context_ == nullptr || data_ == nullptr) return MatchError(PCRE2_ERROR_NOMEMORY);
  const int code = pcre2_match(pattern_.code_.get(), BytesOf(text), text.size(), from,
                               PCRE2_NO_UTF_CHECK, data_.get(), context_.get());
  if (code == PCRE2_ERROR_NOMATCH) return std::nullopt;
  if (code < 0) return MatchError(code);
  const std::size_t* const ends = pcre2_get_ovector_pointer(data_.get());
  return TextMatch{ends[0], std::max(ends[0], ends[1])};
}

}  // namespace waymark::indexer
