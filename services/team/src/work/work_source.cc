#include "services/work_source.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "graph/status.h"
#include "services/work_queue.h"
#include "wire/utf8.h"

namespace waymark::services {
namespace {

constexpr std::string_view kForms =
    "write https://HOST/PATH, ssh://HOST/PATH, USER@HOST:PATH or an absolute path";

struct Scheme {
  std::string_view prefix;
  bool takes_user;  // of a login; in the others a user is part of a password
};

constexpr Scheme kSchemes[] = {
    {"https://", false}, {"http://", false}, {"ssh://", true}, {"git://", false}};

absl::Status Refuse(std::string_view source, std::string_view reason) {
  return absl::InvalidArgumentError(fmt::format("'{}' is no repository to index: {}; {}",
                                                wire::VisibleLine(source), reason, kForms));
}

// The message does not repeat the source.
absl::Status RefusePassword() {
  return absl::InvalidArgumentError(
      "a URL with a user or a password is not put into the queue, where others see it; leave them "
      "to git on the machines of the workers (git help credentials), or use ssh");
}

bool IsBlank(char c) { return c == ' ' || std::isspace(static_cast<unsigned char>(c)) != 0; }

absl::Status CheckHost(std::string_view source, std::string_view host) {
  if (host.empty()) return Refuse(source, "it names no host");
  if (host.front() == '-') return Refuse(source, "a host does not begin with '-'");
  return absl::OkStatus();
}

// `rest` follows the scheme: [USER@]HOST[:PORT]/PATH.
absl::Status CheckUrl(std::string_view source, std::string_view rest, bool takes_user) {
  const std::size_t slash = rest.find('/');
  if (slash == std::string_view::npos || slash + 1 == rest.size()) {
    return Refuse(source, "it names no path after the host");
  }
  std::string_view host = rest.substr(0, slash);
  if (const std::size_t at = host.rfind('@'); at != std::string_view::npos) {
    const std::string_view user = host.substr(0, at);
    if (!takes_user || user.find(':') != std::string_view::npos) return RefusePassword();
    if (user.starts_with('-')) return Refuse(source, "a user does not begin with '-'");
    host.remove_prefix(at + 1);
  }
  return CheckHost(source, host);
}

// [USER@]HOST:PATH, as ssh has it.
absl::Status CheckSshPath(std::string_view source, std::size_t colon) {
  const std::string_view path = source.substr(colon + 1);
  if (path.starts_with(':')) return Refuse(source, "programs as transports are not allowed");
  if (path.empty() || path.front() == '-') return Refuse(source, "it names no path after the host");
  std::string_view host = source.substr(0, colon);
  if (const std::size_t at = host.rfind('@'); at != std::string_view::npos) {
    if (host.starts_with('-')) return Refuse(source, "a user does not begin with '-'");
    host.remove_prefix(at + 1);
  }
  return CheckHost(source, host);
}

}  // namespace

absl::Status CheckSource(std::string_view source) {
  if (source.size() > kMaxJobSourceBytes) {
    return absl::InvalidArgumentError(
        fmt::format("a repository is named by {} bytes, at most {} are possible", source.size(),
                    kMaxJobSourceBytes));
  }
  if (!wire::IsUtf8(source) || wire::FindControl(source) != source.size()) {
    return Refuse(source, "it has characters that do not show");
  }
  if (IsPathSource(source)) return absl::OkStatus();
  if (std::any_of(source.begin(), source.end(), IsBlank)) return Refuse(source, "it has a blank");
  for (const Scheme& scheme : kSchemes) {
    if (!source.starts_with(scheme.prefix)) continue;
    return CheckUrl(source, source.substr(scheme.prefix.size()), scheme.takes_user);
  }
  if (source.find("://") != std::string_view::npos) {
    return Refuse(source, "its scheme is not one of https, http, ssh and git");
  }
  const std::size_t colon = source.find(':');
  if (colon == std::string_view::npos || colon > source.find('/')) {
    return Refuse(source, "it is neither a URL nor an absolute path");
  }
  return CheckSshPath(source, colon);
}

absl::Status CheckRevision(std::string_view revision) {
  constexpr std::string_view kForbidden = ":?*[]\\~^ ";
  const bool is_plain = revision != "HEAD" && revision.size() <= kMaxRevisionBytes &&
                        wire::IsUtf8(revision) && wire::FindControl(revision) == revision.size() &&
                        !revision.starts_with('-') &&
                        revision.find_first_of(kForbidden) == std::string_view::npos &&
                        revision.find("..") == std::string_view::npos &&
                        revision.find("@{") == std::string_view::npos;
  if (is_plain) return absl::OkStatus();
  return absl::InvalidArgumentError(
      fmt::format("'{}' is no revision to index; name a branch, a tag or the id of a commit, or "
                  "none for the branch that HEAD names",
                  wire::VisibleLine(revision.substr(0, kMaxRevisionBytes))));
}

}  // namespace waymark::services
