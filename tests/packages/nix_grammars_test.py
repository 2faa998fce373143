"""A hash in packaging/nix/package.nix is that of the packages that a lock file of npm pins.

    nix_grammars_test.py PACKAGE_NIX NODE_MODULES ATTRIBUTE

ATTRIBUTE is the name with which the first hash begins its line: outputHash for the grammars, the system
of this machine (x86_64-linux) for the packages of the page, of which one is a program. Nix refuses a download whose hash is another, so a change of the lock file has to change it as well.
"""

import base64
import hashlib
import os
import pathlib
import re
import sys


def string(data):
    """Of Nix's archive format: the length in 8 bytes, the bytes, zeros up to a multiple of 8."""
    return len(data).to_bytes(8, "little") + data + bytes(-len(data) % 8)


def strings(*words):
    return b"".join(string(word.encode()) for word in words)


def write_node(path, out, leave_out=()):
    out(strings("(", "type"))
    if path.is_symlink():
        out(strings("symlink", "target", os.readlink(path)))
    elif path.is_dir():
        out(strings("directory"))
        for name in sorted(os.listdir(path)):
            if name in leave_out or name.endswith(".node"):
                continue
            out(strings("entry", "(", "name", name, "node"))
            write_node(path / name, out)
            out(strings(")"))
    else:
        out(strings("regular"))
        if os.access(path, os.X_OK):
            out(strings("executable", ""))
        out(strings("contents") + string(path.read_bytes()))
    out(strings(")"))


def archive_hash(node_modules):
    """What package.nix keeps of a node_modules, as Nix hashes it."""
    digest = hashlib.sha256(strings("nix-archive-1"))
    write_node(node_modules, digest.update, leave_out=(".bin", ".package-lock.json"))
    return "sha256-" + base64.b64encode(digest.digest()).decode()


def main(package, node_modules, attribute):
    text = pathlib.Path(package).read_text(encoding="utf-8")
    (written,) = re.findall(rf'^ *{re.escape(attribute)} = "([^"]+)"', text, re.MULTILINE)
    actual = archive_hash(pathlib.Path(node_modules))
    if written == actual:
        return 0
    print(f"{package}: {attribute} is {written}; {node_modules} has {actual}")
    return 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
