#!/usr/bin/env python3
"""Writes what the static program is made of: an SPDX 2.3 document and the texts of all licences.

Nothing here names a library. What is part of the program is read from the build: archives from the
linker's map, headers that were compiled in from ninja's record of dependencies, grammars and token
tables, and the packages of the page, from ninja's inputs. dpkg and package.json say which package and version a file belongs to.
licences.json says what licence the package has, and which words of the package's own copyright file
say so; a package that it does not know, or whose file no longer says so, is an error.
"""

import argparse
import datetime
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True

import link_map

HERE = pathlib.Path(__file__).resolve().parent
COMMON_LICENCES = pathlib.Path("/usr/share/common-licenses")


class Unknown(Exception):
    """The licence of something that is linked in, or the time of the sources."""


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


class Component:
    """A package of which something is part of the program."""

    def __init__(self, name, version):
        self.name = name
        self.version = version
        self.parts = set()  # archives, or what else of it is compiled in
        self.headers_only = True

    def add(self, part):
        self.parts.add(part)
        self.headers_only = False


class DebianComponent(Component):
    def __init__(self, name, fields, root, table):
        super().__init__(name, fields["version"])
        self.source = fields["source"]
        self.architecture = fields["architecture"]
        self.homepage = fields["homepage"]
        entry = table.get(self.source)
        if entry is None:
            raise Unknown(f"Debian's source package '{self.source}' is linked in: name its licence in licences.json")
        self.licence = entry["licence"]
        self.copyright = pathlib.Path(f"{root}/usr/share/doc") / name / "copyright"
        if not self.copyright.is_file():
            raise Unknown(f"{name} is linked in, and its copyright file is missing: {self.copyright}")
        text = self.copyright.read_text(encoding="utf-8")
        if entry["says"] not in text:
            raise Unknown(f"{self.copyright} no longer says '{entry['says']}': look at the licence of {self.source} anew")
        # What the text refers to lies on Debian alone.
        referred = set(re.findall(re.escape(str(COMMON_LICENCES)) + r"/([A-Za-z0-9.-]*[A-Za-z0-9])", text))
        self.common = referred | set(entry.get("also", []))

    def purl(self):
        return f"pkg:deb/debian/{self.name}@{self.version}?arch={self.architecture}"

    def supplier(self):
        return "Organization: Debian"

    def texts(self):
        return {f"{self.source}.txt": self.copyright}


class NpmComponent(Component):
    def __init__(self, directory, table):
        description = json.loads((directory / "package.json").read_text(encoding="utf-8"))
        super().__init__(description["name"], description["version"])
        self.source = self.name
        self.homepage = description.get("homepage", "")
        entry = table.get(self.name, {})
        self.licence = entry.get("licence", description.get("license"))
        if not self.licence or entry.get("says", self.licence) != description.get("license", entry.get("says")):
            raise Unknown(f"{directory}/package.json says the licence '{description.get('license')}', licences.json another")
        # Some packages write the name of the file in lower case.
        licences = [path for path in directory.iterdir() if path.name.lower() in ("license", "license.md")]
        if not licences:
            raise Unknown(f"{directory} has no file with its licence")
        self.files = [licences[0]] + [directory / also for also in entry.get("also", [])]
        self.common = set()

    def purl(self):
        return f"pkg:npm/{self.name}@{self.version}"

    def supplier(self):
        return "NOASSERTION"

    def texts(self):
        first, *others = self.files
        texts = {f"{self.name}.txt": first}
        for number, other in enumerate(others, 2):
            texts[f"{self.name}-{number}.txt"] = other
        return texts


class Inventory:
    """The packages that files belong to."""

    def __init__(self, table, sysroot):
        self.table = table
        self.sysroot = sysroot  # of a cross compiler, else ""
        self.components = {}
        self._owners = {}

    def look_up(self, paths):
        """Asks dpkg once for the owners of many files of the machine, and once for those of the sysroot."""
        for root in {"", self.sysroot}:
            inside = [path for path in paths if self._root_of(path) == root]
            # Where /lib is a link to /usr/lib, dpkg may know either name.
            names = {}
            for path in inside:
                name = path[len(root):]
                names[name] = path
                names[name[4:] if name.startswith("/usr/") else "/usr" + name] = path
            if not names:
                continue
            # It exits with 1 when it does not know one of them.
            answer = subprocess.run([*self._query(root), "-S", *sorted(names)], capture_output=True, text=True)
            for line in answer.stdout.splitlines():
                owners, _, name = line.partition(": ")
                if not owners.startswith("diversion ") and name in names:
                    self._owners[names[name]] = owners.split(", ")[0]

    def debian(self, path):
        """The component of a path of the machine; None for a mere interface."""
        owner = self._owners.get(path)
        if owner is None:
            raise Unknown(f"{path} is part of the program and of no Debian package")
        name = owner.split(":")[0]
        if name not in self.components:
            root = self._root_of(path)
            shown = output_of(*self._query(root), "-W", "-f",
                              "${Version}\t${source:Package}\t${Architecture}\t${Homepage}\n", owner)
            fields = dict(zip(["version", "source", "architecture", "homepage"], shown.splitlines()[0].split("\t")))
            if fields["source"] in self.table["interfaces"]:
                self.components[name] = None
            else:
                self.components[name] = DebianComponent(name, fields, root, self.table["debian"])
        return self.components[name]

    def _root_of(self, path):
        return self.sysroot if self.sysroot and path.startswith(self.sysroot + os.sep) else ""

    def _query(self, root):
        return ["dpkg-query", f"--admindir={root}/var/lib/dpkg"]

    def npm(self, path):
        """The component of a file below a node_modules, or None of any other."""
        parts = pathlib.PurePath(path).parts
        # Objects lie in the build directory below the whole path of their source.
        if "node_modules" not in parts or not os.path.isabs(path):
            return None
        root = len(parts) - 1 - parts[::-1].index("node_modules")
        depth = 3 if parts[root + 1].startswith("@") else 2
        directory = pathlib.Path(*parts[: root + depth])
        key = str(directory)
        if key not in self.components:
            self.components[key] = NpmComponent(directory, self.table["npm"])
        return self.components[key]

    def used(self):
        return sorted((c for c in self.components.values() if c is not None), key=lambda c: c.name)


def archives_of(build, program):
    """Paths of the machine's archives and objects of which something is part of the program."""
    paths = {os.path.realpath(os.path.join(build, path)) for path, _ in link_map.bytes_by_file(f"{program}.map")}
    # What the build compiled lies below it; some names are of the linker itself.
    return sorted(path for path in paths if os.path.exists(path) and not path.startswith(f"{build}{os.sep}"))


def included_by(ninja, build, objects):
    """Paths of what the objects include, below the build directory and elsewhere."""
    found = set()
    included = False
    for line in output_of(*ninja, "deps").splitlines():
        if line and not line.startswith(" "):
            included = line.split(": #deps")[0] in objects
        elif line and included:
            found.add(os.path.realpath(os.path.join(build, line.strip())))
    return sorted(found)


def take_inventory(build, program, sysroot, table):
    inventory = Inventory(table, sysroot)
    ninja = ["ninja", "-C", str(build), "-t"]
    inputs = output_of(*ninja, "inputs", os.path.relpath(program, build)).splitlines()
    archives = archives_of(build, program)
    # Headers hold code too: what no archive is linked of may be compiled in. Sources of npm are
    # included by what compiles a batch of them.
    included = included_by(ninja, build, {path for path in inputs if path.endswith((".o", ".gch"))})
    headers = [path for path in included if path.startswith(("/usr/", f"{sysroot}/usr/"))]
    inventory.look_up([*archives, *headers])

    for path in archives:
        component = inventory.debian(path)
        if component:
            component.add(os.path.basename(path))
    for path in headers:
        inventory.debian(path)
    for path in [*inputs, *included]:
        component = inventory.npm(path)
        if component and not path.endswith(".h"):
            component.add(os.path.basename(path))
    return inventory.used()


def spdx_id(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


def package_entry(component):
    comment = ("compiled in from headers" if component.headers_only else
               "part of the program: " + ", ".join(sorted(component.parts)))
    return {
        "SPDXID": spdx_id(f"Package-{component.name}"),
        "name": component.name,
        "versionInfo": component.version,
        "supplier": component.supplier(),
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "homepage": component.homepage or "NOASSERTION",
        "sourceInfo": f"source package {component.source}",
        "licenseConcluded": component.licence,
        "licenseDeclared": component.licence,
        "copyrightText": "NOASSERTION",
        "comment": comment,
        "externalRefs": [{
            "referenceCategory": "PACKAGE-MANAGER",
            "referenceType": "purl",
            "referenceLocator": component.purl(),
        }],
    }


def document(components, version, installed, created):
    program = pathlib.Path(installed).read_bytes()
    digest = hashlib.sha256(program).hexdigest()
    relationships = [
        ("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-Package-waymark"),
        ("SPDXRef-Package-waymark", "CONTAINS", "SPDXRef-File-waymark"),
    ]
    relationships += [("SPDXRef-Package-waymark", "STATIC_LINK", spdx_id(f"Package-{c.name}")) for c in components]
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"waymark-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/waymark-{version}-{digest}",
        "creationInfo": {"created": created, "creators": ["Tool: waymark-sbom"]},
        "packages": [{
            "SPDXID": "SPDXRef-Package-waymark",
            "name": "waymark",
            "versionInfo": version,
            "primaryPackagePurpose": "APPLICATION",
            "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False,
            "licenseConcluded": "Apache-2.0",
            "licenseDeclared": "Apache-2.0",
            "copyrightText": "NOASSERTION",
        }] + [package_entry(component) for component in components],
        "files": [{
            "SPDXID": "SPDXRef-File-waymark",
            "fileName": "./bin/waymark",
            "fileTypes": ["BINARY"],
            "checksums": [
                {"algorithm": "SHA1", "checksumValue": hashlib.sha1(program).hexdigest()},
                {"algorithm": "SHA256", "checksumValue": digest},
            ],
            "licenseConcluded": "NOASSERTION",
            "copyrightText": "NOASSERTION",
        }],
        "relationships": [
            {"spdxElementId": source, "relationshipType": kind, "relatedSpdxElement": target}
            for source, kind, target in relationships
        ],
    }


def write_licences(components, directory):
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True)
    common = set()
    for component in components:
        for name, text in component.texts().items():
            if not text.is_file():
                raise Unknown(f"{component.name} {component.version} brings no {text}")
            shutil.copyfile(text, directory / name)
        common |= component.common
    for name in sorted(common):
        text = COMMON_LICENCES / name
        if text.is_file():
            shutil.copyfile(text, directory / f"common-{name}")


def source_date():
    """Seconds since 1970: not when it is built, so that the same sources give the same document."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    try:
        # Also in a checkout that belongs to somebody else.
        return int(given or output_of("git", "-c", f"safe.directory={HERE.parent}", "-C", str(HERE), "log", "-1", "--format=%ct"))
    except subprocess.CalledProcessError:
        raise Unknown(f"{HERE.parent} is no git repository: set SOURCE_DATE_EPOCH to the time of the sources") from None


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--build", required=True, type=pathlib.Path, help="the build directory")
    arguments.add_argument("--program", required=True, help="the program as linked; PROGRAM.map lies beside it")
    arguments.add_argument("--installed", required=True, help="the program as it is installed")
    arguments.add_argument("--sysroot", default="", help="of a cross compiler, as packaging/aarch64/sysroot.sh makes it")
    arguments.add_argument("--version", required=True)
    arguments.add_argument("--spdx", required=True, type=pathlib.Path, help="the document to write")
    arguments.add_argument("--licences", required=True, type=pathlib.Path, help="the directory for the texts")
    options = arguments.parse_args()

    table = json.loads((HERE / "licences.json").read_text(encoding="utf-8"))
    try:
        created = datetime.datetime.fromtimestamp(source_date(), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        components = take_inventory(
            options.build.resolve(), os.path.realpath(options.program), options.sysroot, table)
        write_licences(components, options.licences)
    except Unknown as problem:
        sys.exit(f"sbom: {problem}")
    options.spdx.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(document(components, options.version, options.installed, created), indent=2)
    options.spdx.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
