// One side's certificate and trusted authorities for TLS. All as PEM.
#pragma once

#include <string>

namespace waymark::services {

struct TlsOptions {
  std::string certificates;  // the own certificate, then those up to an authority
  std::string key;           // of the own certificate
  std::string authorities;   // the other side needs a certificate from one of these
};

}  // namespace waymark::services
