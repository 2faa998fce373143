"""Reads the map that GNU ld writes of a link (-Map): what of which file is part of the program."""

import re

# " .text._Zfoo  0x0000000000001234  0x56 path/libx.a(member.o)"; a long name has a line of its own.
_PIECE = re.compile(r"^ (?:\S+)?\s+0x[0-9a-f]+\s+0x([0-9a-f]+) (\S.*)$")
# "debug" sections are stripped, and a section of no address is not loaded.
_NOT_LOADED = re.compile(r"^ ?\.(debug_|comment|note\.GNU-stack|gnu\.debug)")
_ARCHIVE_MEMBER = re.compile(r"^(.*\.a)\((.*)\)$")


def bytes_by_file(map_path):
    """{(path of an archive or object, member or ""): bytes that are loaded}, in the map's order.

    What --gc-sections dropped is not counted, and files of which nothing is left are not listed.
    """
    sizes = {}
    in_memory_map = False
    name = ""
    with open(map_path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            line = line.rstrip("\n")
            if line.startswith("Linker script and memory map"):
                in_memory_map = True
            if not in_memory_map:
                continue
            if re.match(r"^ \S+$", line):
                name = line
                continue
            piece = _PIECE.match(line)
            if piece:
                section = line if line[1] != " " else name
                size = int(piece.group(1), 16)
                if size and not _NOT_LOADED.match(section):
                    member = _ARCHIVE_MEMBER.match(piece.group(2))
                    key = member.groups() if member else (piece.group(2), "")
                    sizes[key] = sizes.get(key, 0) + size
            name = ""
    return sizes
