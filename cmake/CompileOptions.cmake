# Language level, warnings and sanitizers of our own code, as interface targets that waymark_module()
# and waymark_tests() link. Third-party sources (grammars, generated protobuf) do not link them.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)

# All assertions on, and quick to compile; waymark_frequent() names what is optimised all the same.
set(CMAKE_CXX_FLAGS_DEBUG "-O0 -g -gsplit-dwarf -gno-pubnames -D_GLIBCXX_ASSERTIONS")
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

# A thin archive names its objects. To copy those of a large module would take seconds after an edit.
if(CMAKE_BUILD_TYPE STREQUAL "Debug" AND NOT APPLE)
  foreach(language C CXX)
    set(CMAKE_${language}_ARCHIVE_CREATE "<CMAKE_AR> qcT <TARGET> <LINK_FLAGS> <OBJECTS>")
    set(CMAKE_${language}_ARCHIVE_APPEND "<CMAKE_AR> qT <TARGET> <LINK_FLAGS> <OBJECTS>")
  endforeach()
endif()

# g++ 12 misjudges inlined std::string operations at -O2 and above with these four.
set(misfiring_warnings -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread)

add_library(waymark_warnings INTERFACE)
target_compile_options(waymark_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor
  $<$<CXX_COMPILER_ID:Clang>:-Wthread-safety>
  "$<$<CXX_COMPILER_ID:GNU>:${misfiring_warnings}>"
  $<$<BOOL:${WAYMARK_DEVELOPER_MODE}>:-Werror>)

# For modules whose floating-point results are part of an answer: no fused multiply-add, which
# compilers use where the machine has one, so that scores are the same on every machine.
add_library(waymark_arithmetic INTERFACE)
target_compile_options(waymark_arithmetic INTERFACE -ffp-contract=off)

# Reports need lines, not variables: without those a sanitized build is a third as large. Four checks
# of UBSan are left out: AddressSanitizer sees what they are about where it does harm, and they cost
# as much to compile as all others. Tests are compiled without UBSan, which is for the code they test.
add_library(waymark_sanitizers INTERFACE)
add_library(waymark_test_sanitizers INTERFACE)
if(WAYMARK_SANITIZE)
  target_compile_options(waymark_sanitizers INTERFACE
    -gline-tables-only -fsanitize=${WAYMARK_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
    -fno-sanitize=vptr,null,pointer-overflow,object-size)
  target_link_options(waymark_sanitizers INTERFACE -fsanitize=${WAYMARK_SANITIZE})
  target_compile_options(waymark_test_sanitizers INTERFACE -fno-sanitize=undefined)
endif()
if(WAYMARK_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "WAYMARK_FUZZ needs clang, found ${CMAKE_CXX_COMPILER_ID}: use the preset 'fuzz'")
  endif()
  target_compile_options(waymark_sanitizers INTERFACE -fsanitize=fuzzer-no-link)
endif()
