#!/usr/bin/env python3
"""Writes answers of record_session.py as a session log of Claude Code, for `waymark tune from-claude-logs`.

    claude_logs.py OUTPUT [--compact-every N] [--only PREFIX] ANSWERS...

The answers of several files follow each other as one session. --compact-every adds the line of a compaction
after so many answers. --only keeps the tools whose names begin so.
"""
import argparse
import json

from record_session import MCP_TOOLS


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output")
    parser.add_argument("answers", nargs="+")
    parser.add_argument("--compact-every", type=int, default=0)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    number = 0
    with open(options.output, "w", encoding="utf-8") as output:
        def write(line):
            output.write(json.dumps({"timestamp": "2026-11-30T12:00:00Z", **line}, ensure_ascii=False) + "\n")

        for path in options.answers:
            with open(path, encoding="utf-8") as lines:
                answers = [json.loads(line) for line in lines]
            for answer in answers:
                tool = f"mcp__waymark__{answer['tool']}" if answer["tool"] in MCP_TOOLS else answer["tool"]
                if not tool.startswith(options.only):
                    continue
                number += 1
                call = {"type": "tool_use", "id": str(number), "name": tool, "input": answer["arguments"]}
                write({"type": "assistant", "message": {"model": "claude-sonnet-4-6", "content": [call]}})
                result = {"type": "tool_result", "tool_use_id": str(number), "content": answer["text"]}
                write({"type": "user", "message": {"content": [result]}})
                if options.compact_every and number % options.compact_every == 0:
                    write({"type": "system", "subtype": "compact_boundary"})


if __name__ == "__main__":
    main()
