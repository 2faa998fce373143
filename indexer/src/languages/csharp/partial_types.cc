// Partial types of C#.
#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "languages/csharp/csharp_language.h"
#include "resolve/link/link.h"

namespace waymark::indexer {
namespace {

// Parts of one type agree in project, standing, qualified name and number of parameters.
using PartKey = std::tuple<Name, std::uint16_t, std::string, std::uint8_t>;

bool NamesBase(const Program& program, SymbolRef part) {
  return program.Definition(part).bases_count != 0;
}

}  // namespace

// The part that names the bases represents the type; of several, the first.
void LinkPartialTypes(Program& program) {
  std::map<PartKey, std::vector<SymbolRef>> types;
  for (FileIndex i = 0; i < program.files.size(); ++i) {
    const ProgramFile& file = program.files[i];
    if (file.model().language != Language::kCSharp) continue;
    for (const DefinitionIndex type : file.types) {
      const SymbolRef part{i, type};
      const ModelDefinition& definition = program.Definition(part);
      if (!definition.Has(kSymbolPartial)) continue;
      const auto apart = static_cast<std::uint16_t>(file.model().file_flags & kApartFlags);
      types[{file.project, apart, program.QualifiedNameOf(part), definition.parameter_count}]
          .push_back(part);
    }
  }
  std::vector<MultiTable<SymbolRef, SymbolRef>::Pair> parts;
  for (const auto& [key, defined] : types) {
    if (defined.size() < 2) continue;
    const auto derived = std::find_if(defined.begin(), defined.end(),
                                      [&](SymbolRef part) { return NamesBase(program, part); });
    const SymbolRef head = derived != defined.end() ? *derived : defined.front();
    for (const SymbolRef part : defined) {
      SetCanonical(part, head, program);
      parts.push_back({head, part});
    }
  }
  program.parts = MultiTable<SymbolRef, SymbolRef>(std::move(parts));
}

}  // namespace waymark::indexer
