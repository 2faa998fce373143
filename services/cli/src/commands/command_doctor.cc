#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "graph/status.h"
#include "install/health_checks.h"
#include "options/query_command.h"
#include "output/interrupt.h"
#include "output/output.h"
#include "output/render_records.h"

namespace waymark::services {
namespace {

class DoctorCommand final : public QueryCommand {
 protected:
  Formats formats() const override {
    return {{kTextFormat, kJsonFormat}, kTextFormat, kTextFormat};
  }

  void DescribeQuestion(CLI::App& app) override {
    app.add_flag("--json", json_, "Report as JSON, with every skipped file");
    app.add_flag("--verify", verify_, "Also read the whole store and compare its hashes");
  }

  bool indexes_first() const override { return false; }

  absl::Status Prepare(const Place& place, const std::string& format,
                       const Settings& settings) override {
    findings_ = CheckHealth(place, settings);
    return IsJson(format) ? absl::OkStatus() : WriteText(Render(findings_));
  }

  absl::Status Ask(const Asking& asking) override {
    WM_ASSIGN_OR_RETURN(
        const DoctorAnswer answer,
        asking.verbs.Doctor({.root = asking.root, .state = asking.state, .verify = verify_},
                            {.cancelled = Interrupt::flag()}));
    return WriteText(IsJson(asking.format) ? ToJson(answer, findings_) : Render(answer));
  }

 private:
  bool IsJson(const std::string& format) const { return json_ || format == kJsonFormat; }

  std::vector<Finding> findings_;
  bool json_ = false;
  bool verify_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeDoctorCommand() { return std::make_unique<DoctorCommand>(); }

}  // namespace waymark::services
