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

Json ErrorResult(const absl::Status& status, std::string_view format) {
  const std::string text =
      ErrorIn(format, status).value_or(VisibleMessage(std::string(status.message())));
  Json result = {{"content", Json::array({TextContent(text)})}, {"isError", true}};
  if (format == "json") result["structuredContent"] = Json::parse(text);
  return result;
}

}  // namespace

Json ToResult(const absl::StatusOr<ToolAnswer>& answer, const std::string& held,
              std::string_view format) {
  if (!answer.ok()) return ErrorResult(answer.status(), format);
  const std::string etag = EtagOf(*answer);
  const bool is_held =
      held == etag || (!answer->content_tag.empty() && held == answer->content_tag);
  Json content = Json::array({TextContent(is_held ? "not_modified" : answer->text)});
  if (!held.empty() && !is_held && !answer->is_error)
    content.push_back(TextContent("etag: " + etag));
  if (!answer->note.empty()) content.push_back(TextContent("note: " + VisibleLine(answer->note)));
  Json result = {{"content", std::move(content)}, {"isError", answer->is_error}};
  if (!is_held && !answer->structured.is_null()) result["structuredContent"] = answer->structured;
  if (!answer->is_error) result["_meta"] = {{kMetaEtag, etag}};
  return result;
}

}  // namespace waymark::services
