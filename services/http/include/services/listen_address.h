// The address on which a server listens: [HOST:]PORT.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace waymark::services {

struct ListenAddress {
  std::string host = "127.0.0.1";  // an IPv6 address has no brackets here
  std::uint16_t port = 0;
};

// "8123", "localhost:8123", "0.0.0.0:8123", "[::1]:8123". No value for anything else.
std::optional<ListenAddress> ReadListenAddress(std::string_view text);

// The inverse, with the port.
std::string TextOf(const ListenAddress& address);

}  // namespace waymark::services
