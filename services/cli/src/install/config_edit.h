// Edits the text of other programs' configuration files by one insertion or one removal. Every
// other byte stays, including comments and layout.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <absl/status/statusor.h>

namespace waymark::services {

// An entry of a configuration: a member of an object, in TOML a table inside a table, in Markdown a
// section, which has no parent.
struct ConfigPlace {
  std::string_view parent;  // "mcpServers"; for JSON also empty: the object of the whole file
  std::string_view name;    // "waymark"
  // The project whose entry it is, in the file of Claude Code, which has those of projects below
  // "projects"; empty: the file's own.
  std::string_view project = {};
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

// An element of the list that the member is. A list that is missing is added with it; an element
// with the same value is there already, whatever its layout. Errors are those of a member, and
// InvalidArgument if another value is in place of the list. RemoveJsonElement removes every element
// with the value; NotFound if there is none.
absl::StatusOr<TextInsertion> AddJsonElement(std::string_view file, const ConfigPlace& place,
                                             std::string_view value);
absl::StatusOr<std::string> RemoveJsonElement(std::string_view file, const ConfigPlace& place,
                                              std::string_view value);

// The same as for a JSON member for a TOML table, which is added at the end; `body` has its lines.
// FailedPrecondition if the parent is written in a form to which no table can be added.
absl::StatusOr<TextInsertion> AddTomlTable(std::string_view file, const ConfigPlace& place,
                                           std::string_view body);
absl::StatusOr<std::string> RemoveTomlTable(std::string_view file, const ConfigPlace& place);

// The same for a member of a block mapping in a block mapping of YAML; `body` has its lines, which
// are indented. It comes first among the members of its parent. InvalidArgument for a file whose
// outermost level is not a block mapping of plain keys; FailedPrecondition if the parent is written
// in a form to which no line can be added.
absl::StatusOr<TextInsertion> AddYamlMember(std::string_view file, const ConfigPlace& place,
                                            std::string_view body);
absl::StatusOr<std::string> RemoveYamlMember(std::string_view file, const ConfigPlace& place);

// The same for a section of Markdown between the lines `<!-- NAME:begin -->` and `<!-- NAME:end
// -->` at the end; `body` has the lines between them. FailedPrecondition if there is a section with
// another text; InvalidArgument if one of the two marks is missing.
absl::StatusOr<TextInsertion> AddMarkedSection(std::string_view file, const ConfigPlace& place,
                                               std::string_view body);
absl::StatusOr<std::string> RemoveMarkedSection(std::string_view file, const ConfigPlace& place);

// The same for a file that consists of `text` alone. FailedPrecondition if it has another text.
// RemoveWholeText: NotFound if it is not this text.
absl::StatusOr<TextInsertion> AddWholeText(std::string_view file, std::string_view text);
absl::StatusOr<std::string> RemoveWholeText(std::string_view file, std::string_view text);

// The difference in the form of `diff -u`, with three lines of context. The texts differ in one
// place. Empty if they are equal.
std::string UnifiedDiff(std::string_view name, std::string_view before, std::string_view after);

}  // namespace waymark::services
