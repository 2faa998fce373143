// Namespaces to which any number of files add, wherever they lie: each is a package by its name.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "resolve/program/program.h"

namespace waymark::indexer {

// The full name of the namespace that a scope opens; of scope 0, the name of the global one. No two
// languages have a name in common.
using NameOfNamespace = std::string (*)(const FileModel& model, const NameTable& names,
                                        ScopeIndex scope);

// Collects the namespaces of a language for Program::namespaces.
class OpenNamespaces {
 public:
  // A file with one of `apart_flags` represents a namespace only if no other file opens it.
  OpenNamespaces(Program& program, NameOfNamespace name_of, std::uint16_t apart_flags)
      : program_(program), name_of_(name_of), apart_flags_(apart_flags) {}

  // Adds the file to the global namespace and to those it opens. Files come in their order.
  void AddFile(FileIndex index);

  // Makes the namespaces known, beside those of other languages.
  void Publish();

 private:
  void AddTo(Name name, FileIndex file, SymbolRef opened);
  bool IsApart(SymbolRef opened) const;

  Program& program_;
  NameOfNamespace name_of_;
  std::uint16_t apart_flags_;
  std::unordered_map<Name, PackageIndex> known_;
  std::vector<MultiTable<Name, PackageIndex>::Pair> named_;
};

// Gives the scopes of a file the spaces of their namespaces (ModuleRule::link_spaces).
void LinkOpenNamespaces(Program& program, ProgramFile& file, NameOfNamespace name_of);

}  // namespace waymark::indexer
