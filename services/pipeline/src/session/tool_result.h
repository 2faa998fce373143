// Which texts of a tool's result are for a model alone, so that another form of them may be sent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hints/json_parts.h"
#include "services/response_pipeline.h"

namespace waymark::services {

// Takes a text for a model. Another form of it, or no value to leave it; the text stays in any case
// unless it `may_change`.
using OtherForm =
    std::function<std::optional<std::string>(const std::string& text, bool may_change)>;

// Appends an edit for each text of `result`, the result of tools/call, that has another form.
//
// Left as they are: texts of failed calls, and a text that has the same JSON value as
// structuredContent, since it is there for programs. These are not even looked at: images, audio,
// resources and links; structuredContent; a text whose annotations name an audience without the
// model ("assistant"); and a text that is no UTF-8.
void EditToolResult(std::string_view result, const OtherForm& other_form,
                    std::vector<TextEdit>& edits);

// Longer texts pass as they are: no context of a model holds them, and their encoding would keep
// other messages waiting.
inline constexpr std::size_t kMaxShapedTextBytes = std::size_t{1} << 20;

// Appends an edit for each text of the result of `call` that the pipeline gives another form. The
// text of `call` is not used. Returns numbers for Sent(), once the result is written.
std::vector<std::uint32_t> ShapeToolResult(ResponsePipeline& pipeline, ToolText call,
                                           std::string_view result, std::vector<TextEdit>& edits);

}  // namespace waymark::services
