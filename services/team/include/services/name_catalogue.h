// Which repositories of a team store declare a name, leave it unresolved, or speak of a word. With
// it a question to all repositories chooses those that can matter before any view is opened.
//
// A name or word is kept as the first 63 bits of its SHA-256: a collision costs a look into a
// repository in vain, no answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

namespace waymark::services {

enum class NameRole : std::uint8_t {
  kDeclared = 1,    // last component of a symbol that code outside its file can see
  kUnresolved = 2,  // name of a reference that leads out of the repository
  kWord = 3,        // stemmed word of names, signatures and documentation
};

// The most names of a role that a repository is listed with; those beyond are left out, and the
// repository counts as one that may have any name.
inline constexpr std::size_t kMaxCataloguedNames = 1'000'000;
// The most names that one question looks for.
inline constexpr std::size_t kMaxSoughtNames = 256;

using NameHash = std::uint64_t;
NameHash HashOfName(std::string_view name);

// The names of one role, each once, in ascending order of the hashes.
struct CataloguedNames {
  NameRole role = NameRole::kDeclared;
  std::vector<NameHash> names;
  bool is_complete = true;
};

// A repository that has some of the sought names.
struct CatalogueHit {
  std::string repository;
  std::vector<std::size_t> names;  // indices of the sought ones that count, ascending
  double score = 0;                // sum of log(1 + repositories / repositories with the name)
};

struct CatalogueAnswer {
  std::vector<CatalogueHit> hits;  // the highest score first, then by name; at most the limit
  std::uint64_t found = 0;         // repositories with a hit, also beyond the limit
  std::uint64_t repositories = 0;  // in the catalogue
  std::uint64_t unlisted = 0;      // in the store but not in the catalogue: they may have any name
};

// Not thread-safe. The errors are those of a BlobStore.
class NameCatalogue {
 public:
  virtual ~NameCatalogue() = default;

  // Replaces what a repository is listed with, in one transaction. Cost: two statements a role;
  // only the differences are written.
  virtual absl::Status Replace(const std::string& repository,
                               std::span<const CataloguedNames> names) = 0;
  // The repositories that have one of `names` in the role. A name that thousands of repositories
  // have does not count, unless all are as frequent. InvalidArgument for more than kMaxSoughtNames.
  virtual absl::StatusOr<CatalogueAnswer> Find(NameRole role, std::span<const NameHash> names,
                                               std::size_t limit) = 0;
};

}  // namespace waymark::services
