// The calls of Go sources as go/types has them, as JSON lines for score.py.
//
// usage: go run go_calls.go ROOT
//
// Checks every package below ROOT with its tests, for the platform it runs on. Packages of modules in
// ROOT and of the standard library are read from source; every other import is empty, and calls of
// what comes from there are unknown. Calls of functions that a variable holds are kind "value",
// conversions kind "conversion".
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
)

type place struct {
	path string
	line int
}

type oracle struct {
	root    string
	modules map[string]string // path of the module -> its directory
	files   *token.FileSet
	context build.Context
	library types.Importer
	ours    map[string]*types.Package // by directory
	out     *json.Encoder
	calls   int
	unknown int
}

func (o *oracle) place(at token.Pos) (place, bool) {
	position := o.files.Position(at)
	path, err := filepath.Rel(o.root, position.Filename)
	inside := err == nil && !strings.HasPrefix(path, "..") && position.IsValid()
	return place{path, position.Line}, inside
}

// Import gives packages without their tests.
func (o *oracle) Import(path string) (*types.Package, error) {
	for module, directory := range o.modules {
		if path == module || strings.HasPrefix(path, module+"/") {
			return o.source(path, filepath.Join(directory, strings.TrimPrefix(path, module)))
		}
	}
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if !strings.Contains(strings.Split(path, "/")[0], ".") {
		if known, err := o.library.Import(path); err == nil {
			return known, nil
		}
	}
	return nil, fmt.Errorf("%s is not in the root", path)
}

func (o *oracle) source(path, directory string) (*types.Package, error) {
	if known, ok := o.ours[directory]; ok {
		return known, nil
	}
	found, err := o.context.ImportDir(directory, 0)
	if err != nil && found == nil || len(found.GoFiles) == 0 {
		return nil, fmt.Errorf("nothing in %s", directory)
	}
	o.ours[directory] = types.NewPackage(path, found.Name) // for a cycle
	checked, _, _ := o.check(path, directory, found.GoFiles)
	o.ours[directory] = checked
	return checked, nil
}

func (o *oracle) check(path, directory string, names []string) (*types.Package, []*ast.File, *types.Info) {
	var parsed []*ast.File
	for _, name := range names {
		file, _ := parser.ParseFile(o.files, filepath.Join(directory, name), nil, parser.SkipObjectResolution)
		if file != nil {
			parsed = append(parsed, file)
		}
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{}}
	config := types.Config{Importer: o, FakeImportC: true, Error: func(error) {}}
	checked, _ := config.Check(path, o.files, parsed, info)
	return checked, parsed, info
}

// callee gives the name that a call spells out.
func callee(call *ast.CallExpr) *ast.Ident {
	function := ast.Unparen(call.Fun)
	switch generic := function.(type) {
	case *ast.IndexExpr:
		function = generic.X
	case *ast.IndexListExpr:
		function = generic.X
	}
	if pointer, ok := function.(*ast.StarExpr); ok { // (*T)(nil)
		function = ast.Unparen(pointer.X)
	}
	switch named := function.(type) {
	case *ast.Ident:
		return named
	case *ast.SelectorExpr:
		return named.Sel
	}
	return nil
}

func (o *oracle) addCall(call *ast.CallExpr, info *types.Info) {
	name := callee(call)
	if name == nil {
		return
	}
	at, _ := o.place(name.Pos())
	var kind string
	object := info.Uses[name]
	switch meant := object.(type) {
	case *types.Func:
		kind, object = "call", meant.Origin()
	case *types.Var:
		kind, object = "value", meant.Origin()
	case *types.TypeName:
		kind = "conversion"
	case *types.Builtin:
		return
	default:
		o.unknown++
		o.out.Encode(map[string]any{"unknown": at.path, "line": at.line, "name": name.Name})
		return
	}
	targets := [][]any{}
	if target, inside := o.place(object.Pos()); inside {
		targets = append(targets, []any{target.path, target.line})
	}
	o.calls++
	o.out.Encode(map[string]any{"call": at.path, "line": at.line, "name": object.Name(), "kind": kind, "targets": targets})
}

func (o *oracle) tell(files []*ast.File, info *types.Info) {
	for _, file := range files {
		first, _ := o.place(file.Package)
		for line := first.line; line <= o.files.File(file.Package).LineCount(); line++ {
			o.out.Encode(map[string]any{"covered": first.path, "line": line})
		}
		ast.Inspect(file, func(node ast.Node) bool {
			if call, ok := node.(*ast.CallExpr); ok {
				o.addCall(call, info)
			}
			return true
		})
	}
}

func (o *oracle) findModules() {
	filepath.WalkDir(o.root, func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.Name() == "go.mod" {
			text, _ := os.ReadFile(path)
			for _, line := range strings.Split(string(text), "\n") {
				if words := strings.Fields(line); len(words) > 1 && words[0] == "module" {
					o.modules[strings.Trim(words[1], `"`)] = filepath.Dir(path)
				}
			}
		}
		return nil
	})
}

// importPath is that of a directory: of the innermost module around it.
func (o *oracle) importPath(directory string) string {
	best, path := "", directory
	for module, at := range o.modules {
		rest, err := filepath.Rel(at, directory)
		if err == nil && !strings.HasPrefix(rest, "..") && len(at) > len(best) {
			best, path = at, filepath.ToSlash(filepath.Join(module, rest))
		}
	}
	return path
}

func (o *oracle) tellDirectory(directory string) {
	found, _ := o.context.ImportDir(directory, 0)
	if found == nil || len(found.GoFiles)+len(found.TestGoFiles)+len(found.XTestGoFiles) == 0 {
		return
	}
	path := o.importPath(directory)
	if _, files, info := o.check(path, directory, append(found.GoFiles, found.TestGoFiles...)); len(files) > 0 {
		o.tell(files, info)
	}
	if len(found.XTestGoFiles) > 0 {
		_, files, info := o.check(path+"_test", directory, found.XTestGoFiles)
		o.tell(files, info)
	}
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run go_calls.go ROOT")
		os.Exit(2)
	}
	root, err := filepath.Abs(os.Args[1])
	if err == nil {
		root, err = filepath.EvalSymlinks(root)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	buffered := bufio.NewWriter(os.Stdout)
	defer buffered.Flush()
	files := token.NewFileSet()
	context := build.Default
	context.CgoEnabled = false
	build.Default.CgoEnabled = false // for the importer
	o := &oracle{root: root, modules: map[string]string{}, files: files, context: context,
		library: importer.ForCompiler(files, "source", nil), ours: map[string]*types.Package{},
		out: json.NewEncoder(buffered)}
	o.findModules()
	filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return nil
		}
		if name := entry.Name(); path != root && (name == "testdata" || name == "vendor" || strings.HasPrefix(name, ".")) {
			return filepath.SkipDir
		}
		o.tellDirectory(path)
		return nil
	})
	fmt.Fprintf(os.Stderr, "%d calls, %d unknown\n", o.calls, o.unknown)
}
