// The fields of a question as the query of an address gives them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>

#include "services/request_fields.h"

namespace waymark::services {

struct QueryField {
  std::string name;
  std::string value;
};

using QueryFields = std::vector<QueryField>;

// "a=1&b=x+y%21" as fields in their order; a name without "=" has an empty value.
QueryFields ReadQuery(std::string_view query);

// Takes the fields of a name out of `fields`: the value of the only one, "" if there is none.
// InvalidArgument if it is given twice.
absl::StatusOr<std::string> TakeField(std::string_view name, QueryFields& fields);

// Sets the fields of a request, of the type of the table, by RequestField::name. A list is given by
// repeating its name; a flag is true, false, or "" for true. InvalidArgument names the field: it is
// unknown, given twice, missing, or its value is none that it takes.
absl::Status SetFields(const RequestFields& table, std::span<const QueryField> given,
                       void* request);

// Sets the numbers that a configuration gives in place of the defaults of the table.
void SetUsualNumbers(const RequestFields& table, const UsualNumbers& numbers, void* request);

}  // namespace waymark::services
