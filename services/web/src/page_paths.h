// The paths of the page that several sources name.
#pragma once

#include <string_view>

namespace waymark::services {

inline constexpr std::string_view kApiPath = "/api/";
inline constexpr std::string_view kFeedbackPath = "/api/feedback";
inline constexpr std::string_view kEventsPath = "/api/events";

}  // namespace waymark::services
