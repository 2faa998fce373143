#include "tools/tool_result.h"

#include <cstddef>
#include <utility>

#include "graph/hash.h"
#include "services/state_text.h"
#include "services/visible_text.h"
#include "wire/gcx.h"

namespace waymark::services {
namespace {

constexpr char kMetaEtag[] = "waymark/etag";

Json TextContent(const std::string& text) { return {{"type", "text"}, {"text", text}}; }

// The etag in the text, or a hash of it. Answers with the same etag are equal byte for byte.
std::string EtagOf(const ToolAnswer& answer) {
  constexpr std::size_t kDigits = 32;
  std::string written = wire::GcxEtag(answer.text);
  if (!written.empty()) return written;
  return HashContent(answer.text).ToHex().substr(0, kDigits);
}

// The graph of an answer in GCF is a block, and its source another.
void AddAnswer(const std::string& text, Json& content) {
  constexpr std::string_view kGraph = "GCF ";
  constexpr std::string_view kSource = "\n## source\n";
  const std::size_t at = text.starts_with(kGraph) ? text.find(kSource) : std::string::npos;
  if (at == std::string::npos) return content.push_back(TextContent(text));
  content.push_back(TextContent(text.substr(0, at + 1)));
  content.push_back(TextContent(text.substr(at + 1)));
}

void AddNote(const std::string& note, Json& content) {
  if (!note.empty()) content.push_back(TextContent("note: " + VisibleLine(note)));
}

Json ErrorResult(const absl::Status& status, std::string_view format, const std::string& note) {
  const std::string text =
      ErrorIn(format, status).value_or(VisibleMessage(std::string(status.message())));
  Json content = Json::array({TextContent(text)});
  AddNote(note, content);
  Json result = {{"content", std::move(content)}, {"isError", true}};
  if (format == "json") result["structuredContent"] = Json::parse(text);
  return result;
}

}  // namespace

Json ToResult(const absl::StatusOr<ToolAnswer>& answer, const std::string& held,
              std::string_view format, const std::string& note) {
  if (!answer.ok()) return ErrorResult(answer.status(), format, note);
  const std::string etag = EtagOf(*answer);
  const bool is_held =
      held == etag || (!answer->content_tag.empty() && held == answer->content_tag);
  Json content = Json::array();
  AddAnswer(is_held ? "not_modified" : answer->text, content);
  if (!held.empty() && !is_held && !answer->is_error)
    content.push_back(TextContent("etag: " + etag));
  AddNote(answer->note, content);
  AddNote(note, content);
  Json result = {{"content", std::move(content)}, {"isError", answer->is_error}};
  if (!is_held && !answer->structured.is_null()) result["structuredContent"] = answer->structured;
  if (!answer->is_error) result["_meta"] = {{kMetaEtag, etag}};
  return result;
}

}  // namespace waymark::services
