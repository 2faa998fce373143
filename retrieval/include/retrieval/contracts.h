// Contracts: names on which the program agrees with others. They are routes and their callers,
// topics, remote procedure services, environment variables, feature flags and processes. Equal
// names in several files are one contract.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/read_view.h"

namespace waymark::retrieval {

enum class ContractType : std::uint8_t { kHttp, kTopic, kEnv, kFlag, kProcess, kRpc };
std::string_view Name(ContractType type);  // "http", "topic", "env", "flag", "process", "rpc"

struct Contract {
  ContractType type = ContractType::kHttp;
  std::string method;  // "GET", "GET|POST", "*" for any; empty: not HTTP
  std::string path;    // for a route the path as written; otherwise the name
  // Both in canonical order. HTTP: handlers provide and callers consume. Topics: publishers provide
  // and subscribers consume. Services: implementations provide and client makers consume. All other
  // contracts are provided from outside.
  std::vector<SymbolId> providers;
  std::vector<SymbolId> consumers;

  // True if the repository has only one side of a contract that could have both there.
  bool is_orphan() const;
};

struct Contracts {
  std::vector<Contract> contracts;  // by type, path, method; at most `limit`
  std::uint64_t total = 0;
  // Routes and names in tests, examples, vendored and generated files, which are not listed.
  std::uint64_t elsewhere = 0;
};

struct ContractOptions {
  std::size_t limit = 50;
  bool only_orphans = false;
  const std::atomic<bool>* cancelled = nullptr;
};

// Finds the contracts of production code. A request belongs to the routes of its path, whatever the
// host. Parameters (`:id`, `{id}`, `<int:id>`) match any one component and `*` matches the rest of
// the path. A missing method matches every method, except for a route that a Python decorator
// makes: it answers GET then, as its frameworks do. Errors: Cancelled. Cost: one pass over the
// symbols that stand for something outside and their edges, plus the product of routes and
// requests.
absl::StatusOr<Contracts> FindContracts(const graph::ReadView& view,
                                        const ContractOptions& options);

// Whether two method lists such as "GET|POST" have a method in common; "" and "*" match any.
bool ShareMethod(std::string_view asked, std::string_view answered);

// Whether `route` answers a request for `address`, a path or a URL.
bool IsAnsweredAt(std::string_view address, std::string_view route);

// Appends the addresses requested in the view that `route` answers by method and path. An address
// that a route of its own file answers, as in tests, belongs to that route only. Cost: a comparison
// with each address of the view, and the symbols of the files with matches.
void RequestsAnsweredBy(const graph::ReadView& view, SymbolId route, std::vector<SymbolId>& out);

// Appends all routes of the view. Cost: O(symbols).
void RoutesOf(const graph::ReadView& view, std::vector<SymbolId>& out);

// The inverse of RequestsAnsweredBy: appends those of `routes`, the routes of the view, that answer
// `request`. Appends nothing if `request` is not an address. Cost: a comparison with each route.
void RoutesThatAnswer(const graph::ReadView& view, const std::vector<SymbolId>& routes,
                      SymbolId request, std::vector<SymbolId>& out);

}  // namespace waymark::retrieval
