// Requests of verbs from what the page asks.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <absl/status/statusor.h>

#include "graph/status.h"
#include "questions.h"
#include "services/request_fields.h"

namespace waymark::services {

// The encoding of an answer as `waymark VERB --json` asks for it. `at` is the revision, or "".
Encoding JsonEncoding(const PageOptions& options, const std::string& at);

// InvalidArgument, with its name, if the call has a field; for questions that have none.
absl::Status CheckNoFields(std::string_view verb, const PageCall& call);

// The configured numbers for the checkout.
absl::StatusOr<UsualNumbers> NumbersFor(const PageOptions& options);

// A request with the fields of the call, and with `at` if its state can be chosen. Errors are those
// of SetFields().
template <typename Request>
absl::StatusOr<Request> RequestOf(const PageCall& call, const RequestFields& table) {
  Request request{};
  WM_ASSIGN_OR_RETURN(const UsualNumbers numbers, NumbersFor(call.options));
  SetUsualNumbers(table, numbers, &request);
  QueryFields fields = call.fields;
  if constexpr (requires { request.state; }) {
    WM_ASSIGN_OR_RETURN(request.state.at, TakeField("at", fields));
  }
  WM_RETURN_IF_ERROR(SetFields(table, fields, &request));
  request.root = call.options.root;
  return request;
}

template <typename Request>
absl::StatusOr<Request> RequestOf(const PageCall& call) {
  return RequestOf<Request>(call, FieldsOf<Request>());
}

}  // namespace waymark::services
