// A small surface instead of a long list of tools: each with its name and one line. A model that
// wants to call one asks for its schema, or calls it and is told what is wrong.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::services {

// Shows a whole tool of the server.
inline constexpr std::string_view kDescribeTool = "describe_tool";
// Longer lines are cut.
inline constexpr std::size_t kMaxToolLineBytes = 120;

// Not thread-safe.
class LazyTools {
 public:
  // Forgets the tools of an earlier list.
  void Begin() { entries_.clear(); }

  // Keeps an entry of a list of tools, JSON; returns the entry to show instead: name, title and
  // annotations, the first sentence of the description, and a schema that allows any object. The
  // entry itself if it has no name or is no UTF-8.
  std::string Shorten(std::string_view entry);

  // The whole entry of a tool; empty if there is no such tool.
  std::string_view EntryOf(const std::string& tool) const;

  // The fault of the arguments of a call, JSON or empty, by the schema of the tool; empty if they
  // have none, or if the tool is unknown.
  std::string FaultInCall(const std::string& tool, std::string_view arguments) const;

  // The entry of kDescribeTool under a name.
  static std::string DescribeEntry(std::string_view name);

 private:
  std::map<std::string, std::string> entries_;  // by name
};

}  // namespace waymark::services
