// Errors are absl::Status and absl::StatusOr; nothing else of Abseil is used. Ordinary absence is
// std::optional, not an error; parsing source text never fails. The codes mean everywhere:
//
//   NotFound            the thing asked for does not exist
//   InvalidArgument     the caller's fault; the message names the field or argument
//   DataLoss            stored or received bytes are wrong
//   FailedPrecondition  wrong format version, or not indexed yet
//   ResourceExhausted   map full, disk full, budget or limit reached
//   Unavailable         trying again helps
//   Cancelled, DeadlineExceeded    the caller stopped the work, or its time ran out
//   PermissionDenied    the system refuses the access
//   Internal            a bug of ours
//
// A message says what was attempted, on which object, what was found, and how to mend it:
// "open store /x: format version 3, this build reads 2; delete it and index again". It is a
// std::string from fmt::format, since Debian's absl::string_view is not std::string_view. Each
// foreign error space (LMDB, libgit2, gRPC, errno) is translated in exactly one function.
#pragma once

#include <utility>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

// Returns the status of `expression`, an absl::Status, from the calling function unless it is OK.
#define WM_RETURN_IF_ERROR(...)                                    \
  do {                                                             \
    if (absl::Status wm_status = (__VA_ARGS__); !wm_status.ok()) { \
      return wm_status;                                            \
    }                                                              \
  } while (false)

// Moves the value of `expression`, an absl::StatusOr, into `lhs`, a declaration or an lvalue. If it
// has no value, returns its status from the calling function.
//
//   WM_ASSIGN_OR_RETURN(const Snapshot snapshot, store.Load(id));
#define WM_ASSIGN_OR_RETURN(lhs, ...) \
  WM_ASSIGN_OR_RETURN_IMPL(WM_STATUS_CONCAT(wm_result_, __LINE__), lhs, __VA_ARGS__)

#define WM_ASSIGN_OR_RETURN_IMPL(result, lhs, ...)     \
  auto result = (__VA_ARGS__);                         \
  if (!result.ok()) return std::move(result).status(); \
  lhs = *std::move(result)

#define WM_STATUS_CONCAT_INNER(a, b) a##b
#define WM_STATUS_CONCAT(a, b) WM_STATUS_CONCAT_INNER(a, b)
