"""Rooms: the folders of a module's src/, whose rooms.txt lists them lowest first.

An include points down or stays. A room has at most MAX_UNITS units (a .h and its .cc are one), and
the stem of a unit is unique in its module.
"""

from layering import includes
from sources import CXX_SUFFIXES, own_files, read

MAX_UNITS = 25
LIST = "rooms.txt"


def parse(text):
    """Names of the rooms, in order: the first word of each line that is no comment."""
    return [line.split()[0] for line in text.splitlines() if line.strip() and not line.startswith("#")]


def rank(rooms, folder):
    """Place in the order of the room that the folder is or lies in; None outside of all."""
    found = [i for i, room in enumerate(rooms) if folder == room or folder.startswith(room + "/")]
    return max(found, key=lambda i: len(rooms[i])) if found else None


def folder_of(path):
    return path.rpartition("/")[0]


def include_violations(rooms, path, text):
    """`path` and what the text includes are relative to the folder of the rooms."""
    own = rank(rooms, folder_of(path))
    for line, include in includes(text):
        other = rank(rooms, folder_of(include))
        if own is not None and other is not None and other > own:
            yield line, f"{include} lies above: {rooms[own]} may include only rooms before it"


def folder_violations(rooms, paths):
    """What is wrong with the names of the files, relative to the folder of the rooms."""
    units, places = {}, {}
    for path in paths:
        folder, stem = folder_of(path), path.rsplit("/", 1)[-1].split(".")[0]
        if rank(rooms, folder) is None:
            yield path, f"lies in no room of {LIST}"
        units.setdefault(folder, set()).add(stem)
        places.setdefault(stem, set()).add(folder)
    for folder, stems in units.items():
        if len(stems) > MAX_UNITS:
            yield folder, f"has {len(stems)} units, the limit is {MAX_UNITS}"
    for stem, folders in places.items():
        if len(folders) > 1:
            yield stem, f"is a unit of several rooms: {', '.join(sorted(folders))}"


def check(root):
    files = own_files(root)
    for listing in (path for path in files if path.endswith("/src/" + LIST)):
        base = listing[: -len(LIST)]
        rooms = parse(read(root, listing))
        own = [path for path in files if path.startswith(base) and path.endswith(CXX_SUFFIXES)]
        for name, problem in folder_violations(rooms, [path[len(base):] for path in own]):
            yield f"{base}{name}: {problem}"
        for path in own:
            for line, problem in include_violations(rooms, path[len(base):], read(root, path)):
                yield f"{path}:{line}: {problem}"
