#!/usr/bin/env python3
"""Every format on the payloads of the public wire-format benchmark, beside what other codecs were
measured to need for them.

    cases.py WAYMARK WIRE_BENCH DIRECTORY

DIRECTORY holds its six payloads as JSON. Tokens are counted by WIRE_BENCH, the wire benchmark. Ends
with 1 when a format needs more than its reference in any case.
"""
import pathlib
import subprocess
import sys
import tempfile

# Bytes, o200k tokens and cl100k tokens of each case; None where they were not measured. What they
# hold is said behind the name.
REFERENCES = {
    "gcf": ("GCF of the published specification", [
        [1079, 3299, 1701, 972, 1445, 2318], [359, 1010, 528, 318, 443, 693],
        [338, 951, 499, 302, 421, 653]]),
    "gcf-short": ("GCF of the published specification", [
        [1079, 3299, 1701, 972, 1445, 2318], [359, 1010, 528, 318, 443, 693],
        [338, 951, 499, 302, 421, 653]]),
    "gcf3": ("the npm package of GCF", [
        [1105, 3327, 1729, 998, 1473, 2346], [367, 1018, 536, 326, 451, 701],
        [346, 959, 507, 310, 429, 661]]),
    "gcx": ("GCX1 of nodes and edges", [
        [2135, 6813, 3338, 2159, 3243, 4534], [610, 1736, 893, 587, 818, 1176],
        [576, 1655, 851, 560, 787, 1126]]),
    "markdown": ("published Markdown, which has no edges", [
        None, None, [432, 1182, 747, 413, 533, 1117]]),
    "xml": ("published XML, which has no edges", [
        None, None, [695, 2124, 1159, 649, 896, 1669]]),
    "json": ("compact JSON, without the line's end", [
        None, [1214, 3768, 1889, 1131, 1663, 2635], [1174, 3669, 1839, 1105, 1625, 2573]]),
    "gcb1": ("GCB1", [[1354, 4898, 2412, 1395, 2039, 3824], None, None]),
}
MEASURES = ["bytes", "o200k", "cl100k"]
# It is longer by its edges alone, which it tells with the places where they were found.
NOT_COMPARABLE = {"xml"}


def measured(waymark, bench, case, name):
    """Bytes and tokens of a case in a format."""
    with open(case, "rb") as source:
        text = subprocess.run([waymark, "encode", "--to", name], stdin=source, check=True,
                              capture_output=True).stdout
    with tempfile.NamedTemporaryFile() as file:
        file.write(text)
        file.flush()
        counts = subprocess.run([bench, "--count", file.name], check=True, capture_output=True).stdout
    return [len(text), *map(int, counts.split())]


def main():
    waymark, bench, directory = sys.argv[1:]
    cases = sorted(pathlib.Path(directory).glob("*.json"))
    above = False
    print(f"| | {' | '.join(case.stem[:2] for case in cases)} | total | reference |")
    for name, (what, references) in REFERENCES.items():
        columns = zip(*(measured(waymark, bench, case, name) for case in cases))
        for measure, values, reference in zip(MEASURES, columns, references):
            if name == "gcb1" and measure != "bytes":
                continue
            told = f"{sum(reference):,} ({what})" if reference else ""
            if reference and any(value > most for value, most in zip(values, reference)):
                above = above or name not in NOT_COMPARABLE
                told += ", above by " + ", ".join(f"{value - most}" for value, most
                                                  in zip(values, reference))
            cells = " | ".join(f"{value:,}" for value in values)
            print(f"| {name}, {measure} | {cells} | {sum(values):,} | {told} |")
    return 1 if above or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
