#include "languages/go/go_language.h"

namespace waymark::indexer {

const std::string_view kGoBuiltins =
    "any append bool byte cap clear close comparable complex complex128 complex64 copy delete "
    "error false float32 float64 imag int int16 int32 int64 int8 iota len make max min new nil "
    "panic print println real recover rune string true uint uint16 uint32 uint64 uint8 uintptr";

const std::string_view kGoForeignMembers =
    "Accept Add AddCookie AddDate Addr After AppendFormat Arg Args As AssignableTo Available "
    "BasicAuth Before BlockSize Body Bool BoolVar Buffer Buffered Bytes C Call CanAddr "
    "CanInterface CanSet Cancel Check Cleanup Clock Clone Close Collect CombinedOutput Compare "
    "CompareAndSwap Context Convert ConvertibleTo Cookie Cookies Date Day Deadline Debug Debugf "
    "Dec Decode Del Delete Describe Dial DialContext DisallowUnknownFields Discard Do Done "
    "Duration DurationVar Elem Enabled Encode Equal Err Error Errorf EscapedPath Execute "
    "ExecuteTemplate ExitCode Exited Fail FailNow Failed Fatal Fatalf Fatalln Field FieldByName "
    "FindAllString FindString FindStringIndex FindStringSubmatch Float64 Flush FormFile "
    "FormValue Format Funcs Get Glob GobDecode GobEncode Grow Handle HandleFunc Has Header Helper "
    "Hijack Host Hostname Hour Hours Implements In Inc Indent Index Indirect Info Infof Int "
    "Int31 Int63 Int64 IntVar Interface Intn Is IsAbs IsDir IsNil IsValid IsZero JoinPath Kill "
    "Kind Len Less Level Listen ListenAndServe Load LoadAndDelete LoadOrStore Local LocalAddr "
    "Location Lock Log Logf Lookup MapIndex MapKeys MapRange Marshal MarshalBinary MarshalJSON "
    "MarshalText Match MatchString Method MethodByName Microseconds Milliseconds Minute Minutes "
    "ModTime Mode Month More MultipartReader Must MustRegister NArg Name Named Nanosecond "
    "Nanoseconds Network New Next NumField NumIn NumMethod NumOut Observe Open Out Output Panic "
    "Panicf Panicln Parallel Parse ParseFiles ParseForm ParseGlob ParseMultipartForm Peek Perm "
    "Pid PkgPath Port PostFormValue Print Printf Println Process Push Put Query RLock RUnlock "
    "Range Read ReadAt ReadByte ReadBytes ReadDir ReadFile ReadFrom ReadLine ReadRune ReadSlice "
    "ReadString Redacted Referer Register Release RemoteAddr ReplaceAllString "
    "ReplaceAllStringFunc RequestURI Reset ResolveReference Round RoundTrip Run Scan Second "
    "Seconds Seed Seek ServeHTTP Set SetBasicAuth SetBool SetDeadline SetEscapeHTML SetFloat "
    "SetIndent SetInt SetMapIndex SetReadDeadline SetString SetWriteDeadline Setenv Shuffle "
    "Shutdown Signal Size Skip SkipNow Skipf Sleep Split Start Stat StderrPipe StdinPipe "
    "StdoutPipe Stop Store String StringVar Sub SubexpNames Success Sugar Sum Sum32 Sum64 Swap "
    "Sync Sys TempDir Temporary Text Tick Timeout Token Truncate TryLock Type URL UTC Uint "
    "Uint32 Uint64 Unix UnixMilli UnixNano Unlock Unmarshal UnmarshalBinary UnmarshalJSON "
    "UnmarshalText UnreadByte UnreadRune Unwrap Usage UseNumber UserAgent Value Values Var Visit "
    "VisitAll Wait Warn Warnf Warning Warningf Weekday With WithContext WithLabelValues "
    "WithValue Write WriteAt WriteByte WriteHeader WriteString WriteTo Year YearDay Zone";

}  // namespace waymark::indexer
