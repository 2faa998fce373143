// Edits the text of other programs' configuration files by one insertion or one removal. Every
// other byte stays, including comments and layout.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <absl/status/statusor.h>

namespace waymark::services {

// An entry of a configuration: a member of an object, or in TOML a table inside a table.
struct ConfigPlace {
  std::string_view parent;  // "mcpServers"; for JSON also empty: the object of the whole file
  std::string_view name;    // "waymark"
};

// Bytes to insert at an offset. Empty: no change is needed.
struct TextInsertion {
  std::size_t offset = 0;
  std::string text;

  std::string ApplyTo(std::string_view file) const;
};

// `value` is the member's value as JSON; the place has a parent. Accepts comments, a comma after
// the last member and a byte order mark, as editors write them. An empty file is an object without
// members. Errors: InvalidArgument, with the line, if the file is not such JSON, repeats a key, or
// has another value in place of an object; FailedPrecondition if the member exists with another
// value.
absl::StatusOr<TextInsertion> AddJsonMember(std::string_view file, const ConfigPlace& place,
                                            std::string_view value);

// The file with the member of its object added, or with the value in place of the member's own.
// `value` is JSON. InvalidArgument as above.
absl::StatusOr<std::string> SetJsonMember(std::string_view file, std::string_view name,
                                          std::string_view value);

// The file without the member. NotFound if there is none; other errors are those above.
absl::StatusOr<std::string> RemoveJsonMember(std::string_view file, const ConfigPlace& place);

// The same for a TOML table, which is added at the end; `body` has its lines. FailedPrecondition if
// the parent is written in a form to which no table can be added.
absl::StatusOr<TextInsertion> AddTomlTable(std::string_view file, const ConfigPlace& place,
                                           std::string_view body);
absl::StatusOr<std::string> RemoveTomlTable(std::string_view file, const ConfigPlace& place);

// The difference in the form of `diff -u`, with three lines of context. The texts differ in one
// place. Empty if they are equal.
std::string UnifiedDiff(std::string_view name, std::string_view before, std::string_view after);

}  // namespace waymark::services
