// The tools that the proxy adds to those of the server, if answers may be references.
#pragma once

#include <string>
#include <string_view>

namespace waymark::services {

inline constexpr std::string_view kRecallTool = "recall";
inline constexpr std::string_view kCompactTool = "compact";
// Goes before the name of a tool of the proxy where the server has a tool of that name.
inline constexpr std::string_view kOwnToolPrefix = "waymark_";

// The client tells that it has shortened its context. The second is the name that the source of the
// references gives it.
inline constexpr std::string_view kCompactNotifications[] = {"notifications/waymark/compact",
                                                             "notifications/devboy/compact"};

// Entries of a list of tools, as JSON.
std::string RecallToolEntry(std::string_view name);
std::string CompactToolEntry(std::string_view name);

// The result of a call, as JSON: one text.
std::string TextResult(std::string_view text, bool is_error);

}  // namespace waymark::services
