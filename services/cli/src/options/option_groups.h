// Headings of options in the help. `--help` shows the options under CLI11's own heading, and names
// the number of the others; `--help-all` shows all.
#pragma once

namespace waymark::services {

inline constexpr char kMainGroup[] = "Options";
// For options that few need: other states, stores and connections, and what agents hold.
inline constexpr char kMoreGroup[] = "More options";
inline constexpr char kRemoteGroup[] = "Options of a daemon over TCP";

}  // namespace waymark::services
