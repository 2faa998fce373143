// Changes of other programs' configuration files, as texts: one insertion, or one removal, so that
// every other byte stays as it is, comments and layout included.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <absl/status/statusor.h>

namespace waymark::services {

// What a configuration has, or shall have: an object with members by name, or in TOML a table with
// tables by name, and one of them.
struct ConfigPlace {
  std::string_view parent;  // "mcpServers"
  std::string_view name;    // "waymark"
};

// Bytes that are put in at an offset. Empty: nothing has to be.
struct TextInsertion {
  std::size_t offset = 0;
  std::string text;

  std::string ApplyTo(std::string_view file) const;
};

// `value` is the member's, as JSON. Takes JSON with comments, commas behind the last member and a
// byte order mark, as editors write it. An empty file is an object without members. Errors:
// InvalidArgument with the line, when the file is no such JSON, names a key twice or has something
// else than an object where one has to be; FailedPrecondition when the member is there with another
// value.
absl::StatusOr<TextInsertion> AddJsonMember(std::string_view file, const ConfigPlace& place,
                                            std::string_view value);

// The file without that member; NotFound when it has none, errors as above.
absl::StatusOr<std::string> RemoveJsonMember(std::string_view file, const ConfigPlace& place);

// The same of a table of TOML, added at the end; `body` are its lines. FailedPrecondition when the
// parent is written in a way that a table cannot be added to.
absl::StatusOr<TextInsertion> AddTomlTable(std::string_view file, const ConfigPlace& place,
                                           std::string_view body);
absl::StatusOr<std::string> RemoveTomlTable(std::string_view file, const ConfigPlace& place);

// What turns `before` into `after`, as `diff -u` shows it, with three lines around: they differ in
// one place. Empty when they are the same.
std::string UnifiedDiff(std::string_view name, std::string_view before, std::string_view after);

}  // namespace waymark::services
