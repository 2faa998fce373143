// Finds files by the module names that code uses: `flask.app` is src/flask/app.py.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

// Files whose paths without extension end with the components. A file that stands for its directory
// (`flask/__init__.py`) goes by the directory's name. Without documents. In canonical order.
struct Modules {
  std::vector<FileId> whole;  // the components are the whole scope of their definitions
  std::vector<FileId> ends;   // the others; product code where there is some
};

// Cost: the files whose paths have the first word of the last component.
Modules ModulesCalled(const graph::ReadView& view, std::span<const std::string_view> components);

}  // namespace waymark::retrieval
