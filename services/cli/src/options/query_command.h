// What the commands that ask about one repository have in common: --repo, --at, --buffer, --store,
// --format, and the way to whoever answers.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <absl/status/status.h>

#include "options/command.h"
#include "options/daemon_option.h"
#include "options/query_options.h"
#include "output/output.h"
#include "services/verbs.h"

namespace waymark::services {

// Where a question goes and how its answer is shown.
struct Asking {
  Verbs& verbs;
  const std::filesystem::path& root;
  const std::string& format;
  const std::string& call_options;  // Encoding::call_options: the options of below, as given
  const StateChoice& state;
  const Settings& settings;
};

// How the answer to a question will be encoded; readable text is that of a payload sent as GCF.
Encoding EncodingOf(const Asking& asking, const TokenizerOption& tokenizer);

// A stream is GCF: InvalidArgument when another format was asked for.
absl::Status CheckStreams(const Asking& asking);

// Writes an answer that is a payload: in the format that was asked for, or as `render` gives it to
// people.
template <typename Answer>
absl::Status WriteAnswer(const Asking& asking, const Answer& answer,
                         std::string (*render)(const Answer& answer)) {
  if (asking.format == kTextFormat) return WriteText(render(answer));
  return WritePayload(answer.payload, asking.format, wire::kFullAnswer, asking.settings);
}

class QueryCommand : public Command {
 public:
  void Describe(CLI::App& app) final;
  int Run(const Settings& settings) final;

 protected:
  struct Formats {
    std::vector<std::string> names;
    std::string terminal_default;
    std::string pipe_default;
  };

  virtual Formats formats() const = 0;
  // Options of the command itself.
  virtual void DescribeQuestion(CLI::App& app) = 0;

  // What is wrong with the arguments together; empty when nothing is.
  virtual std::string FindMisuse() const { return ""; }

  // Whether answering may add to the store: a revision that has to be indexed first, or what was
  // sent.
  virtual bool extends_store() const { return false; }

  // Whether other states than the indexed working tree can be asked about: --at and --buffer.
  virtual bool has_states() const { return true; }

  // Whether a repository without an index is indexed first, to be asked about.
  virtual bool indexes_first() const { return true; }

  // Whether it may take longer than a question may.
  virtual bool has_time() const { return false; }

  // What is done before whoever answers is looked for, and so even where nobody is found.
  virtual absl::Status Prepare(const Place& /*place*/, const std::string& /*format*/,
                               const Settings& /*settings*/) {
    return absl::OkStatus();
  }

  // Asks, and writes the answer to standard output. Called again after a repository that had no
  // index got one; nothing was written then.
  virtual absl::Status Ask(const Asking& asking) = 0;

 private:
  RepositoryOption repository_;
  StateOption state_;
  PlaceOption place_;
  FormatOption format_;
};

}  // namespace waymark::services
