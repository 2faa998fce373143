// The base of commands that ask about one repository: --repo, --at, --buffer, --store, --format,
// and the connection.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>

#include "options/command.h"
#include "options/daemon_option.h"
#include "options/held_options.h"
#include "options/query_options.h"
#include "options/style_option.h"
#include "output/output.h"
#include "services/verbs.h"

namespace waymark::services {

// The receiver of a question, and the form of its answer.
struct Asking {
  Verbs& verbs;
  const std::filesystem::path& root;
  const std::string& format;
  const std::string& call_options;  // Encoding::call_options: the options below, as given
  const StateChoice& state;
  const Settings& settings;
  const Screen& screen;  // for readable text
};

// How the answer will be encoded; in a format without a codec, as if it were sent as GCF.
Encoding EncodingOf(const Asking& asking, const TokenizerOption& tokenizer);

// Streams are GCF: InvalidArgument if another format is requested.
absl::Status CheckStreams(const Asking& asking);

// Writes a payload for a client that holds earlier answers: as GCF for readable text.
absl::Status WriteAbridged(const Asking& asking, const wire::Payload& payload,
                           const Encoding& encoding, const HeldOptions& held);

// Writes the state of the index to standard error, with -v.
void TellIndex(const std::optional<wire::IndexInfo>& index);

// Writes readable text with its places as links, through the pager if it is long.
absl::Status ShowAnswer(const Asking& asking, std::string_view text);
// The same, and TellIndex().
absl::Status ShowAnswer(const Asking& asking, const std::optional<wire::IndexInfo>& index,
                        std::string_view text);

// Writes an answer that is a payload, in a format other than text.
template <typename Answer>
absl::Status WriteAnswer(const Asking& asking, const Answer& answer, const Encoding& encoding,
                         const HeldOptions& held) {
  if (held.any()) return WriteAbridged(asking, answer.payload, encoding, held);
  return WritePayload(answer.payload, asking.format, wire::kFullAnswer, asking.settings);
}

// The same, or the text of `render`.
template <typename Answer>
absl::Status WriteAnswer(const Asking& asking, const Answer& answer,
                         std::string (*render)(const Answer& answer), const Encoding& encoding,
                         const HeldOptions& held) {
  if (asking.format == kTextFormat && !held.any()) {
    return ShowAnswer(asking, answer.payload.index, render(answer));
  }
  return WriteAnswer(asking, answer, encoding, held);
}

class QueryCommand : public Command {
 public:
  void Describe(CLI::App& app) final;

  std::optional<std::string> asked_directory() const final { return repository_.path; }

  int Run(const Settings& settings) final;

 protected:
  // The formats of the answer, the default first.
  virtual std::vector<std::string> formats() const = 0;
  // Adds the options of the command itself.
  virtual void DescribeQuestion(CLI::App& app) = 0;

  // The error in the combination of arguments; empty if there is none.
  virtual std::string FindMisuse() const { return ""; }

  // Whether answering may write to the store: to index a revision, or to store the answer.
  virtual bool extends_store() const { return false; }

  // Whether the command takes --at and --buffer, for states other than the indexed working tree.
  virtual bool has_states() const { return true; }

  // Whether an unindexed repository is indexed first.
  virtual bool indexes_first() const { return true; }

  // Whether the command has no answer about a repository without anything to index.
  virtual bool needs_index() const { return true; }

  // Whether the command is exempt from the time limit of questions.
  virtual bool has_time() const { return false; }

  // Runs before the connection is made, so also if it fails.
  virtual absl::Status Prepare(const Place& /*place*/, const std::string& /*format*/,
                               const Settings& /*settings*/) {
    return absl::OkStatus();
  }

  // The exit code after an answer without an error.
  virtual int ExitOfAnswer() const;

  // Asks, and writes the answer to standard output. Called again after an unindexed repository has
  // been indexed; the first call has written nothing then.
  virtual absl::Status Ask(const Asking& asking) = 0;

 private:
  RepositoryOption repository_;
  StateOption state_;
  PlaceOption place_;
  FormatOption format_;
  StyleOption style_;
};

}  // namespace waymark::services
