#!/usr/bin/env python3
"""How far off an estimate of tokens by bytes is, at its best: fitted to the very texts it is tried on.

    estimate.py WAYMARK WIRE_BENCH WORK_DIRECTORY REPOSITORY

Asks a task about each of the symbols that most of the repository depends on, 5,000 tokens each.
Whole answers are told apart by format, and those of GCF also line by line, as packing prices them;
tokens of lines are counted by WIRE_BENCH, the wire benchmark.
"""
import json
import os
import re
import statistics
import subprocess
import sys

FORMATS = {"gcf": r" tokens=(\d+)", "gcx": r" tokens=(\d+)", "json": r'"tokens_used":(\d+)',
           "markdown": r"\((\d+)/"}
BUDGET = "5000"


def run(*args):
    return subprocess.run(args, capture_output=True, check=True).stdout


def tell(what, texts):
    """Prints the fit and the error of `texts`, pairs of bytes and tokens."""
    bytes_each = sum(size for size, _ in texts) / sum(count for _, count in texts)
    errors = [size / bytes_each / count - 1 for size, count in texts]
    print(f"| {what} | {len(texts):,} | {bytes_each:.2f} | {max(map(abs, errors)):.0%} | "
          f"{statistics.pstdev(errors):.0%} |")


def main():
    waymark, bench, work, repository = sys.argv[1:]
    common = ["--repo", repository, "--store", os.path.join(work, "estimate-store")]
    run(waymark, "index", repository, *common[2:])
    hubs = json.loads(run(waymark, "outline", "--format", "json", *common))["hubs"]
    tails = list(dict.fromkeys(re.split(r"[.:#]+", hub["name"])[-1] for hub in hubs))
    answers = {name: [] for name in FORMATS}
    for tail in tails:
        for name in FORMATS:
            answers[name].append(run(waymark, "context", f"change how {tail} works", "--budget",
                                     BUDGET, "--format", name, *common))
    print("| | texts | bytes a token | greatest error | standard deviation |")
    print("|---|---:|---:|---:|---:|")
    for name, pattern in FORMATS.items():
        tell(name, [(len(text), int(re.search(pattern, text.decode())[1]))
                    for text in answers[name]])
    lines = []
    path = os.path.join(work, "line")
    for line in sorted({line for text in answers["gcf"] for line in text.splitlines(keepends=True)
                        if re.match(rb"@\d+ |# \S+:\d", line)}):
        with open(path, "wb") as file:
            file.write(line)
        lines.append((len(line), int(run(bench, "--count", path).split()[0])))
    tell("gcf, a line", lines)


if __name__ == "__main__":
    main()
