#include "postgres/server_error.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

namespace waymark::services {
namespace {

constexpr char kTransiencePayload[] = "waymark.transient";
constexpr std::string_view kFromServer = "server";
constexpr std::string_view kFromConnection = "connection";
constexpr std::size_t kMaxServerMessageBytes = 1000;
constexpr std::size_t kSqlStateLength = 5;

struct Meaning {
  std::string_view sqlstate;  // or the class, its first two characters
  absl::StatusCode code;
  bool is_transient;
  std::string_view remedy;
};

// The first row that matches holds: single codes stand before their class.
constexpr Meaning kMeanings[] = {
    {"08P01", absl::StatusCode::kUnavailable, true,
     "the server does not speak PostgreSQL's protocol as it should; look at host and port"},
    {"08", absl::StatusCode::kUnavailable, true, "the connection was lost; try again"},
    {"22021", absl::StatusCode::kInvalidArgument, false, "the name holds bytes that are no UTF-8"},
    {"23505", absl::StatusCode::kUnavailable, true, "another process did the same; try again"},
    {"25006", absl::StatusCode::kUnavailable, true,
     "the server only reads, as a standby does; name the primary, or several hosts with "
     "target_session_attrs=read-write"},
    {"25P0", absl::StatusCode::kUnavailable, true, "the transaction took too long; try again"},
    {"28P01", absl::StatusCode::kPermissionDenied, false,
     "give the right password in ~/.pgpass or the file that PGPASSFILE names"},
    {"28", absl::StatusCode::kPermissionDenied, false,
     "look at the user of the URL, its rights to log in, and pg_hba.conf of the server"},
    {"3D000", absl::StatusCode::kFailedPrecondition, false,
     "create the database first: createdb -E UTF8 NAME"},
    {"3F000", absl::StatusCode::kFailedPrecondition, false,
     "there is no shared store in this database; create it: waymark team init"},
    {"40", absl::StatusCode::kUnavailable, true, "another transaction was in the way; try again"},
    {"42P06", absl::StatusCode::kUnavailable, true, "another process did the same; try again"},
    {"42501", absl::StatusCode::kPermissionDenied, false,
     "the role of the URL lacks this right; docs/TEAM.md lists the rights of readers and writers"},
    {"42P01", absl::StatusCode::kFailedPrecondition, false,
     "there is no shared store in this database; create it: waymark team init"},
    {"53100", absl::StatusCode::kResourceExhausted, false,
     "the disk of the server is full; make room there, or collect: waymark team gc"},
    {"53300", absl::StatusCode::kResourceExhausted, false,
     "the server has no connection left; raise max_connections or put a pooler before it"},
    {"53", absl::StatusCode::kResourceExhausted, false, "the server is short of resources"},
    {"54", absl::StatusCode::kResourceExhausted, false, "a limit of the server was reached"},
    {"55P03", absl::StatusCode::kUnavailable, true, "another transaction holds a lock; try again"},
    {"57014", absl::StatusCode::kDeadlineExceeded, false,
     "the server gave the statement up after its time limit; look at the load of the server"},
    {"57P", absl::StatusCode::kUnavailable, true, "the server is stopping or starting; try again"},
    {"58", absl::StatusCode::kResourceExhausted, false,
     "the server cannot read or write its files; look at its log"},
    {"XX001", absl::StatusCode::kDataLoss, false,
     "the server found damage in its files; look at its log and restore a backup"},
    {"XX002", absl::StatusCode::kDataLoss, false,
     "an index of the server is damaged; look at its log and rebuild it with REINDEX"},
};

std::string Shortened(std::string_view message) {
  while (!message.empty() && (message.back() == '\n' || message.back() == ' '))
    message.remove_suffix(1);
  return std::string(message.substr(0, kMaxServerMessageBytes));
}

bool IsSqlState(std::string_view text) {
  return text.size() == kSqlStateLength && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z');
         });
}

absl::Status Transient(absl::Status status, std::string_view origin) {
  status.SetPayload(kTransiencePayload, absl::Cord(std::string(origin)));
  return status;
}

}  // namespace

absl::Status ToStatus(const ServerError& error) {
  for (const Meaning& meaning : kMeanings) {
    if (!error.sqlstate.starts_with(meaning.sqlstate)) continue;
    absl::Status status(meaning.code, fmt::format("{}: {}; {}", error.what,
                                                  Shortened(error.message), meaning.remedy));
    return meaning.is_transient ? Transient(std::move(status), kFromServer) : status;
  }
  return absl::InternalError(fmt::format("{}: the server answers {} ({})", error.what,
                                         Shortened(error.message),
                                         error.sqlstate.empty() ? "no code" : error.sqlstate));
}

absl::Status LostConnection(std::string_view what, std::string_view message) {
  return Transient(absl::UnavailableError(fmt::format(
                       "{}: {}; look whether the server of the shared store runs and is reached "
                       "from here, and try again",
                       what, Shortened(message))),
                   kFromConnection);
}

bool IsLostConnection(const absl::Status& status) {
  const auto origin = status.GetPayload(kTransiencePayload);
  return origin.has_value() && std::string(*origin) == kFromConnection;
}

bool IsTransient(const absl::Status& status) {
  return status.GetPayload(kTransiencePayload).has_value();
}

absl::Status WithoutTransience(absl::Status status) {
  status.ErasePayload(kTransiencePayload);
  return status;
}

std::string_view SqlStateIn(std::string_view verbose_message) {
  constexpr std::string_view kAfterSeverity = ":  ";
  for (std::size_t at = verbose_message.find(kAfterSeverity); at != std::string_view::npos;
       at = verbose_message.find(kAfterSeverity, at + 1)) {
    const std::string_view code =
        verbose_message.substr(at + kAfterSeverity.size(), kSqlStateLength);
    if (IsSqlState(code) &&
        verbose_message.substr(at + kAfterSeverity.size() + kSqlStateLength).starts_with(": ")) {
      return code;
    }
  }
  return {};
}

std::string PlainMessage(std::string_view verbose_message) {
  std::string_view text = verbose_message;
  if (const std::string_view code = SqlStateIn(text); !code.empty()) {
    text.remove_prefix(static_cast<std::size_t>(code.data() - text.data()) + code.size() + 2);
  }
  return Shortened(text.substr(0, text.find('\n')));
}

}  // namespace waymark::services
