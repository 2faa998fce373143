"""House rules that no compiler checks.

    style.py ROOT [RULE]    prints what breaks the rule, or every rule; exit status 1 if anything does
    style.py --list         names the rules
"""

import sys

import classes
import definitions
import languages
import layering
import names
import rooms
import sizes
import texts
import threats
import traits

RULES = {
    "file_length": sizes.check_files,
    "function_length": sizes.check_functions,
    "file_names": names.check,
    "type_names": definitions.check,
    "languages": languages.check,
    "layering": layering.check,
    "rooms": rooms.check,
    "class_sizes": classes.check,
    "texts": texts.check_banned,
    "links": texts.check_links,
    "threats": threats.check,
    "traits": traits.check,
}


def main(arguments):
    if arguments == ["--list"]:
        print("\n".join(RULES))
        return 0
    if not 1 <= len(arguments) <= 2 or (len(arguments) == 2 and arguments[1] not in RULES):
        print(__doc__, file=sys.stderr)
        return 2
    root, rules = arguments[0], arguments[1:] or list(RULES)
    problems = [problem for rule in rules for problem in RULES[rule](root)]
    print("\n".join(problems) if problems else "style: nothing to mend")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
