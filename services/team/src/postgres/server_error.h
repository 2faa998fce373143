// Refusals of PostgreSQL as a status. The only place that knows SQLSTATE.
#pragma once

#include <string>
#include <string_view>

#include <absl/status/status.h>

namespace waymark::services {

// The advice depends on where the error comes from.
struct ServerError {
  std::string_view what;      // was attempted
  std::string_view sqlstate;  // five characters; empty: not from the server
  std::string_view message;   // of the server or of libpq
};

// The message says what was attempted, what the server said and what helps. The status is transient
// if doing the work again may help.
absl::Status ToStatus(const ServerError& error);

// A connection that was lost or could not be made, which a later attempt may make.
absl::Status LostConnection(std::string_view what, std::string_view message);
bool IsLostConnection(const absl::Status& status);

// Another transaction was in the way, or the connection was lost: the work may be done again.
bool IsTransient(const absl::Status& status);
absl::Status WithoutTransience(absl::Status status);

// The SQLSTATE in a message of libpq of the verbose kind, "FATAL:  28P01: text"; empty if none is.
std::string_view SqlStateIn(std::string_view verbose_message);

// The first line of a message of libpq, without severity and SQLSTATE.
std::string PlainMessage(std::string_view verbose_message);

}  // namespace waymark::services
