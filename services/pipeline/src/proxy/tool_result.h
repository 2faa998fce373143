// Which texts of a tool's result are for a model alone, so that another form of them may be sent.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "proxy/proxy_message.h"

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

}  // namespace waymark::services
