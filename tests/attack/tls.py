"""TLS of the daemon's port: malformed handshakes, plain text, and connections that never finish.

A client that behaves is answered meanwhile. Afterwards the daemon has as many open files as before.
Needs openssl for a certificate.
"""
import os
import pathlib
import shutil
import socket
import ssl
import subprocess
import time

from world import PATIENCE, Finding, Skipped

MALFORMED = 40          # connections of a round
HELD = 150              # connections of a round that never finish
HANDSHAKE_SECONDS = 10  # that the daemon gives a handshake
LET_GO_SECONDS = 30     # until it has closed all that do not finish, on a busy machine
MAX_FILES_MORE = 8      # of the daemon, afterwards
TOKEN = "0123456789abcdef0123456789abcdef"
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])


def certificate(directory):
    """Files of a key and of a certificate for this machine."""
    key, certificate_file = directory / "tls.key", directory / "tls.pem"
    if shutil.which("openssl") is None:
        raise Skipped("there is no openssl")
    done = subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
         "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", str(key),
         "-out", str(certificate_file)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Skipped(f"openssl made no certificate: {done.stderr[-200:]}")
    key.chmod(0o600)
    return key, certificate_file


def client_context(trusted):
    context = ssl.create_default_context(cafile=str(trusted))
    context.set_alpn_protocols(["h2"])
    return context


def client_hello(context):
    """The first bytes of a client that behaves."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    hello = context.wrap_bio(incoming, outgoing, server_hostname="localhost")
    try:
        hello.do_handshake()
    except ssl.SSLWantReadError:
        pass
    return outgoing.read()


def spoiled(rng, hello):
    """Bytes that are no handshake, or not a whole one."""
    kind = rng.randrange(9)
    if kind == 0:
        return rng.randbytes(rng.randrange(1, 20_000))
    if kind == 1:
        return PREFACE + b"authorization: Bearer " + TOKEN.encode()
    if kind == 2:
        return b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
    if kind == 3:
        return hello[:rng.randrange(1, len(hello))]
    if kind == 4:
        at = rng.randrange(len(hello))
        return hello[:at] + bytes([hello[at] ^ 1 << rng.randrange(8)]) + hello[at + 1:]
    if kind == 5:  # a length that is not that of what follows
        return hello[:3] + rng.randbytes(2) + hello[5:]
    if kind == 6:
        return hello * rng.randrange(2, 40)
    if kind == 7:  # an alert, a record of data, a change of the cipher, before any handshake
        content = rng.choice([0x15, 0x17, 0x14, 0x18, 0xff])
        return bytes([content, 3, rng.randrange(5), 0x40, 0]) + rng.randbytes(0x4000)
    return hello + bytes([0x17, 3, 3, 0, 32]) + rng.randbytes(32)


def send(port, data):
    """Sends it and reads what comes until the end, but not for long."""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as one:
        one.settimeout(.2)
        try:
            one.sendall(data)
            while one.recv(4096):
                pass
        except OSError:
            pass


def misbehave_after(rng, port, context):
    """A handshake that succeeds, and what is no HTTP/2 after it."""
    context = client_context_without(rng, context)
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as one:
            with context.wrap_socket(one, server_hostname="localhost") as secure:
                secure.settimeout(.2)
                secure.sendall(rng.choice([PREFACE, b""]) + rng.randbytes(rng.randrange(1, 9_000)))
                while secure.recv(4096):
                    pass
    except OSError:
        pass


def client_context_without(rng, context):
    """The same, sometimes without a protocol, or with an old version of TLS."""
    kind = rng.randrange(3)
    if kind == 0:
        return context
    other = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    other.check_hostname = False
    other.verify_mode = ssl.CERT_NONE
    if kind == 1:
        other.maximum_version = ssl.TLSVersion.TLSv1_2
    return other


def hold(port, rng, hello):
    """Connections that begin and never finish."""
    held = []
    for _ in range(HELD):
        try:
            one = socket.create_connection(("127.0.0.1", port), timeout=5)
            one.sendall(rng.choice([b"", hello[:1], hello[:5], hello[:-1], hello]))
        except OSError:
            continue
        held.append(one)
    return held


def wait_until_let_go(held):
    """The daemon closes them all."""
    ends = time.monotonic() + HANDSHAKE_SECONDS + LET_GO_SECONDS
    for one in held:
        try:
            one.settimeout(max(.1, ends - time.monotonic()))
            while one.recv(4096):
                pass
        except TimeoutError:
            raise Finding(f"{len(held)} connections: one without a handshake is still open after "
                          f"{HANDSHAKE_SECONDS + LET_GO_SECONDS} s") from None
        except OSError:
            pass
        one.close()


def open_files(process):
    return len(list(pathlib.Path(f"/proc/{process.pid}/fd").iterdir()))


def ask(world, port, files):
    """What a client that behaves is answered. It names no store, for the daemon has one."""
    words = [world.program, "search", "total", "--repo", str(world.tree), "--daemon",
             f"localhost:{port}", "--daemon-ca", str(files[1]), "--daemon-token-file",
             str(files[2])]
    try:
        answer = subprocess.run(words, env=world.environment, cwd=world.tree, text=True,
                                stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE,
                                check=False)
    except subprocess.TimeoutExpired as expired:
        raise Finding(f"a client with TLS is not answered within {PATIENCE} s") from expired
    if answer.returncode != 0 or "total" not in answer.stdout:
        raise Finding(f"a client with TLS is not answered: {answer.stderr[-300:]}")


def attack_once(world, port, files, hello):
    context = client_context(files[1])
    held = hold(port, world.rng, hello)
    try:
        ask(world, port, files)
        for _ in range(MALFORMED):
            if world.rng.random() < .3:
                misbehave_after(world.rng, port, context)
            else:
                send(port, spoiled(world.rng, hello))
        ask(world, port, files)
        wait_until_let_go(held)
    finally:
        for one in held:
            one.close()
    ask(world, port, files)
    return len(held) + MALFORMED


def attack(world):
    key, trusted = certificate(world.directory)
    token = world.directory / "token"
    with open(os.open(token, os.O_CREAT | os.O_WRONLY, 0o600), "w", encoding="utf-8") as file:
        file.write(TOKEN)
    files = (key, trusted, token)
    world.succeed("index", str(world.tree))
    daemon, started = world.serve("--listen", "0", "--token-file", str(token),
                                  "--tls-certificate", str(trusted), "--tls-key", str(key))
    port = int(started["port"])
    ask(world, port, files)
    before = open_files(daemon)
    hello = client_hello(client_context(trusted))
    count = 0
    while not world.is_over() or count == 0:
        count += attack_once(world, port, files, hello)
        if daemon.poll() is not None:
            raise Finding(f"the daemon ended with {daemon.returncode}")
    limit = time.monotonic() + LET_GO_SECONDS
    while open_files(daemon) > before + MAX_FILES_MORE:
        if time.monotonic() > limit:
            raise Finding(f"the daemon had {before} open files, and keeps {open_files(daemon)}")
        time.sleep(.2)
    world.end(daemon)
    return {"connections": count, "files": f"{before} to {before} at most + {MAX_FILES_MORE}"}
