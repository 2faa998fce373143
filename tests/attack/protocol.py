"""Malformed messages, floods and clients that vanish: a client that behaves is answered as before."""
import http.client
import json
import pathlib
import socket
import subprocess
import time

import http2
from soak import service_soak
from world import MAX_END, PATIENCE, Finding

MAX_GROWTH_KIB = 32 << 10   # of a daemon's memory after floods
GIVEN_BACK_SECONDS = 40     # until it has that, on a busy machine; the promise is 30
UNFINISHED = 60             # connections of HTTP/2 with calls that never finish
CONNECTIONS = 300           # at once; more than the server lets in
INITIALIZES = 400           # sessions that nobody uses
WHOLE = {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
         "params": {"name": "search_symbols", "arguments": {"query": "total"}}}


def spoiled(rng, body):
    """A message with something wrong in it."""
    kind = rng.randrange(8)
    if kind == 0:
        at = rng.randrange(len(body))
        return body[:at] + bytes([rng.randrange(256)]) + body[at + 1:]
    if kind == 1:
        return body[:rng.randrange(len(body))]
    if kind == 2:
        return rng.choice([b"[", b"{\"a\":"]) * rng.randrange(1, 50_000)
    if kind == 3:
        keys = {f"k{i}": i for i in range(rng.choice([10, 2_000, 40_000]))}
        return json.dumps({**WHOLE, "params": keys}).encode()
    if kind == 4:
        wrong = rng.choice([None, True, 1.5, [], {}, "x" * 70_000, -1, 1 << 70])
        return json.dumps({**WHOLE, rng.choice(sorted(WHOLE)): wrong}).encode()
    if kind == 5:
        arguments = {"query": "\u0000" * rng.randrange(5_000), "limit": rng.choice([-1, 1 << 63])}
        return json.dumps({**WHOLE, "params": {"name": "search_symbols",
                                               "arguments": arguments}}).encode()
    if kind == 6:
        return rng.randbytes(rng.randrange(1, 5_000))
    return json.dumps({**WHOLE, "id": "\ud800"}).encode()


def flood_stdio(world):
    """Many wrong lines; the right one after them is answered."""
    lines = [spoiled(world.rng, json.dumps(WHOLE).encode()).replace(b"\n", b" ")
             for _ in range(50)]
    last = json.dumps({**WHOLE, "id": "last"}).encode()
    process = subprocess.run(world.command(["mcp"]), env=world.environment, cwd=world.tree,
                             input=b"\n".join([*lines, last]) + b"\n", capture_output=True,
                             timeout=120, check=False)
    if process.returncode < 0:
        raise Finding(f"mcp was ended by signal {-process.returncode}")
    if b'"id":"last"' not in process.stdout or b"total" not in process.stdout:
        raise Finding(f"mcp does not answer after wrong messages: {process.stdout[-200:]}")
    return len(lines)


def flood_http(world, port):
    rng = world.rng
    for _ in range(20):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        headers = {"Content-Type": rng.choice(["application/json", "text/html", "x" * 9_000]),
                   "Accept": "application/json, text/event-stream"}
        if rng.random() < .3:
            headers["Mcp-Session-Id"] = "x" * rng.randrange(200)
        try:
            connection.request(rng.choice(["POST", "GET", "PUT", "DELETE"]), "/mcp",
                               spoiled(rng, json.dumps(WHOLE).encode()), headers)
            connection.getresponse().read()
        except (OSError, http.client.HTTPException):
            pass
        connection.close()
    held = []
    for _ in range(CONNECTIONS):
        try:
            held.append(socket.create_connection(("127.0.0.1", port), timeout=5))
            held[-1].send(rng.choice([b"POST /mcp HTTP/1.1\r\n", b"\r\n", rng.randbytes(50)]))
        except OSError:
            pass
    for one in held:
        one.close()
    return 20 + CONNECTIONS


def flood_socket(world, path):
    for _ in range(50):
        with socket.socket(socket.AF_UNIX) as one:
            one.settimeout(5)
            try:
                one.connect(path)
                one.send(world.rng.choice([b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b""])
                         + world.rng.randbytes(world.rng.randrange(2_000)))
            except OSError:
                pass
    return 50


def flood_http2(world, path):
    """Calls that never finish, on many connections that then vanish."""
    held = [http2.begin_calls(path, world.rng) for _ in range(UNFINISHED)]
    for one in held:
        one.close()
    return UNFINISHED * http2.STREAMS


def memory_after(daemon, before):
    """What it has more than before, once it had time to give back what it does not need."""
    limit = time.monotonic() + GIVEN_BACK_SECONDS
    while True:
        grown = service_soak.anonymous_kib(daemon.pid) - before
        if grown <= MAX_GROWTH_KIB:
            return grown
        if time.monotonic() > limit:
            raise Finding(f"the daemon keeps {grown >> 10} MiB after floods")
        time.sleep(.5)


def vanish(world):
    """Clients that are killed leave nothing behind."""
    for words in (["mcp"], ["lsp"]):
        client = subprocess.Popen(world.command(words), env=world.environment, cwd=world.tree,
                                  stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL)
        client.stdin.write(json.dumps(WHOLE).encode() + b"\n")
        client.stdin.flush()
        client.kill()
        client.wait()
        client.stdin.close()


def once_cleared(ask):
    """What `ask` gives. While the daemon clears a flood away, it may say to ask again."""
    limit = time.monotonic() + PATIENCE
    while True:
        try:
            return ask()
        except (RuntimeError, Finding) as refused:
            if "ask again" not in str(refused) or time.monotonic() > limit:
                raise Finding(f"no answer after floods: {refused}") from refused
        time.sleep(.2)


def idle_session_stays(port, rounds=INITIALIZES):
    """A session that is in use is not lost to those that only begin one."""
    client = service_soak.Client(port)
    once_cleared(lambda: client.call("search_symbols", {"query": "total"}))
    for _ in range(rounds):
        try:
            service_soak.Client(port).connection.close()
        except RuntimeError:
            pass  # the server takes no more
    return client.call("search_symbols", {"query": "total"})


def attack(world):
    world.succeed("index", str(world.tree))
    daemon, started = world.serve()
    server = subprocess.Popen(world.command(["mcp", "--http", "0"]), env=world.environment,
                              cwd=world.tree, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    world.daemons.append(server)
    port = int(server.stderr.readline().rsplit(":", 1)[1].split("/")[0])
    before = service_soak.anonymous_kib(daemon.pid)
    path = started["socket"].removeprefix("unix:")
    messages, peak = 0, before
    while not world.is_over() or messages == 0:
        messages += flood_stdio(world) + flood_http(world, port)
        messages += flood_socket(world, path) + flood_http2(world, path)
        peak = max(peak, service_soak.anonymous_kib(daemon.pid))
        vanish(world)
        if "total" not in idle_session_stays(port):
            raise Finding("a session does not answer after floods")
        for name, process in (("daemon", daemon), ("mcp --http", server)):
            if process.poll() is not None:
                raise Finding(f"{name} ended with {process.returncode}")
        if "total" not in once_cleared(lambda: world.succeed("search", "total")):
            raise Finding("the daemon does not answer after floods")
    grown = memory_after(daemon, before)
    server.terminate()
    server.wait(timeout=MAX_END)
    world.end(daemon)
    left = [pid for pid in pathlib.Path("/proc").iterdir() if pid.name.isdigit()
            and str(world.store).encode() in read_command(pid)]
    if left:
        raise Finding(f"processes are left: {[pid.name for pid in left]}")
    return {"messages": messages, "memory": f"{before >> 10} MiB, at most {peak >> 10} MiB, then "
                                            f"{(before + grown) >> 10} MiB"}


def read_command(process):
    try:
        return (process / "cmdline").read_bytes()
    except OSError:
        return b""
