#include "services/listen_address.h"

#include <charconv>
#include <system_error>

#include <fmt/format.h>

namespace waymark::services {

std::optional<ListenAddress> ReadListenAddress(std::string_view text) {
  ListenAddress address;
  const std::size_t colon = text.rfind(':');
  const std::string_view port = colon == std::string_view::npos ? text : text.substr(colon + 1);
  const auto read = std::from_chars(port.data(), port.data() + port.size(), address.port);
  if (read.ec != std::errc() || read.ptr != port.data() + port.size()) return std::nullopt;
  if (colon == std::string_view::npos) return address;
  std::string_view host = text.substr(0, colon);
  const bool is_bracketed = host.starts_with('[') && host.ends_with(']');
  if (is_bracketed) host = host.substr(1, host.size() - 2);
  const bool has_colon = host.find(':') != std::string_view::npos;
  if (host.empty() || has_colon != is_bracketed) return std::nullopt;
  address.host = host;
  return address;
}

std::string TextOf(const ListenAddress& address) {
  const bool is_v6 = address.host.find(':') != std::string::npos;
  return fmt::format("{}{}{}:{}", is_v6 ? "[" : "", address.host, is_v6 ? "]" : "", address.port);
}

}  // namespace waymark::services
