// Who one is and whom one believes, on one side of a connection with TLS. All as PEM.
#pragma once

#include <string>

namespace waymark::services {

struct TlsOptions {
  std::string certificates;  // the own one, then those that lead to an authority
  std::string key;           // of the own one
  std::string authorities;   // that the other side's certificate has to come from
};

}  // namespace waymark::services
