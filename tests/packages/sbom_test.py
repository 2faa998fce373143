#!/usr/bin/env python3
"""Guarantees of the list of what is linked in: it is an SPDX 2.3 document in which every reference
holds and every licence is one that SPDX knows, it is of this very program, and every archive and npm
package that the link took something of is in it.

usage: sbom_test.py DOCUMENT PROGRAM LINK_MAP LICENCES_DIRECTORY
"""

import hashlib
import json
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "packaging"))
sys.dont_write_bytecode = True

import link_map

# Identifiers of the SPDX licence list, as far as anything that we link uses them.
LICENCES = {
    "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "GPL-2.0-only", "GPL-2.0-or-later", "GPL-3.0-or-later",
    "ICU", "ISC", "LGPL-2.1-or-later", "MIT", "MPL-2.0", "OLDAP-2.8", "Unicode-3.0", "Zlib",
}
EXCEPTIONS = {"GCC-exception-2.0", "GCC-exception-3.1"}

PACKAGE_FIELDS = {"SPDXID", "name", "versionInfo", "downloadLocation", "licenseConcluded", "licenseDeclared", "copyrightText"}


class BillOfMaterials(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.document = json.loads(pathlib.Path(DOCUMENT).read_text(encoding="utf-8"))
        cls.packages = {package["SPDXID"]: package for package in cls.document["packages"]}

    def test_it_is_an_spdx_document(self):
        self.assertEqual(self.document["spdxVersion"], "SPDX-2.3")
        self.assertEqual(self.document["dataLicense"], "CC0-1.0")
        self.assertEqual(self.document["SPDXID"], "SPDXRef-DOCUMENT")
        self.assertRegex(self.document["documentNamespace"], r"^https://[^#\s]+$")
        self.assertRegex(self.document["creationInfo"]["created"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertTrue(all(re.match("(Tool|Person|Organization): .", creator)
                            for creator in self.document["creationInfo"]["creators"]))

    def test_identifiers_are_well_formed_and_unique(self):
        names = [element["SPDXID"] for element in self.document["packages"] + self.document["files"]]
        self.assertEqual(len(names), len(set(names)))
        for name in names:
            self.assertRegex(name, r"^SPDXRef-[A-Za-z0-9.-]+$")

    def test_packages_have_what_spdx_demands(self):
        for package in self.document["packages"]:
            self.assertLessEqual(PACKAGE_FIELDS, package.keys(), package["name"])
            self.assertTrue(package["versionInfo"], package["name"])

    def test_relationships_hold(self):
        known = {"SPDXRef-DOCUMENT", *self.packages, *(file["SPDXID"] for file in self.document["files"])}
        linked = set()
        for relationship in self.document["relationships"]:
            self.assertIn(relationship["spdxElementId"], known)
            self.assertIn(relationship["relatedSpdxElement"], known)
            if relationship["relationshipType"] == "STATIC_LINK":
                linked.add(relationship["relatedSpdxElement"])
        self.assertEqual(linked, self.packages.keys() - {"SPDXRef-Package-waymark"})

    def test_licences_are_those_of_spdx(self):
        for package in self.document["packages"]:
            for term in re.split(r" AND | OR ", package["licenseConcluded"]):
                licence, _, exception = term.partition(" WITH ")
                self.assertIn(licence, LICENCES, package["name"])
                if exception:
                    self.assertIn(exception, EXCEPTIONS, package["name"])

    def test_it_is_of_this_program(self):
        checksums = {c["algorithm"]: c["checksumValue"] for c in self.document["files"][0]["checksums"]}
        program = pathlib.Path(PROGRAM).read_bytes()
        self.assertEqual(checksums["SHA256"], hashlib.sha256(program).hexdigest())
        self.assertEqual(checksums["SHA1"], hashlib.sha1(program).hexdigest())

    def test_every_archive_of_the_link_is_listed(self):
        listed = " ".join(package.get("comment", "") for package in self.document["packages"])
        archives = {pathlib.PurePath(path).name for path, _ in link_map.bytes_by_file(LINK_MAP)
                    if "/usr/lib/" in path and path.endswith(".a")}
        self.assertGreater(len(archives), 20)
        self.assertEqual([name for name in sorted(archives) if name not in re.split(r"[ ,]+", listed)], [])

    def test_what_npm_brings_is_listed(self):
        names = {package["name"] for package in self.document["packages"]}
        lock = json.loads((ROOT / "cmake/npm/package.json").read_text(encoding="utf-8"))
        self.assertLessEqual(lock["dependencies"].keys(), names)

    def test_nothing_of_the_network_of_libgit2_is_linked(self):
        for path, member in link_map.bytes_by_file(LINK_MAP):
            self.assertNotRegex(path, r"lib(ssh2|http_parser|mbedtls|mbedx509|gssapi\w*|krb5)\.")
            if path.endswith("libgit2.a"):
                self.assertNotRegex(member, r"^(ssh|http|httpclient|smart|smart_protocol|auth\w*|tls|socket|winhttp)\.c")

    def test_there_is_a_text_for_every_package(self):
        texts = {path.name for path in pathlib.Path(LICENCES_DIRECTORY).iterdir()}
        for package in self.document["packages"]:
            if package["name"] == "waymark":
                continue
            source = package["sourceInfo"].removeprefix("source package ")
            self.assertIn(f"{source}.txt", texts)


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    DOCUMENT, PROGRAM, LINK_MAP, LICENCES_DIRECTORY = sys.argv[1:]
    ROOT = pathlib.Path(__file__).resolve().parents[2]
    unittest.main(argv=sys.argv[:1])
