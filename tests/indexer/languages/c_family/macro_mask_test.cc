// Which macros are blanked out before parsing, and which are not.
#include "languages/c_family/macro_mask.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace waymark::indexer {
namespace {

// The masked text with runs of blanks folded, so that expectations stay readable.
std::string Masked(std::string_view source, decltype(&MaskMacros) mask = MaskMacros) {
  std::string buffer;
  const std::string_view masked = mask(source, buffer);
  EXPECT_EQ(masked.size(), source.size());
  std::string folded;
  for (std::size_t i = 0; i < masked.size(); ++i) {
    const bool is_continued = masked[i] == '\\' && source.substr(i + 1, 1) == "\n";
    const bool is_ended = masked[i] == ';' && (source[i] == ' ' || source[i] == '\t');
    const bool is_value = masked[i] == '0' && source[i] == '{';
    const bool is_if = masked.substr(i, 3) == "if(" || (i > 0 && masked.substr(i - 1, 3) == "if(");
    EXPECT_TRUE(masked[i] == source[i] || is_continued || is_ended || is_value || is_if ||
                (masked[i] == ' ' && source[i] != '\n'));
    if (masked[i] == ' ' && folded.ends_with(' ')) continue;
    folded += masked[i];
  }
  return folded;
}

std::string MaskedC(std::string_view source) { return Masked(source, MaskCMacros); }

TEST(MaskMacros, LeavesOrdinarySourceAlone) {
  for (const std::string_view source : {
           "class Store : public Base { };",
           "struct POINT { int x; };",
           "FILE* Open(int x);",
           "static const int MAX(10);",
           "const std::string NAME(\"x\");",
           "enum COLOR { RED };",
           "void F() { return (int) MAX(a, b); }",
           "void F() { if (x) CHECK(y); else CHECK(z); }",
           "TEST(Suite, Name) { }",
           "struct stat BUFFER;",
           "class URL { URL(int); ~URL(); };",
           "DWORD size = 3;",
           "template <class KEY> class Map { };",
           "#define API x\nint y;\n",
           "int x = FIRST(1) SECOND;",
           "BENCHMARK(Run);",
           "struct A { UINT flags : 3; };",
           "static DWORD Count(int);",
           "static const UINT kCount = 3;",
           "void F(size_t LEN, unsigned long MAX);",
           "template <typename T, COUNT N> class A { };",
           "void F() { if (READY) g(); }",
           "void F() { while (f(x)) g(); }",
           "void F() { int (*p)(int) = f(x); }",
           "void F() { new (place) T(x); }",
           "void F() { typeof(x) y = x; alignas(8) char z[8]; }",
           "namespace __detail { class __node final { __node *next; }; }",
           "enum E { A = BIT(0), B = BIT(1) };",
           "void F() { if (a) {\n } else if (b) {\n } }",
       }) {
    std::string buffer;
    EXPECT_EQ(MaskMacros(source, buffer).data(), source.data()) << source << "\n" << buffer;
  }
}

TEST(MaskCMacros, LeavesReservedWordsThatAreNamesAlone) {
  for (const std::string_view source : {
           "int __count = 5; struct list __head; struct list __last = {0};",
           "unsigned long __bits; static const __u32 kMask = 1; __be16 *__port;",
           "void __free(struct list *__list, size_t __size = 0);",
       }) {
    EXPECT_EQ(MaskedC(source), source);
  }
}

TEST(MaskCMacros, LeavesTheParametersThatAMacroEncloses) {
  EXPECT_EQ(MaskedC("int open OF((int n));"), "int open (int n) ;");
  EXPECT_EQ(MaskedC("local void fill __P ( (state *s, char c) );"),
            " void fill (state *s, char c) ;");
  EXPECT_EQ(MaskedC("extern int stop PROTO((void));"), "extern int stop (void) ;");
  EXPECT_EQ(MaskedC("int n GUARDED_BY((mutex));"), "int n ;");
  EXPECT_EQ(MaskedC("int f(int n) FORMAT((printf, 1, 2));"), "int f(int n) ;");
  EXPECT_EQ(MaskedC("int open OF((int n"), "int open OF((int n");
}

TEST(MaskMacros, LeavesTheHeadThatAMacroMakes) {
  EXPECT_EQ(Masked("BOTH(Status, Table::Get)\n(int k) { }"), " Status Table::Get \n(int k) { }");
  EXPECT_EQ(Masked("BOTH(Map<K, V>*, find)(int k) const { }"),
            " Map<K, V>* find (int k) const { }");
  EXPECT_EQ(Masked("UNUSED(static int f(int n)) { }"), " static int f(int n) { }");
  EXPECT_EQ(MaskedC("EXPORT(struct heap* top(void));"), " struct heap* top(void) ;");
  for (const std::string_view source : {
           "BOTH(Status, Table::Get)(int k);",
           "BOTH(int, (f))(int k) { }",
           "int (*f(int n))(int k) { return 0; }",
           "F(std::set<int>&& s) : values(std::move(s)) { }",
           "TEST(Suite, Name) { }",
           "explicit(true) Name(int n) { }",
       }) {
    EXPECT_EQ(Masked(source), source);
  }
}

TEST(MaskCMacros, BlanksWordsBeforeBuiltInTypes) {
  EXPECT_EQ(MaskedC("api_inline int f(void);"), " int f(void);");
  EXPECT_EQ(MaskedC("struct s { atomic_word unsigned n; };"), "struct s { unsigned n; };");
  EXPECT_EQ(MaskedC("void f(void) { register int n; }"), "void f(void) { register int n; }");
  EXPECT_EQ(MaskedC("_Atomic int n; static unsigned int m;"),
            "_Atomic int n; static unsigned int m;");
}

TEST(MaskCMacros, NamesTheMemberThatAMacroDeclares) {
  EXPECT_EQ(MaskedC("struct s { int n; BIT(ready); };"), "struct s { int n; BIT ready ; };");
  EXPECT_EQ(MaskedC("struct s { int n; PAD(16); int m; };"), "struct s { int n; int m; };");
}

TEST(MaskCMacros, LeavesNamesOfVariablesBehindQualifiers) {
  EXPECT_EQ(MaskedC("static const char *const KEY = \"k\";"),
            "static const char *const KEY = \"k\";");
}

TEST(MaskCMacros, BlanksWhatIsNoCode) {
  EXPECT_EQ(MaskedC("#if 0\n it isn't code\n#endif\nint n;"), " \n \n \nint n;");
  EXPECT_EQ(MaskedC("#if 0\nint f(int\n#else\nint g(\n#endif\nint n);"),
            " \n \n \nint g(\n \nint n);");
  EXPECT_EQ(MaskedC("#ifdef __OBJC__\n@class Name;\n#endif\nint n;"), " \n \n \nint n;");
}

TEST(MaskCMacros, BlanksReservedWordsThatAreAttributes) {
  EXPECT_EQ(MaskedC("static int __init start(void) { }"), "static int start(void) { }");
  EXPECT_EQ(MaskedC("static __always_inline void f(void);"), "static void f(void);");
  EXPECT_EQ(MaskedC("long read(char __user *to, __unused int n);"), "long read(char *to, int n);");
  EXPECT_EQ(MaskedC("void f(struct lock *l) __acquires(l) { }"), "void f(struct lock *l) { }");
  EXPECT_EQ(MaskedC("int count __read_mostly = 5;"), "int count = 5;");
  EXPECT_EQ(MaskedC("struct list *head __initdata;"), "struct list *head ;");
  EXPECT_EQ(MaskedC("struct s { int x; } __packed;"), "struct s { int x; } ;");
  EXPECT_EQ(MaskedC("struct s { int x __aligned(8); };"), "struct s { int x ; };");
  EXPECT_EQ(MaskedC("struct __packed s { int x; };"), "struct s { int x; };");
  EXPECT_EQ(MaskedC("void f(void) { int x __maybe_unused = 1; }"), "void f(void) { int x = 1; }");
  EXPECT_EQ(MaskedC("void f(void) { g((__force u32)x, (char __user *)y); }"),
            "void f(void) { g(( u32)x, (char *)y); }");
}

TEST(MaskMacros, EndsTheHeadOfALoopThatIsAMacro) {
  EXPECT_EQ(Masked("void f(void) { for_each(x, list) { g(x); } }"),
            "void f(void) { for_each(x, list);{ g(x); } }");
  EXPECT_EQ(Masked("void f(void) {\n\tfor_each(x)\n\t\tg(x);\n}"),
            "void f(void) {\n\tfor_each(x)\n;\tg(x);\n}");
  EXPECT_EQ(Masked("void f(void) { out: for_each(x) { } }"),
            "void f(void) { out: for_each(x);{ } }");
}

TEST(MaskMacros, KnowsMacrosThatStandForIf) {
  EXPECT_EQ(Masked("void f() { IF_KNOWN(x) { g(); } else { h(); } }"),
            "void f() { if(x) { g(); } else { h(); } }");
  EXPECT_EQ(Masked("void f() { if (a) { } else IF_KNOWN(x) { g(); } }"),
            "void f() { if (a) { } else if(x) { g(); } }");
  EXPECT_EQ(Masked("void f() { SECTION(x) { g(); } h(); }"),
            "void f() { SECTION(x);{ g(); } h(); }");
}

TEST(MaskMacros, BlanksMacrosThatStandForTheKeywordOfABlock) {
  EXPECT_EQ(Masked("void f() { TRY { g(); } CATCH_ALL { { h(); } } }"),
            "void f() { { g(); } { { h(); } } }");
  EXPECT_EQ(Masked("void f() { POINT{1, 2}.move(); }"), "void f() { POINT{1, 2}.move(); }");
  EXPECT_EQ(Masked("void f() { POINT {g(1), {2}}; }"), "void f() { POINT {g(1), {2}}; }");
}

TEST(MaskMacros, BlanksMacrosInFrontOfTheNameOfAType) {
  EXPECT_EQ(Masked("class API Store { };"), "class Store { };");
  EXPECT_EQ(Masked("class API Store : Base { };"), "class Store : Base { };");
  EXPECT_EQ(Masked("class API Store;"), "class Store;");
  EXPECT_EQ(Masked("struct ALIGNED(8) API Store final { };"), "struct Store final { };");
}

TEST(MaskMacros, BlanksMacrosBehindTheNameOfAType) {
  EXPECT_EQ(Masked("class Store FINAL { };"), "class Store { };");
  EXPECT_EQ(Masked("struct Store FINAL : private Base { };"), "struct Store : private Base { };");
  EXPECT_EQ(Masked("class API Store SEALED final : Base { };"), "class Store final : Base { };");
  EXPECT_EQ(Masked("struct point ORIGIN;"), "struct point ORIGIN;");
  EXPECT_EQ(Masked("struct point AT(int x) { }"), "struct point AT(int x) { }");
  EXPECT_EQ(Masked("struct s { enum kind KIND : 4; };"), "struct s { enum kind KIND : 4; };");
}

TEST(MaskMacros, BlanksMacrosInFrontOfDeclarations) {
  EXPECT_EQ(Masked("API Status* Open();"), " Status* Open();");
  EXPECT_EQ(Masked("API std::string Name();"), " std::string Name();");
  EXPECT_EQ(Masked("API std::map<int, int> Names();"), " std::map<int, int> Names();");
  EXPECT_EQ(Masked("API const char* Name();"), " const char* Name();");
  EXPECT_EQ(Masked("API int (Parenthesised)(int);"), " int (Parenthesised)(int);");
  EXPECT_EQ(Masked("API size_t (*Pointer)(int);"), " size_t (*Pointer)(int);");
  EXPECT_EQ(Masked("DEPRECATED(\"x\") void Old();"), " void Old();");
  EXPECT_EQ(Masked("class A { Q_OBJECT public: int x; };"), "class A { public: int x; };");
  EXPECT_EQ(Masked("class A { DISALLOW(A); int x; };"), "class A { ; int x; };");
}

TEST(MaskMacros, BlanksMacrosBehindSpecifiersAndTemplateHeads) {
  EXPECT_EQ(Masked("inline API auto Open() -> int;"), "inline auto Open() -> int;");
  EXPECT_EQ(Masked("template <typename T> API auto Open() -> T;"),
            "template <typename T> auto Open() -> T;");
  EXPECT_EQ(Masked("DEPRECATED(\"x\") API void Old();"), " void Old();");
}

TEST(MaskMacros, BlanksMacrosInFrontOfConstructorsAndDestructors) {
  EXPECT_EQ(Masked("class A { API A(int); API ~A(); };"), "class A { A(int); ~A(); };");
  EXPECT_EQ(Masked("API A::A(int) { }"), " A::A(int) { }");
  EXPECT_EQ(Masked("API A::~A() { }"), " A::~A() { }");
}

TEST(MaskMacros, BlanksTypesAmongTheArgumentsOfAMacro) {
  EXPECT_EQ(Masked("FLAG(int, limit, 100, \"help\");"), "FLAG( limit, 100, \"help\");");
  EXPECT_EQ(Masked("FLAG(limit, unsigned long, F(1, 2), bool);"), "FLAG(limit, F(1, 2) );");
  EXPECT_EQ(Masked("namespace a { FLAG(bool, on, true); }"), "namespace a { FLAG( on, true); }");
  EXPECT_EQ(Masked("FLAG(name, const char*, \"\");"), "FLAG(name, \"\");");
  EXPECT_EQ(Masked("FLAG(name, const a::B&, 1);"), "FLAG(name, 1);");
  for (const std::string_view source :
       {"FUNCTION(int, char);", "FUNCTION(int);", "class URL { URL(int, Name); };",
        "FLAG(int x, 3);", "FLAG(const char* text, 3);", "FLAG(const A a, 3);",
        "LIST(A<int, char>, b);", "FLAG(\"int\", x);", "void F() { FLAG(int, x, 3); }"}) {
    EXPECT_EQ(Masked(source), source);
  }
}

TEST(MaskMacros, BlanksMacrosThatStandForLabelsOfAccess) {
  EXPECT_EQ(Masked("class A {\n  HIDDEN_ONCE_TESTED:\n  union B { int x; };\n};"),
            "class A {\n \n union B { int x; };\n};");
  EXPECT_EQ(Masked("struct A { FLAGS : 3; FLAGS a : 3; };"),
            "struct A { FLAGS : 3; FLAGS a : 3; };");
}

TEST(MaskMacros, BlanksMacrosThatStandForTheHeadOfACatch) {
  EXPECT_EQ(Masked("void F() { TRY { f(); } CATCH(...) { } g(); }"),
            "void F() { { f(); } { } g(); }");
  EXPECT_EQ(Masked("void F() { TRY { f(); } CATCH (const Error& e) { } }"),
            "void F() { { f(); } { } }");
  EXPECT_EQ(Masked("void F() { CATCH(Error&) { } }"), "void F() { { } }");
}

TEST(MaskMacros, BlanksMacrosThatStandAlone) {
  EXPECT_EQ(Masked("namespace a {\nNAMESPACE_BEGIN\nint x;\nNAMESPACE_END\n}"),
            "namespace a {\n \nint x;\n \n}");
  EXPECT_EQ(Masked("struct A {\nHANDLE_FIELDS\nSTREAM_FIELDS\n};"), "struct A {\n \n \n};");
  EXPECT_EQ(Masked("NAMESPACE_BEGIN\n#if X\n#endif\n"), " \n#if X\n#endif\n");
}

TEST(MaskMacros, BlanksMacrosBehindParametersAndInTemplateHeads) {
  EXPECT_EQ(Masked("void F(const T& x BOUND, int y BOUND = 1);"),
            "void F(const T& x , int y = 1);");
  EXPECT_EQ(Masked("template <typename T, ENABLE_IF(a<T>)> void F();"),
            "template <typename T > void F();");
}

TEST(MaskMacros, BlanksListsAmongEnumerators) {
  EXPECT_EQ(Masked("enum { A, ALL(X) LAST };"), "enum { A, LAST };");
  EXPECT_EQ(Masked("enum { ALL(X), LAST };"), "enum { LAST };");
  EXPECT_EQ(Masked("enum {\n#define X(n) n,\nALL(X)\n#undef X\nLAST };"),
            "enum {\n \n \n \nLAST };");
  EXPECT_EQ(Masked("union A { ALL(X) };"), "union A { };");
}

TEST(MaskMacros, BlanksMacrosBehindIf) {
  EXPECT_EQ(Masked("void F() { if CONSTEXPR (x) g(); }"), "void F() { if (x) g(); }");
}

TEST(MaskMacros, BlanksMacrosBehindDeclarations) {
  EXPECT_EQ(Masked("class A { int x GUARDED_BY(m); };"), "class A { int x ; };");
  EXPECT_EQ(Masked("class A { int x GUARDED_BY(m) = 1; };"), "class A { int x = 1; };");
  EXPECT_EQ(Masked("class A { void F() const REQUIRES(m); };"), "class A { void F() const ; };");
  EXPECT_EQ(Masked("void F() NOEXCEPT { }"), "void F() { }");
}

TEST(MaskMacros, BlanksTheBracesOfExternC) {
  EXPECT_EQ(Masked("#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void);\n"
                   "#ifdef __cplusplus\n}\n#endif\n"),
            "#ifdef __cplusplus\n \n#endif\nint f(void);\n#ifdef __cplusplus\n \n#endif\n");
}

TEST(MaskMacros, KeepsTheFirstOfBranchesThatOpenTheSameBrace) {
  EXPECT_EQ(Masked("#ifdef A\nint f(int a) {\n#else\nint f(long a) {\n#endif\n}\n"),
            " \nint f(int a) {\n \n \n \n}\n");
}

TEST(MaskMacros, ReadsConditionalsInsideStatementsAsIfTheyWereNone) {
  EXPECT_EQ(Masked("int f(\n#ifdef A\nint a,\n#endif\nint b);\n"),
            "int f(\n \nint a,\n \nint b);\n");
  EXPECT_EQ(Masked("void g() {\n#ifdef A\n  if (a) {\n#endif\n  h();\n#ifdef A\n  }\n#endif\n}\n"),
            "void g() {\n \n if (a) {\n \n h();\n \n }\n \n}\n");
}

TEST(MaskMacros, KeepsTheFirstOfBranchesThatEndInsideAStatement) {
  EXPECT_EQ(Masked("void g() {\n#ifdef A\n  if (a)\n#else\n  if (b)\n#endif\n    h();\n}\n"),
            "void g() {\n \n if (a)\n \n \n \n h();\n}\n");
}

TEST(MaskMacros, LeavesConditionalsBetweenStatementsAlone) {
  for (const std::string_view source : {
           "#ifdef A\nint a;\n#else\nint b;\n#endif\n",
           "enum E {\n  A,\n#ifdef X\n  B,\n#endif\n  C\n};\n",
           "void f() {\n  a();\n#ifdef X\n  b();\n#endif\n}\n",
           "#ifdef X\nREGISTER(a)\n#else\nREGISTER(b)\n#endif\nint c;\n",
           "class A {\n public:\n#ifdef X\n  int x;\n#endif\n};\n",
       }) {
    std::string buffer;
    EXPECT_EQ(MaskMacros(source, buffer).data(), source.data()) << source << "\n" << buffer;
  }
}

TEST(MaskMacros, BlanksCommentsInsideMacrosOfSeveralLines) {
  EXPECT_EQ(Masked("#define A(x) f(x); /* one */ \\\n  g(\"/*\"); \\\n  h(x)\nint y;\n"),
            "#define A(x) f(x); \\\n g(\"/*\"); \\\n h(x)\nint y;\n");
  EXPECT_EQ(Masked("#define A 1 /* long\n comment */\nint y;\n"), "#define A 1 \\\n \nint y;\n");
  EXPECT_EQ(Masked("#define A 1 /* short */\nint y;\n"), "#define A 1 /* short */\nint y;\n");
}

TEST(MaskMacros, EndsADirectiveBehindAComment) {
  const std::string_view source =
      "#ifdef A\n#define X 1 /* not\n whole */\n#else\n#define X 2\n#endif\nint y;\n";
  EXPECT_EQ(Masked(source), "#ifdef A\n#define X 1 \\\n \n#else\n#define X 2\n#endif\nint y;\n");
}

TEST(MaskMacros, SurvivesWhateverItIsGiven) {
  for (const std::string_view source : {
           "",
           "}",
           "}}}}",
           "#endif",
           "#else\n#endif\n#endif",
           "#if",
           "class API",
           "API",
           "API(",
           "R\"(",
           "R\"x(",
           "\"",
           "'",
           "/*",
           "\\",
           "#if\\\n",
           "#define A /* \\\n",
           "#define A \"\\\n",
           "#",
           "(((",
           "template <<<",
           "class A { API(",
           "#if A\n{\n#else\n}\n#else\n{{\n#endif\n}",
       }) {
    Masked(source);
  }
}

TEST(MaskMacros, BlanksMacrosBehindPointers) {
  EXPECT_EQ(Masked("void F(const void* absl_nonnull p);"), "void F(const void* p);");
  EXPECT_EQ(Masked("Node* my_nullable Tree::Find(Key& __restrict key) { }"),
            "Node* Tree::Find(Key& key) { }");
  EXPECT_EQ(Masked("void F() { char * FAR p = q; }"), "void F() { char * p = q; }");
  EXPECT_EQ(Masked("std::vector<T* absl_nonnull> all;"), "std::vector<T* > all;");
}

TEST(MaskMacros, LeavesNamesBehindPointers) {
  for (const std::string_view source : {
           "void F(bool* is_nullable, int* p_nonnull);",
           "void F(char* NAME, int* const x, T* p __attribute__((unused)));",
           "char* NAME GUARDED;",
           "int x = a * MAX;",
           "T* F() const;",
       }) {
    EXPECT_EQ(Masked(source), source);
  }
}

TEST(MaskMacros, BlanksPointersThatHaveAValueAndNoName) {
  EXPECT_EQ(Masked("void F(const void* = nullptr, int* const = 0);"),
            "void F(const void = nullptr, int = 0);");
  EXPECT_EQ(Masked("template <class K, K* = nullptr> void F(K& /*k*/ = K());"),
            "template <class K, K = nullptr> void F(K /*k*/ = K());");
  for (const std::string_view source : {"bool F(bool x = a *b);", "bool F(int& operator*=(int));",
                                        "T& operator*(T* p = nullptr);"}) {
    EXPECT_EQ(Masked(source), source);
  }
}

TEST(MaskMacros, GivesParametersAValueForEmptyBraces) {
  EXPECT_EQ(Masked("void F(const Map& m = {}, int n = { }); struct A { int x = {}; };"),
            "void F(const Map& m = 0 , int n = 0 ); struct A { int x = {}; };");
}

TEST(MaskMacros, BlanksMacrosInLocalDeclarations) {
  EXPECT_EQ(Masked("void F() { MAYBE_UNUSED const size_t x = 1; }"),
            "void F() { const size_t x = 1; }");
  EXPECT_EQ(Masked("void F() { MAYBE_UNUSED int x; Vec MAYBE_UNUSED v; Vec UNUSED w = x; }"),
            "void F() { int x; Vec v; Vec w = x; }");
  for (const std::string_view source : {
           "void F() { DWORD x; const DWORD y = 1; struct STAT z; unsigned LONG w; }",
           "void F() { return MAX; }",
           "void F() { typedef DWORD Size; using NAME = int; }",
           "void F() { DWORD *p = q; TYPE a, b; new TYPE; delete PTR; }",
       }) {
    EXPECT_EQ(Masked(source), source);
  }
}

TEST(MaskMacros, BlanksTypenameWhereAValueStands) {
  EXPECT_EQ(Masked("void F() { g(typename T::tag(), typename T::x{}); return typename T::y(); }"),
            "void F() { g( T::tag(), T::x{}); return T::y(); }");
  EXPECT_EQ(Masked("void F() { typename T::type x; f<typename T::y>(); }"),
            "void F() { typename T::type x; f<typename T::y>(); }");
}

TEST(MaskMacros, BlanksWhatConditionsAskForThatIsNoArgument) {
  EXPECT_EQ(Masked("#if defined(A) && __has_include(<version>)\nint x;\n#endif\n"),
            "#if defined(A) && __has_include( )\nint x;\n#endif\n");
  EXPECT_EQ(Masked("#if 0\n#elif HAS(clang::nomerge) || F(1 < 2)\n#endif\n"),
            "#if 0\n#elif HAS( ) || F(1 < 2)\n#endif\n");
}

}  // namespace
}  // namespace waymark::indexer
