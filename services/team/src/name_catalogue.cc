#include "services/name_catalogue.h"

#include "graph/hash.h"

namespace waymark::services {

NameHash HashOfName(std::string_view name) {
  const ContentHash hash = HashContent(name);
  NameHash number = 0;
  for (std::size_t i = 0; i < sizeof(number); ++i) number = number << 8 | hash.bytes[i];
  return number >> 1;  // databases have signed numbers only
}

}  // namespace waymark::services
