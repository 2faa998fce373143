// The command of a server as it stands in a configuration file, and the changes of its words. The
// strings and lists of JSON and of TOML that matter here are written alike.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/json_scan.h"

namespace waymark::services {

// A list of words in a file.
struct WordList {
  TextRange range;               // including the brackets
  std::vector<TextRange> words;  // with their quotes
};

struct CommandInFile {
  std::optional<TextRange> program;  // with its quotes; none: the list begins with it
  std::optional<WordList> words;     // the arguments; none: there is no list
};

// The words as they are written, with their quotes, the program first.
std::vector<std::string> WordsAsWritten(std::string_view file, const CommandInFile& command);

// The words behind those of the proxy, as they are written. REQUIRES: wrapped.
std::vector<std::string> OwnWords(std::string_view file, const CommandInFile& command);

// Whether the words begin with those of a proxy: of a program named `waymark`, or those that
// Wrapped() writes before any program.
bool IsWrapped(std::string_view file, const CommandInFile& command);

// Whether the program is `program` or another one named `waymark`.
bool StartsWaymark(std::string_view file, const CommandInFile& command, std::string_view program);

// The words that Wrapped() puts before those of the command, as they are written.
std::vector<std::string> ProxyWords(std::string_view server, std::string_view program);

// `server` is the name for the proxy; `program` starts it. `new_list` is what goes before and after
// the words where there is no list: `, "args": [` and `]`. REQUIRES: not wrapped.
std::string Wrapped(std::string_view file, const CommandInFile& command, std::string_view server,
                    std::string_view program, std::string_view before_new_list);

// REQUIRES: wrapped.
std::string Unwrapped(std::string_view file, const CommandInFile& command);

}  // namespace waymark::services
