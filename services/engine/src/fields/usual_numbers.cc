#include <algorithm>

#include "services/request_fields.h"

namespace waymark::services {

std::uint32_t NumberOf(const UsualNumbers& numbers, std::string_view command,
                       std::string_view option, std::uint32_t otherwise) {
  const auto found = std::find_if(numbers.begin(), numbers.end(), [&](const UsualNumber& number) {
    return number.command == command && number.option == option;
  });
  return found == numbers.end() ? otherwise : found->value;
}

}  // namespace waymark::services
