#include "fields/common_fields.h"

namespace waymark::services {

template <>
RequestFields FieldsOf<WorkspacesRequest>() {
  using Request = WorkspacesRequest;
  static constexpr RequestField kRows[] = {
      {.name = "action",
       .value = Of<&Request::action>(),
       .option = "word",
       .value_name = "add|remove|list",
       .help = "add: put repositories into a workspace; remove: take some out, or all; list: show "
               "the workspaces, and the one around the current directory",
       .is_required = true},
      {.name = "name",
       .value = Of<&Request::name>(),
       .option = "name",
       .value_name = "NAME",
       .help = "Name of the workspace",
       .advice = "name a workspace"},
      {.name = "member",
       .value = Of<&Request::member>(),
       .option = "--as",
       .value_name = "NAME",
       .help = "Name of the repository in the workspace (default: the last part of its own)",
       .advice = "give a name"},
  };
  return {"workspace", "", kRows, UsualOf<Request>()};
}

}  // namespace waymark::services
