#include "answers/lesson_book.h"

#include <optional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graph/hash.h"
#include "graph/status.h"
#include "services/limits.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;
using retrieval::JudgementSource;
using retrieval::RelevanceJudgement;

constexpr std::string_view kLessonsHead = "waymark lessons 1\n";

RootHash KeyOf(const std::string& repository) {
  return FieldHasher("waymark.lessons.v1").Add(repository).Finish<RootHash>();
}

// False if the member is not a string.
bool ReadText(const Json& row, const char* member, std::string& text) {
  const auto at = row.find(member);
  if (at == row.end() || !at->is_string()) return false;
  text = at->get<std::string>();
  return true;
}

template <typename Hash>
bool ReadHash(const Json& row, const char* member, Hash& hash) {
  std::string text;
  if (!ReadText(row, member, text)) return false;
  const std::optional<Hash> read = Hash::FromHex(text);
  if (read) hash = *read;
  return read.has_value();
}

bool ReadFlag(const Json& row, const char* member, bool& flag) {
  const auto at = row.find(member);
  if (at == row.end() || !at->is_boolean()) return false;
  flag = at->get<bool>();
  return true;
}

bool ReadTerms(const Json& row, std::vector<std::string>& terms) {
  const auto at = row.find("terms");
  if (at == row.end() || !at->is_array() || at->size() > retrieval::kMaxLessonTerms) return false;
  for (const Json& term : *at) {
    if (!term.is_string()) return false;
    terms.push_back(term.get<std::string>());
  }
  return true;
}

std::optional<RelevanceJudgement> ReadLesson(std::string_view line) {
  const Json row = Json::parse(line, nullptr, false);
  RelevanceJudgement lesson;
  bool asked = false;
  if (!row.is_object() || !ReadText(row, "task", lesson.task) || !ReadTerms(row, lesson.terms) ||
      !ReadHash(row, "symbol", lesson.symbol) || !ReadText(row, "name", lesson.name) ||
      !ReadText(row, "shown", lesson.shown) || !ReadHash(row, "text", lesson.text) ||
      !ReadFlag(row, "useful", lesson.useful) || !ReadFlag(row, "asked", asked)) {
    return std::nullopt;
  }
  lesson.source = asked ? JudgementSource::kAsked : JudgementSource::kTold;
  return lesson;
}

}  // namespace

absl::StatusOr<LessonList> ReadLessons(std::string_view text) {
  if (!text.starts_with(kLessonsHead)) {
    return absl::DataLossError(
        "read the feedback: its row is damaged, or a newer waymark wrote it; delete all feedback "
        "with: waymark feedback forget --all");
  }
  text.remove_prefix(kLessonsHead.size());
  LessonList lessons;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::optional<RelevanceJudgement> lesson = ReadLesson(text.substr(0, end));
    if (!lesson || lessons.size() == kMaxLessons) {
      return absl::DataLossError(
          fmt::format("read the feedback: line {} of its row is damaged; delete all feedback with: "
                      "waymark feedback forget --all",
                      lessons.size() + 2));
    }
    lessons.push_back(*std::move(lesson));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lessons;
}

std::string WriteLessons(const LessonList& lessons) {
  std::string text(kLessonsHead);
  for (const RelevanceJudgement& lesson : lessons) {
    const Json row = {{"task", lesson.task},
                      {"terms", lesson.terms},
                      {"symbol", lesson.symbol.ToHex()},
                      {"name", lesson.name},
                      {"shown", lesson.shown},
                      {"text", lesson.text.ToHex()},
                      {"useful", lesson.useful},
                      {"asked", lesson.source == JudgementSource::kAsked}};
    text += row.dump(-1, ' ', false, Json::error_handler_t::replace);
    text += '\n';
  }
  return text;
}

absl::StatusOr<std::shared_ptr<const LessonList>> LessonBook::Of(const std::string& repository) {
  WM_ASSIGN_OR_RETURN(std::optional<std::string> text,
                      store_.Recall(graph::MemoryKind::kLessons, KeyOf(repository)));
  if (!text) return std::shared_ptr<const LessonList>();
  const MutexLock lock(mutex_);
  Page& page = pages_[repository];
  if (page.lessons == nullptr || page.text != *text) {
    WM_ASSIGN_OR_RETURN(LessonList lessons, ReadLessons(*text));
    page = {*std::move(text), std::make_shared<const LessonList>(std::move(lessons))};
  }
  return page.lessons;
}

absl::Status LessonBook::Change(const std::string& repository,
                                const std::function<absl::Status(LessonList& lessons)>& change) {
  return store_.Remember(
      graph::MemoryKind::kLessons, KeyOf(repository),
      [&](const std::optional<std::string>& known) -> absl::StatusOr<std::string> {
        LessonList lessons;
        if (known) {
          WM_ASSIGN_OR_RETURN(lessons, ReadLessons(*known));
        }
        WM_RETURN_IF_ERROR(change(lessons));
        if (lessons.size() > kMaxLessons) {
          lessons.erase(lessons.begin(), lessons.end() - static_cast<std::ptrdiff_t>(kMaxLessons));
        }
        return WriteLessons(lessons);
      });
}

absl::Status LessonBook::Clear(const std::string& repository) {
  return store_.Remember(graph::MemoryKind::kLessons, KeyOf(repository),
                         [](const std::optional<std::string>&) -> absl::StatusOr<std::string> {
                           return WriteLessons({});
                         });
}

}  // namespace waymark::services
