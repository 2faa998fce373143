// The state of macro_mask.cc, which reads a source token by token.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/c_tokens.h"
#include "syntax/macro_use.h"
#include "text/characters.h"

namespace waymark::indexer {

// The content of a pair of braces. Only declarations contain macros that need masking.
enum class Braces : std::uint8_t { kDeclarations, kMembers, kEnumerators, kCode, kLocalType };

// The possible meaning of words with two leading underscores.
enum class ReservedWords : std::uint8_t { kNames, kMacros };

inline constexpr std::string_view kTypeWords[] = {"class", "enum", "struct", "union"};
inline constexpr std::string_view kAccessWords[] = {"private", "protected", "public", "signals"};
inline constexpr std::string_view kSpecifiers[] = {"const",    "constexpr", "explicit", "extern",
                                                   "friend",   "inline",    "mutable",  "static",
                                                   "typename", "virtual",   "volatile"};
inline constexpr std::string_view kBuiltInTypes[] = {"auto",   "bool",     "char", "double",
                                                     "float",  "int",      "long", "short",
                                                     "signed", "unsigned", "void"};
inline constexpr std::string_view kQualifiers[] = {"const", "volatile"};
inline constexpr std::string_view kBehindParameters[] = {"const",    "final", "noexcept",
                                                         "override", "try",   "volatile"};

// Words before a type or an expression.
inline constexpr std::string_view kBeforeTypes[] = {
    "case",   "co_return", "co_yield", "delete", "else",    "goto",     "namespace", "new",
    "return", "sizeof",    "template", "throw",  "typedef", "typename", "using"};

class Masker {
 public:
  Masker(std::string_view bytes, std::string& buffer, ReservedWords reserved)
      : bytes_(bytes), buffer_(buffer), reserved_(reserved), tokens_(bytes) {}

  std::string_view Run();

 private:
  // The current declaration so far.
  struct Head {
    bool is_namespace = false;
    bool is_type = false;
    bool is_enum = false;
    bool is_extern = false;
    bool is_template = false;  // `template <...>` came before
    bool has_parameters = false;
    bool has_value = false;
    int parentheses = 0;  // open ones
    int angles = 0;
    std::size_t count = 0;            // tokens
    std::size_t names = 0;            // words other than specifiers; a qualified name counts once
    std::size_t parameter_names = 0;  // the same in the current parameter
    CToken first;
    CToken last;  // token before the current one
    std::string_view type_name;
  };

  // An open #if: its directives, and whether each branch is whole.
  struct Conditional {
    std::vector<CToken> directives;
    std::size_t depth = 0;  // of braces at the #if
    Head head;              // the same
    bool is_whole = true;   // begins and ends between statements, with balanced braces
    bool is_cplusplus = false;
  };

  void See(const CToken& token);
  void Count(const CToken& token);
  bool SeeWord(const CToken& token);
  bool MaskParameterMacro(const CToken& token);
  bool MaskTemplateMacro(const CToken& token);
  bool MaskMacroInside(const CToken& token);
  bool MaskInCode(const CToken& token);
  bool MaskPointerMacro(const CToken& token);
  bool MaskBeforeBuiltIn(const CToken& token);
  bool OpenNamespaceOfMacro();
  bool DeclareByArgument(const MacroUse& use);
  bool MaskNamelessPointer(const CToken& token);
  void ReplaceEmptyValue();
  bool MaskLocalMacro(const CToken& token);
  bool MaskTypenameOfValue(const CToken& token);
  void MaskConditionArguments(const CToken& directive);
  void SeeDirective(const CToken& token);
  void MaskComments(const CToken& directive);
  void SeeCharacter(std::string_view text);
  void SetDepth(std::size_t depth);
  void OpenBrace();
  bool IsBetweenStatements() const;
  bool IsInTemplateHead() const;
  bool EndsLabel() const;
  void CloseBranch(Conditional& conditional);
  void CloseConditional(const Conditional& conditional, const CToken& end);
  bool MaskDead(const Conditional& conditional, bool is_whole, const CToken& end);
  void MaskExternC(const Conditional& conditional, const CToken& end);
  void MaskTypeMacros(const CToken& keyword);
  CToken MaskBehindTypeName(CTokens ahead);
  bool IsBeforeType(const CToken& type, CTokens ahead) const;
  bool MaskLabel(const MacroUse& macro);
  bool MaskCatch(const MacroUse& use);
  bool MaskLeadingMacro(const CToken& token);
  bool UnwrapParameters(const CToken& name);
  bool UnwrapHead(const CToken& name);
  bool NameByArguments(const MacroUse& macro, std::uint32_t open);
  bool ReadsLikePath(std::uint32_t begin, std::uint32_t end) const;
  bool MaskBlockMacro(const CToken& token);
  bool MaskTypeArgument(const CToken& token);
  void MaskTypesGiven(const MacroUse& use);
  bool MaskTrailingMacro(const CToken& token);
  bool MayBeAttribute(std::string_view text) const;
  std::size_t CountNames(const CToken& end) const;
  bool IsBehindVariable(const CToken& token) const;
  bool IsAttribute(const MacroUse& macro, const CToken& token, CTokens ahead) const;
  bool MaskReservedAttribute(const CToken& token);
  bool MaskNumberedAttribute(const CToken& name);
  bool HasElseBehind(CToken brace) const;
  bool MaskConditionMacro(const CToken& token);
  bool EndMacroLoop(const CToken& token);
  bool IsAlone(const MacroUse& use) const;
  void MaskUse(const MacroUse& use);
  void Mask(std::uint32_t begin, std::uint32_t end);

  std::string_view Text(const CToken& token) const { return token.Text(bytes_); }

  std::string_view bytes_;
  std::string& buffer_;
  const ReservedWords reserved_;
  CTokens tokens_;
  bool is_masked_ = false;
  std::vector<Braces> braces_{Braces::kDeclarations};
  std::vector<std::string_view> type_names_ = {
      std::string_view()};  // names of the types whose members the braces enclose
  std::vector<Conditional> conditionals_;
  Head head_;
};

}  // namespace waymark::indexer
