"""Load of HTTP/2 on the daemon, by h2load (Debian: nghttp2-client).

    h2_load.py PROGRAM TREE [REQUESTS]

Indexes a copy of TREE, starts a daemon that listens over TCP with a token, and has h2load ask it over several
connections and streams. Since h2load counts answers of HTTP alone, what the calls came to is read from the
daemon's metrics: the run fails when one was refused.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request

TOKEN = "0123456789abcdef0123456789abcdef"
REQUESTS = 20000
# (connections, streams of each)
LOADS = ((1, 1), (4, 4), (16, 4), (64, 1))


def field(number, value):
    """A field of protobuf: bytes, or a number below 128."""
    if isinstance(value, int):
        return bytes([number << 3, value])
    assert len(value) < 128
    return bytes([number << 3 | 2, len(value)]) + value


def frame(message):
    """A message of gRPC: not compressed, with its length."""
    return b"\0" + len(message).to_bytes(4, "big") + message


def questions(tree):
    view = field(1, field(1, tree.encode()))
    return {"Ping": b"", "Search": view + field(2, b"request") + field(3, 10),
            "Context": view + field(2, b"handle errors of a request") + bytes([3 << 3, 0xD0, 0x0F])}


def calls(port):
    page = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10).read().decode()
    found = re.findall(r'^waymark_calls_total\{verb="([^"]*)",code="([^"]*)"\} (\d+)$', page, re.M)
    return {(verb, code): int(count) for verb, code, count in found}


def load(port, method, message, directory, requests, connections, streams):
    body = os.path.join(directory, method)
    with open(body, "wb") as file:
        file.write(frame(message))
    run = subprocess.run(
        ["h2load", "-n", str(requests), "-c", str(connections), "-m", str(streams), "-d", body,
         "-H", "content-type: application/grpc", "-H", "te: trailers",
         "-H", f"authorization: Bearer {TOKEN}",
         f"http://127.0.0.1:{port}/waymark.v1.Waymark/{method}"],
        capture_output=True, text=True, check=True)
    rate = re.search(r"finished in .*?, ([\d.]+) req/s", run.stdout).group(1)
    done = re.search(r"(\d+) succeeded, (\d+) failed, (\d+) errored, (\d+) timeout", run.stdout)
    times = re.search(r"time for request: +(\S+) +(\S+) +(\S+)", run.stdout)
    print(f"{method:8} {connections:3} x {streams}: {rate:>9} a second, mean {times.group(3)}, "
          f"at most {times.group(2)}", flush=True)
    return [int(number) for number in done.groups()] == [requests, 0, 0, 0]


def main(program, tree, requests):
    directory = tempfile.mkdtemp(prefix="waymark-h2-")
    env = {"PATH": os.environ["PATH"], "HOME": directory, "XDG_RUNTIME_DIR": directory}
    store, copy = os.path.join(directory, "store"), os.path.join(directory, "t")
    shutil.copytree(tree, copy, symlinks=True)
    token = os.path.join(directory, "token")
    with open(os.open(token, os.O_CREAT | os.O_WRONLY, 0o600), "w") as file:
        file.write(TOKEN)
    subprocess.run([program, "index", copy, "--store", store], env=env, check=True,
                   stdout=subprocess.DEVNULL)
    log = os.path.join(directory, "log")
    daemon = subprocess.Popen([program, "serve", "--store", store, "--listen", "0", "--tcp-rate",
                               "1000000", "--token-file", token, "--metrics", "0", "--log-file",
                               log], env=env)
    try:
        started = None
        while started is None and daemon.poll() is None:
            time.sleep(0.05)
            text = open(log).read() if os.path.exists(log) else ""
            started = re.search(r" port=(\d+) metrics=\S+:(\d+)/", text)
        port, metrics = started.groups()
        good = True
        for method, message in questions(copy).items():
            count = requests // 10 if method == "Context" else requests
            for connections, streams in LOADS:
                good &= load(port, method, message, directory, count, connections, streams)
        ended = calls(metrics)
        print(ended)
        expected = {("search", "OK"): len(LOADS) * requests,
                    ("context", "OK"): len(LOADS) * (requests // 10)}
        return 0 if good and ended == expected else 1
    finally:
        daemon.terminate()
        daemon.wait()
        shutil.rmtree(directory)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) == 4 else REQUESTS))
