#include "search/matching_lines.h"

#include <algorithm>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "graph/status.h"

namespace waymark::indexer {
namespace {

std::size_t LineBegin(std::string_view text, std::size_t at) {
  return at == 0 ? 0 : text.rfind('\n', at - 1) + 1;  // npos + 1 is 0
}

std::size_t LineEnd(std::string_view text, std::size_t at) {
  return std::min(text.find('\n', at), text.size());
}

class LineVisitor {
 public:
  LineVisitor(std::string_view text, Matcher& matcher,
              const std::function<bool(const MatchingLine&)>& visit)
      : text_(text), matcher_(matcher), visit_(visit) {}

  bool is_done() const { return is_done_; }

  // Searches whole lines [begin, end), each by itself.
  absl::Status VisitEach(std::size_t begin, std::size_t end) {
    while (begin < end && !is_done_) {
      const std::size_t line_end = LineEnd(text_, begin);
      WM_RETURN_IF_ERROR(VisitLine(begin, line_end));
      begin = line_end + 1;
    }
    return absl::OkStatus();
  }

  // Searches whole lines [begin, end) together.
  absl::Status VisitTogether(std::size_t begin, std::size_t end) {
    const std::string_view lines = text_.substr(begin, end - begin);
    for (std::size_t from = 0; from < lines.size() && !is_done_;) {
      WM_ASSIGN_OR_RETURN(const std::optional<TextMatch> match, Find(lines, from, begin));
      const bool is_behind_last_line =
          match.has_value() && match->begin == lines.size() && lines.back() == '\n';
      if (!match.has_value() || is_behind_last_line) break;
      const std::size_t line_begin = LineBegin(lines, match->begin);
      const std::size_t line_end = LineEnd(lines, match->begin);
      if (match->end <= line_end) {
        Visit(begin + line_begin, begin + line_end, {begin + match->begin, begin + match->end});
      } else {
        WM_RETURN_IF_ERROR(VisitLine(begin + line_begin, begin + line_end));
      }
      from = line_end + 1;
    }
    return absl::OkStatus();
  }

 private:
  absl::Status VisitLine(std::size_t begin, std::size_t end) {
    WM_ASSIGN_OR_RETURN(const std::optional<TextMatch> match,
                        Find(text_.substr(begin, end - begin), 0, begin));
    if (match.has_value()) Visit(begin, end, {begin + match->begin, begin + match->end});
    return absl::OkStatus();
  }

  void Visit(std::size_t begin, std::size_t end, TextMatch match) {
    is_done_ = !visit_({.begin = begin, .end = end, .match = match});
  }

  // `part` begins at byte `begin` of the text.
  absl::StatusOr<std::optional<TextMatch>> Find(std::string_view part, std::size_t from,
                                                std::size_t begin) {
    absl::StatusOr<std::optional<TextMatch>> found = matcher_.Find(part, from);
    if (found.ok()) return found;
    const std::string_view before = text_.substr(0, begin + from);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    return absl::Status(found.status().code(), fmt::format("from line {} on: {}", line,
                                                           std::string(found.status().message())));
  }

  const std::string_view text_;
  Matcher& matcher_;
  const std::function<bool(const MatchingLine&)>& visit_;
  bool is_done_ = false;
};

}  // namespace

absl::Status VisitMatchingLines(std::string_view text, const Pattern& pattern, Matcher& matcher,
                                const std::atomic<bool>* cancelled,
                                const std::function<bool(const MatchingLine&)>& visit) {
  LineVisitor visitor(text, matcher, visit);
  for (std::size_t begin = 0; begin < text.size() && !visitor.is_done();) {
    if (cancelled != nullptr && *cancelled) return absl::CancelledError("search: cancelled");
    const std::size_t wanted = std::min(begin + kSearchedAtOnce, text.size());
    const std::size_t end = std::min(LineEnd(text, wanted - 1) + 1, text.size());
    WM_RETURN_IF_ERROR(pattern.reads_several_lines() ? visitor.VisitTogether(begin, end)
                                                     : visitor.VisitEach(begin, end));
    begin = end;
  }
  return absl::OkStatus();
}

}  // namespace waymark::indexer
