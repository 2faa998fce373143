#!/usr/bin/env python3
"""The calls of C and C++ sources as clang's AST has them, as JSON lines for score.py.

usage: clang_calls.py ROOT BUILD [--jobs N] [--every N] [-- CLANG_ARGUMENTS...]

BUILD holds compile_commands.json; --every N takes the calls of each Nth unit of it, and of the others where
their functions are. Needs python3-clang. What the preprocessor leaves out is not covered, what a template
cannot know before it is used is unknown, and so are objects without a constructor (aggregates in braces) and
those that a library function makes of its template argument. Calls that the source does not write are marked "implicit": operators,
conversion functions, members that a range-based for calls, destructors of local variables.
"""
import argparse
import json
import multiprocessing
import os
import sys
from ctypes import byref, c_uint, c_void_p, cast

from clang.cindex import (CompilationDatabase, CursorKind, Diagnostic, File, Index, StorageClass, TypeKind,
                          c_object_p, conf)

EXPANSIONS = 0x01  # TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD: the uses of macros too
SKIP_FUNCTION_BODIES = 0x40  # CXTranslationUnit_SkipFunctionBodies, which the bindings do not name

FUNCTIONS = {
    CursorKind.FUNCTION_DECL, CursorKind.CXX_METHOD, CursorKind.CONSTRUCTOR, CursorKind.DESTRUCTOR,
    CursorKind.CONVERSION_FUNCTION, CursorKind.FUNCTION_TEMPLATE, CursorKind.LAMBDA_EXPR,
}

RECORDS = {
    CursorKind.CLASS_DECL, CursorKind.STRUCT_DECL, CursorKind.UNION_DECL, CursorKind.CLASS_TEMPLATE,
    CursorKind.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION,
}

ITERATOR_OPERATORS = ('operator!=', 'operator*', 'operator++')

OPERATIONS = {
    CursorKind.BINARY_OPERATOR, CursorKind.UNARY_OPERATOR, CursorKind.COMPOUND_ASSIGNMENT_OPERATOR,
}

# Nodes that may call what they do not name, besides calls.
UNWRITTEN = {*OPERATIONS, CursorKind.CXX_FOR_RANGE_STMT, CursorKind.VAR_DECL}


def kind_of(cursor):
    """None for the kinds that the bindings have no name for."""
    try:
        return cursor.kind
    except ValueError:
        return None


def is_initializer(node, child):
    return (kind_of(node) in (CursorKind.CONSTRUCTOR, CursorKind.FUNCTION_TEMPLATE)
            and kind_of(child) in (CursorKind.TYPE_REF, CursorKind.TEMPLATE_REF))


def is_construction_of_template(node):
    """Of a variable in a template, of a type that depends on what the template is given."""
    return (kind_of(node) == CursorKind.VAR_DECL
            and node.type.get_canonical().kind == TypeKind.UNEXPOSED)


def is_implicit(target):
    """Whether it is an operator or a conversion function, which hardly any call names."""
    return kind_of(target) == CursorKind.CONVERSION_FUNCTION or (
        target.spelling.startswith('operator') and target.spelling[8:9] not in ('', '(', '"', '_')
        and not target.spelling[8].isalnum())


def record_of(type_):
    """The definition of the class that values of the type are of, else None."""
    canonical = type_.get_canonical()
    if canonical.kind in (TypeKind.LVALUEREFERENCE, TypeKind.RVALUEREFERENCE):
        canonical = canonical.get_pointee()
    if canonical.kind != TypeKind.RECORD:
        return None
    declared = canonical.get_declaration()
    template = conf.lib.clang_getSpecializedCursorTemplate(declared)
    if template is not None and kind_of(template) in RECORDS and template.location == declared.location:
        declared = template
    return declared.get_definition() or declared


def members_named(record, name, depth=0):
    """Member functions of that name, of the record or else of its bases."""
    children = list(record.get_children())
    found = [child for child in children
             if child.spelling.split('<')[0] == name and kind_of(child) in FUNCTIONS]
    if found or depth > 8:
        return found
    for child in children:
        base = record_of(child.type) if kind_of(child) == CursorKind.CXX_BASE_SPECIFIER else None
        found += members_named(base, name, depth + 1) if base is not None else []
    return found


def operator_in(call):
    """The reference to the operator that a call between its operands runs, else None."""
    for child in call.get_children():
        if kind_of(child) == CursorKind.UNEXPOSED_EXPR and child.spelling.startswith('operator'):
            child = next(child.get_children(), child)
        if kind_of(child) == CursorKind.DECL_REF_EXPR and child.spelling.startswith('operator'):
            return child
    return None


def is_constructor(function):
    """Templates too, which are functions with the name of their class for clang."""
    made = function.semantic_parent
    return kind_of(function) == CursorKind.CONSTRUCTOR or (
        kind_of(function) == CursorKind.FUNCTION_TEMPLATE and made is not None and kind_of(made) in RECORDS
        and function.spelling.split('<')[0] == made.spelling)


def is_dependent(cursor):
    return cursor.type.get_canonical().kind in (TypeKind.UNEXPOSED, TypeKind.DEPENDENT)


def name_of(function):
    """Inherited constructors have the name of the base; what they make is of the class."""
    made = function.semantic_parent if kind_of(function) == CursorKind.CONSTRUCTOR else None
    name = (made or function).spelling
    if name.startswith('operator'):
        return name.replace(' &', '&').replace(' *', '*')
    return name.split('<')[0]


def variable_of(call, target):
    """The name of the variable whose function without a name is called, else None."""
    made = target.semantic_parent
    if target.spelling != 'operator()' or made is None or made.spelling:
        return None
    held = next(call.get_children(), None)
    while held is not None and kind_of(held) == CursorKind.UNEXPOSED_EXPR:
        held = next(held.get_children(), None)
    return held.spelling if held is not None and kind_of(held) == CursorKind.DECL_REF_EXPR else None


def primary_of(function):
    """The template that a function is made of, else the function."""
    template = conf.lib.clang_getSpecializedCursorTemplate(function)
    return template if template is not None and kind_of(template) in FUNCTIONS else function


def usr_of(function):
    """That of its first declaration: a definition may write `const int` where that has `int`."""
    return function.canonical.get_usr()


class Unit:
    """What one translation unit tells."""

    def __init__(self, root):
        self.root = root + os.sep
        self.calls = set()     # (path, line, name, USR, kind)
        self.covered = set()   # (path, line)
        self.unknown = set()   # (path, line, name or None)
        self.places = {}       # USR -> {(path, line)}: declarations and the definition alike
        self.errors = 0
        self.expansions = set()  # offsets of the uses of macros
        self._paths = {}       # by handle of the file

    def place(self, cursor):
        """(path, line) where it is written, in a macro's arguments too; None outside the root."""
        file, line = c_object_p(), c_uint()
        conf.lib.clang_getFileLocation(cursor.location, byref(file), byref(line), None, None)
        if not file:
            return None
        key = cast(file, c_void_p).value
        if key not in self._paths:
            path = os.path.realpath(File(file).name)
            self._paths[key] = path[len(self.root):] if path.startswith(self.root) else None
        return (self._paths[key], line.value) if self._paths[key] else None

    def add_declaration(self, cursor):
        place = self.place(cursor)
        if place and usr_of(cursor):
            self.places.setdefault(usr_of(cursor), set()).add(place)

    def add_call(self, cursor, place):
        target = cursor.referenced
        if target is None or kind_of(target) not in FUNCTIONS:
            self.unknown.add((*place, None))
            return
        target = primary_of(target)
        self.add_given_types(cursor)
        if self.place(target) is None:
            return
        self.add_declaration(target)
        kind = 'construction' if is_constructor(target) else 'call'
        is_default = kind_of(target) == CursorKind.CXX_METHOD and target.is_default_method()
        if is_implicit(target) and not is_default and not self.is_of_macro(cursor):
            kind = 'implicit'
        self.calls.add((place[0], self.name_line(cursor, place[1]),
                        variable_of(cursor, target) or name_of(target), usr_of(target), kind))

    def is_of_macro(self, cursor):
        """Whether the body of a macro writes it."""
        return self.offset(cursor) in self.expansions

    def offset(self, cursor):
        """Where it begins; what the body of a macro writes begins where the macro is used."""
        file, offset = c_object_p(), c_uint()
        conf.lib.clang_getFileLocation(cursor.location, byref(file), None, None, byref(offset))
        return cast(file, c_void_p).value, offset.value

    def add_implicit(self, function, place):
        function = primary_of(function)
        if self.place(function) is None:
            return
        self.add_declaration(function)
        kind = 'call' if function.is_default_method() else 'implicit'  # asked for by its name alone
        self.calls.add((*place, name_of(function), usr_of(function), kind))

    def add_iteration(self, loop):
        """What a range-based for calls of the range and of its iterator, where they are members."""
        children = list(loop.get_children())
        range_ = next((c for c in children if kind_of(c) is not None and kind_of(c).is_expression()), None)
        place = self.place(range_) if range_ is not None else None
        if place is None:
            return
        record = record_of(range_.type)
        iterator = None
        for name in ('begin', 'end'):
            found = members_named(record, name) if record is not None else []
            if is_dependent(range_) or len(found) > 1:
                self.choose_constant(found, range_, place, name)
            elif found:
                self.add_implicit(found[0], place)
            if found and name == 'begin':
                iterator = record_of(found[0].result_type)
        for name in ITERATOR_OPERATORS:
            found = members_named(iterator, name) if iterator is not None else []
            found = [f for f in found if name != 'operator++' or not list(f.get_arguments())]
            if len(found) == 1:
                self.add_implicit(found[0], place)
            elif found or iterator is None:
                self.unknown.add((*place, name))

    def choose_constant(self, found, range_, place, name):
        referred = range_.type.get_canonical()
        if referred.kind in (TypeKind.LVALUEREFERENCE, TypeKind.RVALUEREFERENCE):
            referred = referred.get_pointee()
        fitting = [f for f in found if f.is_const_method() == referred.is_const_qualified()]
        if len(fitting) == 1:
            self.add_implicit(fitting[0], place)
        else:
            self.unknown.add((*place, name))

    def add_destruction(self, variable):
        place = self.place(variable)
        if place is None or variable.storage_class in (StorageClass.STATIC, StorageClass.EXTERN):
            return
        if variable.type.get_canonical().kind != TypeKind.RECORD:
            if is_dependent(variable):
                named = [c.spelling.split('::')[-1].split(' ')[-1] for c in variable.get_children()
                         if kind_of(c) in (CursorKind.TEMPLATE_REF, CursorKind.TYPE_REF)]
                self.unknown.update((*place, '~' + name) for name in named)
            return
        record = record_of(variable.type)
        for child in record.get_children() if record is not None else ():
            if kind_of(child) == CursorKind.DESTRUCTOR:
                self.add_implicit(child, place)

    def add_operation(self, operation, place):
        """An operator whose operands are known when the template is used."""
        operands = list(operation.get_children())
        if any(is_dependent(operand) for operand in operands) or is_dependent(operation):
            for at in {place, *(self.place(operand) for operand in operands)} - {None}:
                self.unknown.add((*at, 'operator'))

    def name_line(self, call, line):
        """The line of the callee's name, not of the receiver that the call begins with."""
        callee = operator_in(call) or next(call.get_children(), None)
        if callee is None or kind_of(callee) not in (CursorKind.MEMBER_REF_EXPR,
                                                     CursorKind.DECL_REF_EXPR):
            return line
        place = self.place(callee)
        return place[1] if place else line

    def walk(self, cursor):
        stack = [(cursor, False)]  # and whether it is inside the body of a function
        while stack:
            node, inside = stack.pop()
            for child in node.get_children():
                place = self.place(child)
                if kind_of(node) == CursorKind.TRANSLATION_UNIT and place is None:
                    continue
                if kind_of(child) == CursorKind.MACRO_INSTANTIATION:
                    self.expansions.add(self.offset(child))
                is_function = kind_of(child) in FUNCTIONS
                if is_function:
                    self.add_declaration(child)
                if place and inside and kind_of(child) != CursorKind.NULL_STMT:
                    self.covered.add(place)
                if place and kind_of(child) == CursorKind.CALL_EXPR:
                    self.add_call(child, place)
                if place and kind_of(child) == CursorKind.INIT_LIST_EXPR:
                    self.add_unknown_object(child, place)
                if inside and kind_of(child) in UNWRITTEN and not self.is_of_macro(child):
                    self.add_unwritten(child, place)
                # A base that a constructor of a template initialises: no call until it is used.
                if place and is_initializer(node, child):
                    self.unknown.add((*place, child.spelling.split('::')[-1].split(' ')[-1]))
                if inside and is_construction_of_template(node):
                    self.add_unknown_type(child)
                stack.append((child, inside or (is_function and child.is_definition())))

    def add_unwritten(self, node, place):
        kind = kind_of(node)
        if kind == CursorKind.CXX_FOR_RANGE_STMT:
            self.add_iteration(node)
        elif kind == CursorKind.VAR_DECL:
            self.add_destruction(node)
        elif kind in OPERATIONS and place:
            self.add_operation(node, place)

    def add_given_types(self, call):
        """Template arguments of a function, which may make objects of them."""
        callee = next(call.get_children(), None)
        while callee is not None and kind_of(callee) == CursorKind.UNEXPOSED_EXPR:
            callee = next(callee.get_children(), None)
        if callee is None or kind_of(callee) not in (CursorKind.DECL_REF_EXPR, CursorKind.MEMBER_REF_EXPR):
            return
        for reference in callee.walk_preorder():
            self.add_unknown_type(reference)

    def add_unknown_object(self, braces, place):
        record = record_of(braces.type)
        if record is not None:
            self.unknown.add((*place, record.spelling.split('<')[0]))

    def add_unknown_type(self, reference):
        place = self.place(reference)
        if place and kind_of(reference) in (CursorKind.TEMPLATE_REF, CursorKind.TYPE_REF):
            self.unknown.add((*place, reference.spelling.split('::')[-1].split(' ')[-1]))


def parse(job):
    root, directory, arguments, calls = job
    os.chdir(directory)
    parsed = Index.create().parse(None, args=arguments, options=EXPANSIONS if calls else SKIP_FUNCTION_BODIES)
    unit = Unit(root)
    unit.walk(parsed.cursor)
    if not calls:
        unit.calls, unit.covered, unit.unknown = set(), set(), set()
    unit.errors = sum(d.severity >= Diagnostic.Error for d in parsed.diagnostics)
    return unit.calls, unit.covered, unit.unknown, unit.places, unit.errors


def jobs_of(root, build, every, extra):
    number = -1
    for command in CompilationDatabase.fromDirectory(build).getAllCompileCommands():
        if not os.path.realpath(os.path.join(command.directory, command.filename)).startswith(root):
            continue
        arguments, skip = [], False
        for argument in list(command.arguments)[1:]:  # behind the compiler
            if not skip and argument not in ('-o', '-c', '--'):
                arguments.append(argument)
            skip = argument == '-o'
        number += 1
        yield root, command.directory, arguments + extra, number % every == 0


def print_truth(calls, covered, unknown, places):
    for path, line in sorted(covered):
        print(json.dumps({'covered': path, 'line': line}))
    for path, line, name in sorted(unknown, key=str):
        print(json.dumps({'unknown': path, 'line': line} | ({'name': name} if name else {})))
    for path, line, name, usr, kind in sorted(calls):
        print(json.dumps({'call': path, 'line': line, 'name': name, 'kind': kind,
                          'targets': sorted(places.get(usr, ()))}))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('root')
    parser.add_argument('build')
    parser.add_argument('--jobs', type=int, default=os.cpu_count(), metavar='N')
    parser.add_argument('--every', type=int, default=1, metavar='N')
    parser.add_argument('extra', nargs='*', metavar='CLANG_ARGUMENT')
    options = parser.parse_args()
    root = os.path.realpath(options.root)
    jobs = list(jobs_of(root, options.build, options.every, options.extra))
    calls, covered, unknown, places, failed = set(), set(), set(), {}, 0
    with multiprocessing.Pool(options.jobs) as pool:
        for unit in pool.imap_unordered(parse, jobs):
            calls |= unit[0]
            covered |= unit[1]
            unknown |= unit[2]
            for usr, found in unit[3].items():
                places.setdefault(usr, set()).update(found)
            failed += unit[4] > 0
    print(f'{sum(job[3] for job in jobs)} units of {len(jobs)}, {failed} with errors, {len(calls)} calls', file=sys.stderr)
    print_truth(calls, covered, unknown, places)


if __name__ == '__main__':
    main()
