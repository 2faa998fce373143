// Colours and links in text for people, as a terminal understands them: SGR sequences, and OSC 8
// for links. A plain style leaves text as it is.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace waymark::services {

// What a piece of text is; the colour follows from it.
enum class Ink : std::uint8_t {
  kPlain,
  kHeading,  // the name of what is shown
  kPlace,    // FILE:LINE
  kFaint,    // line numbers, remarks
  kKeyword,  // the others are parts of source
  kString,
  kComment,
  kNumber,
  kType,
  kFunction,
  kMark,  // what was searched for
};

struct TextStyle {
  bool is_colored = false;
  // The address of the checkout, with a slash at its end; empty: places are no links.
  std::string link_base = {};
};

// "file://host/home/me/flask/", with escapes where an address needs them. `root` is absolute.
std::string LinkBase(std::string_view host, const std::filesystem::path& root);

// `text` in the colour of `ink`. Text from a repository must have been made visible before
// (services/visible_text.h): this adds the only controls.
std::string Painted(const TextStyle& style, Ink ink, std::string_view text);

// `text` as a link to a line of the file at `path` in the checkout; line 0 is the file.
std::string Linked(const TextStyle& style, std::string_view text, std::string_view path,
                   std::uint32_t line);

}  // namespace waymark::services
