#!/usr/bin/env python3
"""Plays the answers of record_session.py through `waymark proxy`, checks that each can be had back, and
prints what `waymark savings` says.

    replay_session.py WAYMARK ANSWERS [--no-references] [--setting LINE ...]

A reference has to name an answer with the same text; any other text has to be the same after
`waymark expand`, JSON by its value. --setting is a line of pipeline.toml below [dedup], such as
'near_ref_enabled = true'. Telemetry and configuration are those of a directory of its own.
"""
import argparse
import collections
import json
import os
import re
import subprocess
import sys
import tempfile

NUMBER = re.compile(r"\n> \[id: (r\d+)\]\n?$")
REFERENCE = re.compile(r"> \[ref: (r\d+)\]\n?$")
NEAR = re.compile(r"> \[near-ref: (r\d+), ")


def load(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def serve(path):
    """An MCP server that gives the answers in their order."""
    answers = load(path)
    given = iter(answers)
    for line in sys.stdin:
        message = json.loads(line)
        if "id" not in message:
            continue
        result = {}
        if message["method"] == "initialize":
            result = {"protocolVersion": message["params"]["protocolVersion"], "capabilities": {"tools": {}},
                      "serverInfo": {"name": "session", "version": "1"}}
        elif message["method"] == "tools/list":
            tools = sorted({answer["tool"] for answer in answers})
            result = {"tools": [{"name": tool, "inputSchema": {"type": "object"}} for tool in tools]}
        elif message["method"] == "tools/call":
            result = {"content": [{"type": "text", "text": next(given)["text"]}]}
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)


def send(proxy, message):
    proxy.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
    proxy.stdin.flush()


def ask(proxy, number, method, params):
    send(proxy, {"id": number, "method": method, "params": params})
    while True:
        answer = json.loads(proxy.stdout.readline())
        if answer.get("id") == number:
            return answer["result"]


def play(options, environment):
    """What the client gets for each answer."""
    flags = [] if options.no_references else ["--references"]
    proxy = subprocess.Popen([options.waymark, "proxy", *flags, "--name", "session", "--", sys.executable, "-B",
                              os.path.abspath(__file__), "--serve", os.path.abspath(options.answers)],
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
    ask(proxy, 0, "initialize", {"protocolVersion": "2025-06-18", "capabilities": {},
                                 "clientInfo": {"name": "replay", "version": "1"}})
    send(proxy, {"method": "notifications/initialized"})
    ask(proxy, 1, "tools/list", {})
    got = []
    for i, answer in enumerate(load(options.answers)):
        result = ask(proxy, i + 2, "tools/call", {"name": answer["tool"], "arguments": answer["arguments"]})
        got.append(result["content"][0]["text"])
    proxy.stdin.close()
    assert proxy.wait() == 0
    return got


def value(text):
    try:
        return json.loads(text)
    except ValueError:
        return text


def check(options, environment, texts, got):
    """Counts of answers by what became of them; an answer that does not come back is an error."""
    kinds = collections.Counter()
    by_number = {}
    for text, sent in zip(texts, got):
        if match := REFERENCE.match(sent) or NEAR.match(sent):
            earlier = by_number[match[1]]
            # A near-reference names an answer with the same keys; its text is the server's own business.
            is_near = sent.startswith("> [near")
            assert earlier == text or is_near and json.loads(earlier).keys() == json.loads(text).keys(), sent
            kinds["near-references" if is_near else "references"] += 1
            continue
        body = NUMBER.sub("", sent)
        if number := NUMBER.search(sent):
            by_number[number[1]] = text
        if body.rstrip("\n") == text.rstrip("\n"):
            kinds["as they were"] += 1
            continue
        run = subprocess.run([options.waymark, "expand"], input=body.encode(), capture_output=True, check=True,
                             env=environment)
        expanded = run.stdout.decode()
        assert value(expanded) == value(text) or expanded.rstrip("\n") == text.rstrip("\n"), body
        kinds["in another form"] += 1
    return kinds


def main():
    if sys.argv[1:2] == ["--serve"]:
        serve(sys.argv[2])
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("waymark")
    parser.add_argument("answers")
    parser.add_argument("--no-references", action="store_true")
    parser.add_argument("--setting", action="append", default=[])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="waymark-replay-") as home:
        environment = {**os.environ, "HOME": home, "XDG_CONFIG_HOME": home, "XDG_STATE_HOME": home}
        os.mkdir(os.path.join(home, "waymark"))
        with open(os.path.join(home, "waymark", "pipeline.toml"), "w", encoding="utf-8") as settings:
            settings.write("\n".join(["schema_version = 2", "[dedup]", *options.setting,
                                      "[telemetry]", "enabled = true", ""]))
        texts = [answer["text"] for answer in load(options.answers)]
        kinds = check(options, environment, texts, play(options, environment))
        print(f"{len(texts)} answers: " + ", ".join(f"{count} {kind}" for kind, count in kinds.items()))
        subprocess.run([options.waymark, "savings"], env=environment, check=True)


if __name__ == "__main__":
    main()
