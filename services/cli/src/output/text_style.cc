#include "output/text_style.h"

#include <fmt/format.h>

#include "services/percent_escapes.h"

namespace waymark::services {
namespace {

// Parameters of SGR, in the order of Ink. They are the basic colours, which every theme defines.
constexpr std::string_view kSgr[] = {"", "1", "36", "2", "35", "32", "2", "36", "33", "34", "1;31"};

}  // namespace

std::string LinkBase(std::string_view host, const std::filesystem::path& root) {
  const std::string path = EscapedPath(root.native());
  return fmt::format("file://{}{}{}", EscapedPath(host), path, path.ends_with('/') ? "" : "/");
}

std::string Painted(const TextStyle& style, Ink ink, std::string_view text) {
  const std::string_view sgr = kSgr[static_cast<std::size_t>(ink)];
  if (!style.is_colored || sgr.empty() || text.empty()) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", sgr, text);
}

std::string Linked(const TextStyle& style, std::string_view text, std::string_view path,
                   std::uint32_t line) {
  if (style.link_base.empty() || path.empty()) return std::string(text);
  const std::string anchor = line == 0 ? "" : fmt::format("#{}", line);
  return fmt::format("\x1b]8;;{}{}{}\x1b\\{}\x1b]8;;\x1b\\", style.link_base, EscapedPath(path),
                     anchor, text);
}

}  // namespace waymark::services
