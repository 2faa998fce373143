"""Who may include and name what. Dependencies point one way, foreign types stay in their corner."""

import re

from sources import CXX_SUFFIXES, code_only, own_files, read

# Module -> modules whose headers it may include. `services` and tests may see all.
VISIBLE_MODULES = {
    "graph": ("graph",),
    "indexer": ("indexer", "graph"),
    "retrieval": ("retrieval", "graph"),
    "wire": ("wire", "graph"),
}
ALL_MODULES = ("graph", "indexer", "retrieval", "wire", "services")

# The headers of graph/ that carry vocabulary, not the store: all that `wire` may see.
VOCABULARY = ("hash", "ids", "kinds", "knapsack", "mutex", "records", "status")

# (what, pattern of the include, pattern of the paths that may include it)
CONFINED_INCLUDES = (
    ("LMDB", r"lmdb\.h", r"graph/src/lmdb/lmdb(_pages)?\.cc$|tests/graph/"),
    ("tree-sitter", r"tree_sitter/", r"indexer/src/|tests/(indexer|bench|fuzz)/"),
    ("libgit2", r"git2(\.h|/)", r"indexer/src/|tests/indexer/"),
    ("protobuf and gRPC", r"(google/protobuf|grpc|grpc\+\+|grpcpp)/|.*\.pb\.h", r"services/(grpc|team/src/link)/|tests/services/"),
    ("PostgreSQL", r"libpq", r"services/team/src/postgres/|tests/services/team/"),
    ("sockets", r"(sys/socket|netdb|netinet/.*|arpa/inet)(\.h)?$",
     r"services/(http|grpc|team/src/link)/|tests/"),
    ("Eigen", r"Eigen/", r"retrieval/src/|tests/retrieval/"),
    ("libstemmer", r"libstemmer", r"graph/src/|tests/graph/"),
    ("PCRE2", r"pcre2", r"wire/|indexer/src/search/pattern\.cc$|tests/wire/"),
    ("HTTP as a client", r"boost/", r"services/pipeline/src/proxy/|tests/"),
    ("command line parsing", r"CLI/", r"services/cli/|tests/services/cli/"),
    ("Abseil other than status", r"absl/(?!status/status(or)?\.h)", r"$^"),
)

# (what, pattern of the code, pattern of the paths that may hold it)
CONFINED_CODE = (
    ("standard mutexes (use graph/mutex.h)",
     r"\bstd::((recursive_|shared_|timed_)*mutex|lock_guard|unique_lock|shared_lock|scoped_lock"
     r"|condition_variable(_any)?)\b",
     r"graph/include/graph/mutex\.h$"),
    ("using namespace", r"\busing\s+namespace\b", r"$^"),
    ("getenv (configuration is read in services/)", r"\bgetenv\b", r"services/|tests/"),
    ("throw (errors are absl::Status)", r"\bthrow\b", r"$^"),
)

_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"]', re.MULTILINE)


def includes(text):
    for match in _INCLUDE.finditer(text):
        yield text.count("\n", 0, match.start()) + 1, match.group(1)


def module_violation(path, include):
    module, target = path.split("/")[0], include.split("/")[0]
    if module not in VISIBLE_MODULES or target not in ALL_MODULES:
        return None
    if target not in VISIBLE_MODULES[module]:
        return f"{module}/ may not include {target}/"
    stem = include.split("/")[-1].rsplit(".", 1)[0]
    if module == "wire" and target == "graph" and stem not in VOCABULARY:
        return "wire/ may include only the vocabulary of graph/: " + ", ".join(VOCABULARY)
    return None


def check_text(path, text):
    for line, include in includes(text):
        problem = module_violation(path, include)
        if problem:
            yield f"{path}:{line}: {include}: {problem}"
        for what, pattern, allowed in CONFINED_INCLUDES:
            if re.match(pattern, include) and not re.match(allowed, path):
                yield f"{path}:{line}: {include}: {what} may not be included here"
    code = code_only(text)
    for what, pattern, allowed in CONFINED_CODE:
        for match in re.finditer(pattern, code):
            if not re.match(allowed, path):
                line = code.count("\n", 0, match.start()) + 1
                yield f"{path}:{line}: {what} may not be used here"


def check(root):
    for path in own_files(root, CXX_SUFFIXES):
        yield from check_text(path, read(root, path))
