"""Frames of HTTP/2 (RFC 9113) for floods: requests that begin and never finish."""
import socket

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RESET, SETTINGS = 0, 1, 3, 4
END_HEADERS = 4
CANCEL = (8).to_bytes(4, "big")
STREAMS = 64           # of a connection; as many as the daemon takes
MAX_HEADER = 12_000    # of a field; the daemon takes 128 KiB of them


def frame(kind, flags, stream, body):
    return len(body).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + body


def text(value):
    """A string that is not compressed (RFC 7541, 5.2)."""
    rest = len(value) - 127
    if rest < 0:
        return bytes([len(value)]) + value
    size = bytes([127])
    while rest >= 128:
        size += bytes([rest % 128 + 128])
        rest //= 128
    return size + bytes([rest]) + value


def headers(rng):
    """Those of a call, with much that nobody asked for."""
    fields = [(b":method", b"POST"), (b":scheme", b"http"),
              (b":path", b"/waymark.v1.Waymark/Search"), (b":authority", b"x"),
              (b"content-type", b"application/grpc"), (b"te", b"trailers"),
              (b"x-more", b"a" * rng.randrange(10, MAX_HEADER))]
    return b"".join(b"\0" + text(name) + text(value) for name, value in fields)


def begin_calls(path, rng):
    """A connection with calls that wait for the rest of a long message; some are cancelled."""
    one = socket.socket(socket.AF_UNIX)
    one.settimeout(2)
    try:
        one.connect(path)
        one.sendall(PREFACE + frame(SETTINGS, 0, 0, b""))
        for stream in range(1, 2 * STREAMS, 2):
            message = b"\0" + (1 << 20).to_bytes(4, "big") + b"z" * rng.randrange(1_000)
            one.sendall(frame(HEADERS, END_HEADERS, stream, headers(rng))
                        + frame(DATA, 0, stream, message))
            if rng.random() < .2:
                one.sendall(frame(RESET, 0, stream, CANCEL))
    except OSError:
        pass
    return one
