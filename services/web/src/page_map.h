// The map of a repository: its files as a tree, with what is known of each.
#pragma once

#include <string>

#include <absl/status/statusor.h>

#include "questions.h"
#include "services/verbs.h"

namespace waymark::services {

// For the field `at`: MapJson() of the checkout.
absl::StatusOr<std::string> AnswerMap(const PageCall& call);

// {"root": NODE, "imports": [{"from","to","count"}], "completeness", "index"}. A node is {"name",
// "kind": "directory"|"file", "path", "lines", "bytes", "symbols", "commits", "age_days", "tests",
// "owner", "depends_in", "depends_out", "layer", "cycle", "children"?: [NODE]}; null says unknown.
// The top has the name of the repository and the path "".
//
//   commits      that changed a file; of a directory the sum over its files
//   age_days     since the last change, at the newest commit; of a directory the least
//   tests        share of the definitions that tests reach
//   owner        of a directory the owner of most lines
//   depends_*    distinct files; of a directory pairs of files with one end inside
//   layer        of the directory, from 0, which uses no other (retrieval/layers.h)
//   cycle        the number of the cycle that the node is in
//
// `answer` was asked for as a map. Cost: linear in the files and their depth.
std::string MapJson(const OutlineAnswer& answer);

}  // namespace waymark::services
