#!/usr/bin/env python3
"""A reader that shares no code with the program gets each value back that `waymark shrink` has written:
same values, digits of numbers and order of keys.

    adaptive_reader_test.py WAYMARK [PAYLOADS]

Values are generated, with strings that look like something else, missing and null members, groups,
repetitions, texts of several lines and strings that hold JSON. PAYLOADS is a directory of JSON files to
read in their place.
"""
import pathlib
import random
import subprocess
import sys

import adaptive_reader

VALUES = 80
STRINGS = ["", " ", "null", "true", "1", "-0", "1e400", "01", "x", "two words", "a,b", "a|b", "a\tb", "@/a",
           "@", "~x", "*x", "#json {}", "```", "````\n```", "first\nsecond", "first\nsecond\n\n", "<b>", "<<",
           "<number>", "{", "}", "[", "]", '"', "a\"b", "\\", "caf\u00e9", "\u540d\u524d", "\U0001f600",
           "\u2028", "\r\n", "adaptive/v1", "{}", "[1]", "=", "a=b", "a:", "a?"]
KEYS = ["id", "name", "number", "a b", "a,b", "a=b", "a:", "a?", "a:b", "a?b", "", "{", "}", "@", "~", "1", "null",
        '"', "a.b", "a>b", "a/b", "a~b", "\u00e9", "#json", "```"]


def scalar(rng):
    number = adaptive_reader.Number(rng.choice(["0", "-1", "1.50", "1e2", "12345678901234567890"]))
    return rng.choice([None, True, False, number, rng.choice(STRINGS),
                       f"https://code.example/r/{rng.randrange(9)}"])


def rows(rng, depth):
    """Objects with the same keys, some of them missing, constant, or made of others."""
    keys = rng.sample(KEYS, rng.randint(2, 6))
    made = [(key, rng.choice(["column", "same", "maybe", "url", "group", "null"])) for key in keys]
    same = scalar(rng)
    found = []
    for i in range(rng.randint(2, 12)):
        row = {"number": adaptive_reader.Number(str(i * 7))}
        for key, how in made:
            if how == "maybe" and rng.random() < 0.4:
                continue
            row[key] = {"column": lambda: scalar(rng), "same": lambda: same, "maybe": lambda: scalar(rng),
                        "url": lambda: f"https://code.example/issues/{i * 7}/<x>",
                        "group": lambda: {"login": rng.choice(STRINGS), "id": adaptive_reader.Number(str(i)),
                                          "in": value(rng, depth + 1)},
                        "null": lambda: rng.choice([None, {"login": "a", "ok": True}])}[how]()
        found.append(row)
    return found


def value(rng, depth=0):
    kinds = ["scalar"] if depth > 4 else ["object", "array", "rows", "text", "keyed", "scalar"]
    kind = rng.choice(kinds[:2] if depth == 0 else kinds)
    if kind == "object":
        held = {key: value(rng, depth + 1) for key in rng.sample(KEYS, rng.randint(0, 7))}
        if held and rng.random() < 0.5:
            held["again"] = next(iter(held.values()))
        return held
    if kind == "array":
        return [value(rng, depth + 1) for _ in range(rng.randint(0, 5))]
    if kind == "rows":
        return rows(rng, depth)
    if kind == "keyed":
        found = rows(rng, depth)
        return dict(zip(rng.sample(KEYS, min(len(found), len(KEYS))), found))
    if kind == "text":
        return adaptive_reader.compact(value(rng, depth + 1), rng.choice([None, 0, 2, 4]))
    return scalar(rng)


def generated():
    for seed in range(VALUES):
        rng = random.Random(seed)
        # Long enough to be worth another form.
        yield f"value {seed}", {"items": [value(rng) for _ in range(4)], "rows": rows(rng, 0)}


def stored(directory):
    for path in sorted(pathlib.Path(directory).glob("*.json")):
        yield path.name, adaptive_reader.DECODER.decode(path.read_text(encoding="utf-8"))


def main():
    waymark = sys.argv[1]
    wrong = encoded = total = 0
    for name, original in stored(sys.argv[2]) if len(sys.argv) > 2 else generated():
        total += 1
        text = adaptive_reader.compact(original)
        run = subprocess.run([waymark, "shrink"], input=text.encode(), capture_output=True, check=True)
        written = run.stdout.decode()
        if not written.startswith(adaptive_reader.HEAD + "\n"):
            wrong += written.rstrip("\n") != text
            continue
        encoded += 1
        try:
            read = adaptive_reader.compact(adaptive_reader.read(written))
        except (AssertionError, LookupError, TypeError, ValueError) as error:
            read = repr(error)
        if read != text:
            wrong += 1
            print(f"{name}: {text}\nis read as: {read}\nfrom: {written}", file=sys.stderr)
    print(f"{total} values, {encoded} of them in lines of JSON: {wrong} read as something else")
    return 0 if wrong == 0 and encoded * 2 > total else 1


if __name__ == "__main__":
    sys.exit(main())
