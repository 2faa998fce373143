// Bytes read from a transaction point into its map, so a temporary transaction must not be read.
#include "lmdb/environment.h"

std::string_view FormatVersion(const waymark::graph::Environment& environment) {
#ifdef WM_COMPILE_FAIL
  return **(*environment.BeginRead()).Get(waymark::graph::Table::kMeta, "format");
#else
  static const waymark::graph::ReadTxn txn = *environment.BeginRead();
  return **txn.Get(waymark::graph::Table::kMeta, "format");
#endif
}
