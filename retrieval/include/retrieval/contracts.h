// What a program agrees on with others: routes and who calls them, topics, services of remote
// procedures, environment variables, flags and programs that it runs. The same name in several
// files is one contract.
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
  std::string method;  // "GET", "GET|POST", "*" for any; empty: no http
  std::string path;    // of a route as written; else the name
  // In canonical order. Of http those that answer and those that ask, of topics those that publish
  // and those that subscribe, of services those that implement them and those that make clients.
  // What lies outside provides the others.
  std::vector<SymbolId> providers;
  std::vector<SymbolId> consumers;

  // Only one side of it is in the repository, where both could be.
  bool is_orphan() const;
};

struct Contracts {
  std::vector<Contract> contracts;  // by type, path, method; at most `limit`
  std::uint64_t total = 0;
  // Routes and names of tests, examples, vendored and generated files, which are not listed.
  std::uint64_t elsewhere = 0;
};

struct ContractOptions {
  std::size_t limit = 50;
  bool only_orphans = false;
  const std::atomic<bool>* cancelled = nullptr;
};

// Of production code. A request belongs to the routes of its path, whatever the host: parameters
// (`:id`, `{id}`, `<int:id>`) stand for any one component, `*` for all that follow, and a method
// that is not told for each; what a decorator of Python makes a route answers GET then, as its
// frameworks have it. Errors: Cancelled. Cost: every symbol that lies outside and its edges once,
// and routes times requests.
absl::StatusOr<Contracts> FindContracts(const graph::ReadView& view,
                                        const ContractOptions& options);

// Whether methods, one or several as in "GET|POST", have one in common; "" and "*" are any.
bool ShareMethod(std::string_view asked, std::string_view answered);

// Whether a request for `address`, a path or a URL, is answered at `route`.
bool IsAnsweredAt(std::string_view address, std::string_view route);

// Appends the addresses that are asked for in the view and that the route answers, by its method
// and path. One that a route of its own file answers, as tests write them, is meant for no other.
// Cost: a comparison with each address of the view, and the symbols of the files that ask.
void RequestsAnsweredBy(const graph::ReadView& view, SymbolId route, std::vector<SymbolId>& out);

// Appends the routes of the view. Cost: its symbols.
void RoutesOf(const graph::ReadView& view, std::vector<SymbolId>& out);

// The other way round, of `routes`, those of the view: appends the ones that answer `request`, a
// symbol that is an address; nothing for other symbols. Cost: a comparison with each.
void RoutesThatAnswer(const graph::ReadView& view, const std::vector<SymbolId>& routes,
                      SymbolId request, std::vector<SymbolId>& out);

}  // namespace waymark::retrieval
