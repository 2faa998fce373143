// Sources: The Go Programming Language Specification, "Errors", and the documentation of the
// packages of the standard library.
#include "languages/go/go_outside_interfaces.h"

namespace waymark::indexer {
namespace {

// Packages that print their arguments.
constexpr std::string_view kPrinting = "fmt log log/slog testing text/template html/template";
constexpr std::string_view kSorting = "sort container/heap";
constexpr std::string_view kServing = "net/http net/http/httptest net/http/httputil";
constexpr std::string_view kMarshaling = "encoding/json encoding/xml encoding/gob flag log/slog";

constexpr OutsideInterface kOutsideGoInterfaces[] = {
    {"", "error", "Error() string"},

    {"compress/flate", "Reader", "Read(p []byte) (n int, err error); ReadByte() (byte, error)"},
    {"compress/flate", "Resetter", "Reset(r io.Reader, dict []byte) error"},
    {"container/heap", "Interface",
     "Len() int; Less(i, j int) bool; Swap(i, j int); Push(x any); Pop() any", kSorting},
    {"context", "Context",
     "Deadline() (deadline time.Time, ok bool); Done() <-chan struct{}; Err() error; Value(key "
     "any) any"},
    {"crypto", "Decrypter",
     "Public() PublicKey; Decrypt(rand io.Reader, msg []byte, opts DecrypterOpts) ([]byte, error)"},
    {"crypto", "Signer",
     "Public() PublicKey; Sign(rand io.Reader, digest []byte, opts SignerOpts) ([]byte, error)"},
    {"crypto", "SignerOpts", "HashFunc() Hash"},
    {"crypto/cipher", "AEAD",
     "NonceSize() int; Overhead() int; Seal(dst, nonce, plaintext, additionalData []byte) []byte; "
     "Open(dst, nonce, ciphertext, additionalData []byte) ([]byte, error)"},
    {"crypto/cipher", "Block",
     "BlockSize() int; Encrypt(dst, src []byte); Decrypt(dst, src []byte)"},
    {"crypto/cipher", "BlockMode", "BlockSize() int; CryptBlocks(dst, src []byte)"},
    {"crypto/cipher", "Stream", "XORKeyStream(dst, src []byte)"},
    {"crypto/tls", "ClientSessionCache",
     "Get(sessionKey string) (session *ClientSessionState, ok bool); Put(sessionKey string, cs "
     "*ClientSessionState)"},
    {"database/sql", "Result", "LastInsertId() (int64, error); RowsAffected() (int64, error)"},
    {"database/sql", "Scanner", "Scan(src any) error", "database/sql"},
    {"database/sql/driver", "Conn",
     "Prepare(query string) (Stmt, error); Close() error; Begin() (Tx, error)"},
    {"database/sql/driver", "ConnBeginTx",
     "BeginTx(ctx context.Context, opts TxOptions) (Tx, error)", "database/sql"},
    {"database/sql/driver", "ConnPrepareContext",
     "PrepareContext(ctx context.Context, query string) (Stmt, error)", "database/sql"},
    {"database/sql/driver", "Connector", "Connect(context.Context) (Conn, error); Driver() Driver",
     "database/sql"},
    {"database/sql/driver", "Driver", "Open(name string) (Conn, error)", "database/sql"},
    {"database/sql/driver", "DriverContext", "OpenConnector(name string) (Connector, error)",
     "database/sql"},
    {"database/sql/driver", "ExecerContext",
     "ExecContext(ctx context.Context, query string, args []NamedValue) (Result, error)",
     "database/sql"},
    {"database/sql/driver", "Pinger", "Ping(ctx context.Context) error", "database/sql"},
    {"database/sql/driver", "QueryerContext",
     "QueryContext(ctx context.Context, query string, args []NamedValue) (Rows, error)",
     "database/sql"},
    {"database/sql/driver", "Result",
     "LastInsertId() (int64, error); RowsAffected() (int64, error)"},
    {"database/sql/driver", "Rows", "Columns() []string; Close() error; Next(dest []Value) error"},
    {"database/sql/driver", "SessionResetter", "ResetSession(ctx context.Context) error",
     "database/sql"},
    {"database/sql/driver", "Stmt",
     "Close() error; NumInput() int; Exec(args []Value) (Result, error); Query(args []Value) "
     "(Rows, error)"},
    {"database/sql/driver", "Tx", "Commit() error; Rollback() error"},
    {"database/sql/driver", "ValueConverter", "ConvertValue(v any) (Value, error)"},
    {"database/sql/driver", "Valuer", "Value() (Value, error)", "database/sql database/sql/driver"},

    {"encoding", "BinaryAppender", "AppendBinary(b []byte) ([]byte, error)", kMarshaling},
    {"encoding", "BinaryMarshaler", "MarshalBinary() (data []byte, err error)", kMarshaling},
    {"encoding", "BinaryUnmarshaler", "UnmarshalBinary(data []byte) error", kMarshaling},
    {"encoding", "TextAppender", "AppendText(b []byte) ([]byte, error)", kMarshaling},
    {"encoding", "TextMarshaler", "MarshalText() (text []byte, err error)", kMarshaling},
    {"encoding", "TextUnmarshaler", "UnmarshalText(text []byte) error", kMarshaling},
    {"encoding/gob", "GobDecoder", "GobDecode([]byte) error", "encoding/gob"},
    {"encoding/gob", "GobEncoder", "GobEncode() ([]byte, error)", "encoding/gob"},
    {"encoding/json", "Marshaler", "MarshalJSON() ([]byte, error)", "encoding/json log/slog"},
    {"encoding/json", "Unmarshaler", "UnmarshalJSON([]byte) error", "encoding/json"},
    {"encoding/xml", "Marshaler", "MarshalXML(e *Encoder, start StartElement) error",
     "encoding/xml"},
    {"encoding/xml", "MarshalerAttr", "MarshalXMLAttr(name Name) (Attr, error)", "encoding/xml"},
    {"encoding/xml", "TokenReader", "Token() (Token, error)", "encoding/xml"},
    {"encoding/xml", "Unmarshaler", "UnmarshalXML(d *Decoder, start StartElement) error",
     "encoding/xml"},
    {"encoding/xml", "UnmarshalerAttr", "UnmarshalXMLAttr(attr Attr) error", "encoding/xml"},
    {"expvar", "Var", "String() string", "expvar"},
    {"flag", "Getter", "String() string; Set(string) error; Get() any", "flag"},
    {"flag", "Value", "String() string; Set(string) error", "flag"},
    {"fmt", "Formatter", "Format(f State, verb rune)", kPrinting},
    {"fmt", "GoStringer", "GoString() string", kPrinting},
    {"fmt", "ScanState",
     "ReadRune() (r rune, size int, err error); UnreadRune() error; SkipSpace(); Token(skipSpace "
     "bool, f func(rune) bool) (token []byte, err error); Width() (wid int, ok bool); Read(buf "
     "[]byte) (n int, err error)"},
    {"fmt", "Scanner", "Scan(state ScanState, verb rune) error", "fmt"},
    {"fmt", "State",
     "Write(b []byte) (n int, err error); Width() (wid int, ok bool); Precision() (prec int, ok "
     "bool); Flag(c int) bool"},
    {"fmt", "Stringer", "String() string", kPrinting},
    {"go/ast", "Node", "Pos() token.Pos; End() token.Pos"},
    {"go/ast", "Visitor", "Visit(node Node) (w Visitor)", "go/ast"},
    {"go/types", "Importer", "Import(path string) (*Package, error)"},
    {"hash", "Hash",
     "Write(p []byte) (n int, err error); Sum(b []byte) []byte; Reset(); Size() int; BlockSize() "
     "int"},
    {"hash", "Hash32",
     "Write(p []byte) (n int, err error); Sum(b []byte) []byte; Reset(); Size() int; BlockSize() "
     "int; Sum32() uint32"},
    {"hash", "Hash64",
     "Write(p []byte) (n int, err error); Sum(b []byte) []byte; Reset(); Size() int; BlockSize() "
     "int; Sum64() uint64"},
    {"image", "Image", "ColorModel() color.Model; Bounds() Rectangle; At(x, y int) color.Color"},
    {"image", "PalettedImage",
     "ColorModel() color.Model; Bounds() Rectangle; At(x, y int) color.Color; ColorIndexAt(x, y "
     "int) uint8"},
    {"image/color", "Color", "RGBA() (r, g, b, a uint32)"},
    {"image/color", "Model", "Convert(c Color) Color"},
    {"image/draw", "Drawer", "Draw(dst Image, r image.Rectangle, src image.Image, sp image.Point)"},
    {"image/draw", "Image",
     "ColorModel() color.Model; Bounds() image.Rectangle; At(x, y int) color.Color; Set(x, y int, "
     "c color.Color)"},
    {"image/draw", "Quantizer", "Quantize(p color.Palette, m image.Image) color.Palette"},

    {"io", "ByteReader", "ReadByte() (byte, error)"},
    {"io", "ByteScanner", "ReadByte() (byte, error); UnreadByte() error"},
    {"io", "ByteWriter", "WriteByte(c byte) error"},
    {"io", "Closer", "Close() error"},
    {"io", "ReadCloser", "Read(p []byte) (n int, err error); Close() error"},
    {"io", "ReadSeekCloser",
     "Read(p []byte) (n int, err error); Seek(offset int64, whence int) (int64, error); Close() "
     "error"},
    {"io", "ReadSeeker",
     "Read(p []byte) (n int, err error); Seek(offset int64, whence int) (int64, error)"},
    {"io", "ReadWriteCloser",
     "Read(p []byte) (n int, err error); Write(p []byte) (n int, err error); Close() error"},
    {"io", "ReadWriteSeeker",
     "Read(p []byte) (n int, err error); Write(p []byte) (n int, err error); Seek(offset int64, "
     "whence int) (int64, error)"},
    {"io", "ReadWriter", "Read(p []byte) (n int, err error); Write(p []byte) (n int, err error)"},
    {"io", "Reader", "Read(p []byte) (n int, err error)"},
    {"io", "ReaderAt", "ReadAt(p []byte, off int64) (n int, err error)"},
    {"io", "ReaderFrom", "ReadFrom(r Reader) (n int64, err error)"},
    {"io", "RuneReader", "ReadRune() (r rune, size int, err error)"},
    {"io", "RuneScanner", "ReadRune() (r rune, size int, err error); UnreadRune() error"},
    {"io", "Seeker", "Seek(offset int64, whence int) (int64, error)"},
    {"io", "StringWriter", "WriteString(s string) (n int, err error)"},
    {"io", "WriteCloser", "Write(p []byte) (n int, err error); Close() error"},
    {"io", "WriteSeeker",
     "Write(p []byte) (n int, err error); Seek(offset int64, whence int) (int64, error)"},
    {"io", "Writer", "Write(p []byte) (n int, err error)"},
    {"io", "WriterAt", "WriteAt(p []byte, off int64) (n int, err error)"},
    {"io", "WriterTo", "WriteTo(w Writer) (n int64, err error)"},
    {"io/fs", "DirEntry", "Name() string; IsDir() bool; Type() FileMode; Info() (FileInfo, error)"},
    {"io/fs", "FS", "Open(name string) (File, error)"},
    {"io/fs", "File", "Stat() (FileInfo, error); Read([]byte) (int, error); Close() error"},
    {"io/fs", "FileInfo",
     "Name() string; Size() int64; Mode() FileMode; ModTime() time.Time; IsDir() bool; Sys() any"},
    {"io/fs", "GlobFS", "Open(name string) (File, error); Glob(pattern string) ([]string, error)"},
    {"io/fs", "ReadDirFS",
     "Open(name string) (File, error); ReadDir(name string) ([]DirEntry, error)"},
    {"io/fs", "ReadDirFile",
     "Stat() (FileInfo, error); Read([]byte) (int, error); Close() error; ReadDir(n int) "
     "([]DirEntry, error)"},
    {"io/fs", "ReadFileFS",
     "Open(name string) (File, error); ReadFile(name string) ([]byte, error)"},
    {"io/fs", "StatFS", "Open(name string) (File, error); Stat(name string) (FileInfo, error)"},
    {"io/fs", "SubFS", "Open(name string) (File, error); Sub(dir string) (FS, error)"},
    {"log/slog", "Handler",
     "Enabled(context.Context, Level) bool; Handle(context.Context, Record) error; "
     "WithAttrs(attrs []Attr) Handler; WithGroup(name string) Handler",
     "log/slog"},
    {"log/slog", "Leveler", "Level() Level", "log/slog"},
    {"log/slog", "LogValuer", "LogValue() Value", "log/slog"},
    {"math/rand", "Source", "Int63() int64; Seed(seed int64)"},
    {"math/rand", "Source64", "Int63() int64; Seed(seed int64); Uint64() uint64"},
    {"math/rand/v2", "Source", "Uint64() uint64"},
    {"mime/multipart", "File",
     "Read(p []byte) (n int, err error); ReadAt(p []byte, off int64) (n int, err error); "
     "Seek(offset int64, whence int) (int64, error); Close() error"},
    {"net", "Addr", "Network() string; String() string"},
    {"net", "Conn",
     "Read(b []byte) (n int, err error); Write(b []byte) (n int, err error); Close() error; "
     "LocalAddr() Addr; RemoteAddr() Addr; SetDeadline(t time.Time) error; SetReadDeadline(t "
     "time.Time) error; SetWriteDeadline(t time.Time) error"},
    {"net", "Error", "Error() string; Timeout() bool; Temporary() bool"},
    {"net", "Listener", "Accept() (Conn, error); Close() error; Addr() Addr"},
    {"net", "PacketConn",
     "ReadFrom(p []byte) (n int, addr Addr, err error); WriteTo(p []byte, addr Addr) (n int, err "
     "error); Close() error; LocalAddr() Addr; SetDeadline(t time.Time) error; "
     "SetReadDeadline(t time.Time) error; SetWriteDeadline(t time.Time) error"},
    {"net/http", "CloseNotifier", "CloseNotify() <-chan bool", kServing},
    {"net/http", "CookieJar",
     "SetCookies(u *url.URL, cookies []*Cookie); Cookies(u *url.URL) []*Cookie"},
    {"net/http", "File",
     "Close() error; Read(p []byte) (n int, err error); Seek(offset int64, whence int) (int64, "
     "error); Readdir(count int) ([]fs.FileInfo, error); Stat() (fs.FileInfo, error)"},
    {"net/http", "FileSystem", "Open(name string) (File, error)", kServing},
    {"net/http", "Flusher", "Flush()", kServing},
    {"net/http", "Handler", "ServeHTTP(ResponseWriter, *Request)", kServing},
    {"net/http", "Hijacker", "Hijack() (net.Conn, *bufio.ReadWriter, error)", kServing},
    {"net/http", "Pusher", "Push(target string, opts *PushOptions) error", kServing},
    {"net/http", "ResponseWriter",
     "Header() Header; Write([]byte) (int, error); WriteHeader(statusCode int)", kServing},
    {"net/http", "RoundTripper", "RoundTrip(*Request) (*Response, error)", kServing},
    {"net/http/httputil", "BufferPool", "Get() []byte; Put([]byte)", kServing},
    {"net/rpc", "ClientCodec",
     "WriteRequest(*Request, any) error; ReadResponseHeader(*Response) error; "
     "ReadResponseBody(any) error; Close() error",
     "net/rpc"},
    {"net/rpc", "ServerCodec",
     "ReadRequestHeader(*Request) error; ReadRequestBody(any) error; WriteResponse(*Response, "
     "any) error; Close() error",
     "net/rpc"},
    {"net/smtp", "Auth",
     "Start(server *ServerInfo) (proto string, toServer []byte, err error); Next(fromServer "
     "[]byte, more bool) (toServer []byte, err error)",
     "net/smtp"},
    {"os", "DirEntry", "Name() string; IsDir() bool; Type() FileMode; Info() (FileInfo, error)"},
    {"os", "FileInfo",
     "Name() string; Size() int64; Mode() FileMode; ModTime() time.Time; IsDir() bool; Sys() any"},
    {"os", "Signal", "String() string; Signal()"},
    {"runtime", "Error", "Error() string; RuntimeError()"},
    {"sort", "Interface", "Len() int; Less(i, j int) bool; Swap(i, j int)", kSorting},
    {"sync", "Locker", "Lock(); Unlock()"},
    {"syscall", "Conn", "SyscallConn() (RawConn, error)"},
};

}  // namespace

constinit const std::span<const OutsideInterface> kGoOutsideInterfaces = kOutsideGoInterfaces;

bool IsGoLibrary(std::string_view module) {
  return module.substr(0, module.find('/')).find('.') == module.npos;
}

}  // namespace waymark::indexer
