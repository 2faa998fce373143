#include "operate/pipeline_sessions.h"

#include <fmt/format.h>

#include "config/pipeline_files.h"
#include "output/notes.h"
#include "services/visible_text.h"

namespace waymark::services {

PipelineStarter SessionsOf(const std::string& command, const Settings& settings,
                           bool has_references) {
  return StarterOf(settings, has_references, [command](const absl::Status& fault) {
    PrintNote(fmt::format("waymark {}: goes on without it: {}\n", command,
                          VisibleMessage(std::string(fault.message()))));
  });
}

}  // namespace waymark::services
