#include "config/configuration_keys.h"

#include <algorithm>
#include <cctype>
#include <iterator>

#include "retrieval/blast_radius.h"

namespace waymark::services {
namespace {

using enum ConfigurationType;

constexpr ConfigurationKey kKeys[] = {
    {.name = kStoreKey,
     .option = "--store",
     .type = kPath,
     .usual = "waymark in the user's data directory",
     .is_setting = true},
    {.name = kFormatKey,
     .option = "--format",
     .type = kText,
     .usual = "text",
     .meaning = "Output format of the commands that have it; the others print their default",
     .is_setting = true},
    {.name = "color",
     .option = "--color",
     .type = kText,
     .usual = "auto",
     .words = "auto|always|never"},
    {.name = "pager", .option = "--pager", .type = kText, .usual = "that of PAGER, otherwise less"},
    {"daemon", "", "--daemon", kText, "that of the store"},
    {"daemon-token-file", "", "--daemon-token-file", kPath, "none"},
    {"daemon-ca", "", "--daemon-ca", kPath, "none: no TLS"},
    {"daemon-certificate", "", "--daemon-certificate", kPath, "none"},
    {"daemon-key", "", "--daemon-key", kPath, "none"},
    {"team", "", "--team", kText, "none"},
    {.name = "tokenizer",
     .option = "--tokenizer",
     .type = kText,
     .usual = "o200k_base",
     .words = "cl100k_base|o200k_base",
     .is_for_projects = true},
    {.name = kContextBudgetKey,
     .command = "context",
     .option = "--budget",
     .type = kNumber,
     .usual = "5000",
     .is_for_projects = true,
     .most_in_project = kMostProjectTokens},
    {.name = "blast-radius.depth",
     .command = "blast-radius",
     .option = "--depth",
     .type = kNumber,
     .usual = "3",
     .is_for_projects = true,
     .least_in_project = 1,
     .most_in_project = retrieval::kMaxBlastDepth},
    {.name = "test-scope.depth",
     .command = "test-scope",
     .option = "--depth",
     .type = kNumber,
     .usual = "6",
     .is_for_projects = true,
     .least_in_project = 1,
     .most_in_project = retrieval::kMaxBlastDepth},
    {"index.memory", "index", "--memory", kSize, "1GiB"},
    {"serve.idle-exit", "serve", "--idle-exit", kNumber, "never; 1800 when started on demand"},
    {"serve.no-watch", "serve", "--no-watch", kFlag, "false"},
    {"serve.log-file", "serve", "--log-file", kPath,
     "standard error; always daemon.log in the store when started on demand"},
    {"serve.log-level", "serve", "--log-level", kText, "info"},
    {"serve.metrics", "serve", "--metrics", kText, "none"},
    {"serve.listen", "serve", "--listen", kText, "none: only the socket"},
    {"serve.allow-root", "serve", "--allow-root", kPath, "none: only indexed directories"},
    {"serve.tcp-keepalive", "serve", "--tcp-keepalive", kNumber, "60"},
    {"serve.tcp-rate", "serve", "--tcp-rate", kNumber, "100"},
    {"serve.tls-certificate", "serve", "--tls-certificate", kPath, "none: no TLS"},
    {"serve.tls-key", "serve", "--tls-key", kPath, "none"},
    {"serve.tls-client-ca", "serve", "--tls-client-ca", kPath, "none: only the token"},
    {"serve.token-file", "serve", "--token-file", kPath, "none"},
    {"mcp.learn", "mcp", "--learn", kFlag, "false"},
    {"mcp.references", "mcp", "--references", kFlag, "false"},
    {"mcp.token-file", "mcp", "--token-file", kPath, "none"},
    {.name = "mcp.toolset",
     .command = "mcp",
     .option = "--toolset",
     .type = kText,
     .usual = "default",
     .words = "default|full",
     .is_for_projects = true},
};

}  // namespace

std::span<const ConfigurationKey> AllConfigurationKeys() { return kKeys; }

const ConfigurationKey* FindConfigurationKey(std::string_view name) {
  const auto* const found =
      std::find_if(std::begin(kKeys), std::end(kKeys),
                   [name](const ConfigurationKey& key) { return key.name == name; });
  return found == std::end(kKeys) ? nullptr : found;
}

std::string_view NameOf(ConfigurationType type) {
  switch (type) {
    case kFlag:
      return "true or false";
    case kNumber:
      return "a whole number";
    case kSize:
      return "a size";
    case kText:
      return "a text";
    case kPath:
      return "an absolute path";
  }
  return "";
}

std::string EnvironmentName(const ConfigurationKey& key) {
  std::string name = "WAYMARK_";
  for (const char c : key.name) {
    const bool is_letter = std::isalnum(static_cast<unsigned char>(c)) != 0;
    name += is_letter ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : '_';
  }
  return name;
}

}  // namespace waymark::services
