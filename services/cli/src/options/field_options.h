// Options of a command from the table of its request's fields (services/request_fields.h).
#pragma once

#include <string>

#include <absl/status/status.h>

#include "options/query_command.h"
#include "services/request_fields.h"

namespace waymark::services {

// Adds an option for each field that has one. `request` receives the values; it is of the table's
// type and must outlive `app`.
void AddFieldOptions(CLI::App& app, const RequestFields& fields, void* request);

template <typename Request>
void AddFieldOptions(CLI::App& app, Request& request) {
  AddFieldOptions(app, FieldsOf<Request>(), &request);
}

// The command with the texts of the request, as they would be typed: what is asked about, without
// numbers and formats. "the same command" where a text does not fit a line.
std::string QuestionText(const RequestFields& fields, const void* request);

// Replaces the places in the request by what AbsolutePlace() returns for them. Errors are those of
// AbsolutePlace().
absl::Status CompletePlaces(const Asking& asking, const RequestFields& fields, void* request);

// Fills in the checkout, its state and the places. Errors are those of AbsolutePlace().
template <typename Request>
absl::Status CompleteRequest(const Asking& asking, Request& request) {
  request.root = asking.root;
  if constexpr (requires { request.state; }) request.state = asking.state;
  return CompletePlaces(asking, FieldsOf<Request>(), &request);
}

}  // namespace waymark::services
