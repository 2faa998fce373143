// Prints the calls of an assembly that was compiled with -debug, one JSON line each:
//
//   {"path", "line", "end", "name", "kind", "type", "parameters", "overriding", "inside"}
//
// line is that of the statement, end the last line before the next one of the method; type and
// parameters are names without namespaces; overriding are
// the types that override it, inside tells whether the assembly itself has the method.
//
// Debian: mono-mcs, libmono-cecil-private-cil, libmono-compilerservices-symbolwriter4.0-cil.
//
//   mcs -r:Mono.Cecil.dll -r:Mono.CompilerServices.SymbolWriter.dll cil_calls.cs
//   mono cil_calls.exe ASSEMBLY
using System;
using System.Collections.Generic;
using System.Linq;
using Mono.Cecil;
using Mono.Cecil.Cil;
using Mono.CompilerServices.SymbolWriter;

static class CilCalls {
  static string Text(string text) {
    return "\"" + text.Replace("\\", "\\\\").Replace("\"", "\\\"") + "\"";
  }

  static string NameOf(TypeReference type) {
    if (type is ByReferenceType) return NameOf(((ByReferenceType)type).ElementType);
    if (type is ArrayType) return NameOf(((ArrayType)type).ElementType) + "[]";
    return type.Name.Split('`')[0];
  }

  static string PathOf(TypeReference type) {
    string name = type.Name.Split('`')[0];
    if (type.DeclaringType != null) return PathOf(type.DeclaringType) + "." + name;
    return type.Namespace.Length == 0 ? name : type.Namespace + "." + name;
  }

  static IEnumerable<TypeDefinition> All(IEnumerable<TypeDefinition> types) {
    foreach (var type in types) {
      yield return type;
      foreach (var nested in All(type.NestedTypes)) yield return nested;
    }
  }

  static bool Derives(TypeDefinition type, TypeDefinition from) {
    for (int depth = 0; type != null && depth < 64; ++depth) {
      if (type == from || type.Interfaces.Any(i => i.InterfaceType.Resolve() == from)) return true;
      try {
        type = type.BaseType == null ? null : type.BaseType.Resolve();
      } catch (AssemblyResolutionException) {
        return false;
      }
    }
    return false;
  }

  // The types that have a method of their own in the place of a virtual one.
  static IEnumerable<string> Overriding(MethodDefinition method) {
    return from type in All(method.Module.Types)
           where type != method.DeclaringType && Derives(type, method.DeclaringType)
           where type.Methods.Any(m => m.Name == method.Name && m.IsVirtual &&
                                       m.Parameters.Count == method.Parameters.Count)
           select PathOf(type);
  }

  static void Print(MethodDefinition method, MonoSymbolFile symbols) {
    var entry = method.HasBody ? symbols.GetMethodByToken(method.MetadataToken.ToInt32()) : null;
    if (entry == null) return;
    var points = entry.GetLineNumberTable().LineNumbers.Where(p => !p.IsHidden).ToList();
    if (points.Count == 0) return;
    string path = symbols.GetSourceFile(points[0].File).FileName;
    var lines = points.Select(p => p.Row).Distinct().OrderBy(l => l).ToList();
    foreach (var instruction in method.Body.Instructions) {
      var code = instruction.OpCode.Code;
      bool made = code == Code.Newobj;
      bool value = code == Code.Ldftn || code == Code.Ldvirtftn;
      if (!made && !value && code != Code.Call && code != Code.Callvirt) continue;
      var point = points.LastOrDefault(p => p.Offset <= instruction.Offset) ?? points[0];
      var called = ((MethodReference)instruction.Operand).GetElementMethod();
      MethodDefinition meant = null;
      try { meant = called.Resolve(); } catch (AssemblyResolutionException) { }
      bool inside = meant != null && meant.Module == method.Module;
      if (value && (!inside || meant.Name.StartsWith("<"))) continue;
      var shown = inside ? (MethodReference)meant : called;
      var overriding = inside && meant.IsVirtual ? Overriding(meant) : Enumerable.Empty<string>();
      int next = lines.FirstOrDefault(l => l > point.Row);
      bool constructor = called.Name == ".ctor";
      string name = constructor ? called.DeclaringType.Name.Split('`')[0] : called.Name;
      string kind = value ? "value" : made ? "construction" : constructor ? "delegation" : "call";
      Console.WriteLine(
          "{\"path\":" + Text(path) + ",\"line\":" + point.Row +
          ",\"end\":" + (next == 0 ? point.Row + 40 : next) + ",\"name\":" + Text(name) +
          ",\"kind\":" + Text(kind) + ",\"type\":" + Text(PathOf(shown.DeclaringType)) +
          ",\"parameters\":[" +
          string.Join(",", shown.Parameters.Select(p => Text(NameOf(p.ParameterType)))) +
          "],\"overriding\":[" + string.Join(",", overriding.Select(Text)) + "],\"inside\":" + (inside ? "true" : "false") + "}");
    }
  }

  static void Main(string[] arguments) {
    var module = ModuleDefinition.ReadModule(arguments[0]);
    using (var symbols = MonoSymbolFile.ReadSymbolFile(arguments[0] + ".mdb")) {
      foreach (var type in All(module.Types)) {
        foreach (var method in type.Methods) Print(method, symbols);
      }
    }
  }
}
