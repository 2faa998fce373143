#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "graph/status.h"
#include "install/health_checks.h"
#include "options/field_options.h"
#include "options/query_command.h"
#include "output/interrupt.h"
#include "output/output.h"
#include "render/render_records.h"

namespace waymark::services {
namespace {

class DoctorCommand final : public QueryCommand {
 protected:
  std::vector<std::string> formats() const override { return {kTextFormat, kJsonFormat}; }

  void DescribeQuestion(CLI::App& app) override { AddFieldOptions(app, request_); }

  bool indexes_first() const override { return false; }

  absl::Status Prepare(const Place& place, const std::string& format,
                       const Settings& settings) override {
    findings_ = CheckHealth(place, settings);
    return format == kJsonFormat ? absl::OkStatus() : WriteText(Render(findings_));
  }

  absl::Status Ask(const Asking& asking) override {
    WM_RETURN_IF_ERROR(CompleteRequest(asking, request_));
    WM_ASSIGN_OR_RETURN(const DoctorAnswer answer,
                        asking.verbs.Doctor(request_, {.cancelled = Interrupt::flag()}));
    if (asking.format == kJsonFormat) return WriteText(ToJson(answer, findings_));
    return ShowAnswer(asking, Render(answer));
  }

 private:
  std::vector<Finding> findings_;
  DoctorRequest request_;
};

}  // namespace

std::unique_ptr<Command> MakeDoctorCommand() { return std::make_unique<DoctorCommand>(); }

}  // namespace waymark::services
