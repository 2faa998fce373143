// Sentences of Waymark in Markdown.
#pragma once

#include <string>
#include <string_view>

namespace waymark::services {

// A sentence on one line as Markdown: words and figures as text, everything else, such as names,
// paths, options, and a call of `waymark` at the end, as code. No text of a repository is read as
// markup, a link or a mention.
std::string MarkdownSentence(std::string_view text);

}  // namespace waymark::services
