// The options of a command by the table of its request's fields (services/request_fields.h).
#pragma once

#include <initializer_list>
#include <string_view>

#include <absl/status/status.h>

#include "options/query_command.h"
#include "services/request_fields.h"

namespace waymark::services {

// Adds an option for each field that has one, but for those of these messages' fields. `request`
// gets what is given; it is of the table's type and must outlive `app`.
void AddFieldOptions(CLI::App& app, const RequestFields& fields, void* request,
                     std::initializer_list<std::string_view> left_out = {});

template <typename Request>
void AddFieldOptions(CLI::App& app, Request& request) {
  AddFieldOptions(app, FieldsOf<Request>(), &request);
}

// Gives places in the request the paths that AbsolutePlace() has for them. Errors as that.
absl::Status CompletePlaces(const Asking& asking, const RequestFields& fields, void* request);

// What every question has, and its places. Errors as AbsolutePlace().
template <typename Request>
absl::Status CompleteRequest(const Asking& asking, Request& request) {
  request.root = asking.root;
  request.state = asking.state;
  return CompletePlaces(asking, FieldsOf<Request>(), &request);
}

}  // namespace waymark::services
