"""Where the tests of a source file stand, told from its text alone: an oracle that shares nothing with
the program it judges.

Python is parsed; other languages are read by the line a test begins with and by indentation, which is
right for code that a formatter would leave as it is.
"""
import ast
import re
from collections import namedtuple

Test = namedtuple('Test', 'name first last')  # lines, 1-based, both inclusive

LANGUAGE_OF = {'py': 'python', 'go': 'go', 'java': 'java', 'cs': 'csharp', 'rb': 'ruby', 'rs': 'rust',
               'ts': 'typescript', 'tsx': 'typescript', 'js': 'javascript', 'jsx': 'javascript',
               'mjs': 'javascript', 'c': 'cpp', 'cc': 'cpp', 'cpp': 'cpp', 'cxx': 'cpp', 'h': 'cpp',
               'hpp': 'cpp'}

TEST_FILE = {
    'python': r'(^|/)(test_[^/]*|[^/]*_test|conftest)\.py$|(^|/)tests?/.*\.py$',
    'go': r'_test\.go$|(^|/)(testdata|testutil[^/]*)/',
    'java': r'(^|/)src/test/|(^|/)[^/]*(Test|Tests|TestCase)\.java$',
    'csharp': r'(^|/)(tests?|[^/]*\.Tests?)/|(^|/)[^/]*Tests?\.cs$',
    'ruby': r'(^|/)(test|spec|features)/',
    'rust': r'(^|/)tests?/|(^|/)tests?\.rs$',
    'typescript': r'(^|/)(__tests__|[a-z-]*tests?|spec)/|\.(test|spec)\.\w+$',
    'javascript': r'(^|/)(__tests__|[a-z-]*tests?|spec)/|\.(test|spec)\.\w+$',
    'cpp': r'(^|/)(tests?|testing|unittests?)/|(_test|_unittest|[a-z]-test|Test)\.\w+$',
}
# Neither product code nor its tests.
OTHER_CODE = re.compile(
    r'(^|/)(docs?|examples?|samples?|bench(es|marks?)?|fuzz(ing)?|third_party|third-party|vendor'
    r'|node_modules|gtest|\.github)/|(_bench|_benchmark)\.\w+$', re.I)

# The line that a test is declared on; its name is the first group that matched.
DECLARED = {
    'go': r'func ((?:Test|Fuzz|Example)\w*)\(',
    'ruby': r'\s*(?:def (test_\w+)|(?:it|should|test|specify|scenario)[ (]+["\'](.+)["\'])',
    'cpp': r'\s*(?:TEST|TEST_F|TEST_P|TYPED_TEST|TYPED_TEST_P|TEST_CASE|SCENARIO|TEST_METHOD)'
           r'\s*\((.*?)\)?\s*\{?$',
    'typescript': r'\s*(?:it|test)(?:\.\w+)*(?:\(.*\))?\(\s*(?:["\'`](.*)["\'`])?',
}
DECLARED['javascript'] = DECLARED['typescript']
# The line before it, or some lines, in languages that mark tests.
MARKED = {
    'java': r'\s*@(?:org\.junit\.)?(?:Test|ParameterizedTest|RepeatedTest|TestFactory|Theory)\b',
    'csharp': r'\s*\[(?:.*, ?)?(?:Fact|Theory|Test|TestCase|TestMethod)\b',
    'rust': r'\s*#\[(?:\w+::)*(?:test|test_case|rstest|quickcheck)\b',
}
NAMED = {
    'java': r'\s*(?!@).*?\b(\w+)\s*\(',
    'csharp': r'\s*(?!\[)(?:(?:public|private|internal|async|static|void|Task|ValueTask)\s+)+(\w+)\s*[(<]',
    'rust': r'\s*(?:pub )?(?:async )?fn (\w+)',
}
OLD_JAVA = r'\s*public void (test\w*)\(\)'  # JUnit 3


def language_of(path):
    return LANGUAGE_OF.get(path.rsplit('.', 1)[-1].lower())


def is_test_file(path):
    language = language_of(path)
    return language is not None and re.search(TEST_FILE[language], path) is not None


def is_product_file(path):
    return language_of(path) is not None and not is_test_file(path) and not OTHER_CODE.search(path)


def indentation(line):
    return len(line) - len(line.lstrip())


def end_of(lines, first):
    """Index of the last line of what is declared on lines[first]."""
    depth = indentation(lines[first])
    for at in range(first + 1, len(lines)):
        line = lines[at].strip()
        if not line or line[0] == '#' or indentation(lines[at]) > depth:
            continue
        if line[0] == '{' or re.match(r'\).*[{:]$|throws\b', line):
            continue  # the declaration goes on
        return at if re.match(r'[})\]]|end\b', line) else at - 1
    return len(lines) - 1


def end_of_go(lines, first):
    """gofmt closes a function in the first column, and raw strings may begin there."""
    for at in range(first, len(lines)):
        if lines[at].startswith('}'):
            return at
    return first


def python_tests(text):
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return []
    tests = []

    def walk(node, scope):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef):
                walk(child, scope + child.name + '.')
            elif isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                if child.name.startswith('test'):
                    first = min([child.lineno] + [d.lineno for d in child.decorator_list])
                    tests.append(Test(scope + child.name, first, child.end_lineno))
            elif not isinstance(child, ast.expr):
                walk(child, scope)
    walk(tree, '')
    return tests


def marked_tests(lines, language):
    tests = []
    at = 0
    while at < len(lines):
        is_old = language == 'java' and re.match(OLD_JAVA, lines[at])
        if not is_old and not re.match(MARKED[language], lines[at]):
            at += 1
            continue
        first = at
        while at < len(lines) and at < first + 40 and not re.match(NAMED[language], lines[at]):
            at += 1
        if at >= len(lines) or at >= first + 40:
            at = first + 1
            continue
        name = re.match(NAMED[language], lines[at])[1]
        last = end_of(lines, at)
        tests.append(Test(name, first + 1, last + 1))
        at = last + 1
    return tests


def tests_in(path, text):
    """The tests of a file in their order. One that holds another is not told apart from it."""
    language = language_of(path)
    if language == 'python':
        return python_tests(text)
    lines = text.split('\n')
    if language in MARKED:
        return marked_tests(lines, language)
    tests = []
    at = 0
    while at < len(lines):
        found = re.match(DECLARED[language], lines[at])
        if found is None:
            at += 1
            continue
        last = (end_of_go if language == 'go' else end_of)(lines, at)
        name = next((group for group in found.groups() if group), lines[at].strip())
        tests.append(Test(name, at + 1, last + 1))
        at = last + 1
    return tests


def split_inline_tests(text):
    """A Rust file as (product code, its tests), which stand at its end by convention."""
    at = re.search(r'^#\[cfg\(test\)\]', text, re.M)
    return (text, '') if at is None else (text[:at.start()], text[at.start():])
