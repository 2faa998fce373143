// Reads a stored view as a portable one.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/history.h"
#include "graph/shared/portable_view.h"
#include "lmdb/catalogue.h"
#include "lmdb/environment.h"

namespace waymark::graph {

struct StoredView {
  ViewRow row;
  std::vector<FileState> states;           // ordered by path
  std::shared_ptr<const History> history;  // of the view's commit, or null
};

// As Store::OpenPortable().
absl::StatusOr<std::unique_ptr<PortableReader>> ReadPortableView(
    std::shared_ptr<const ReadTxn> txn, const StoredView& view,
    const std::function<absl::Status()>& check);

}  // namespace waymark::graph
