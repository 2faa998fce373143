# How modules, tests, benches and fuzz targets are declared. Source paths are relative to the
# calling CMakeLists.txt; DIR is relative to the root of the checkout.

# waymark_module(NAME <n> DIR <dir> SOURCES ... [PUBLIC deps...] [PRIVATE deps...])
#
# Static library waymark_<n>, alias waymark::<n>. It exports <dir>/include and keeps <dir>/src to
# itself, so that including another module's header without linking the module does not compile.
# The sources of a module share a translation unit in unity builds (the presets say which those are),
# so a name in an anonymous namespace is unique within its module.
function(waymark_module)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;DIR" "SOURCES;PUBLIC;PRIVATE")
  set(target waymark_${arg_NAME})
  cmake_path(ABSOLUTE_PATH arg_DIR BASE_DIRECTORY ${PROJECT_SOURCE_DIR} NORMALIZE)
  add_library(${target} STATIC ${arg_SOURCES})
  add_library(waymark::${arg_NAME} ALIAS ${target})
  target_include_directories(${target} PUBLIC ${arg_DIR}/include PRIVATE ${arg_DIR}/src)
  target_link_libraries(${target}
    PUBLIC ${arg_PUBLIC} waymark_sanitizers
    PRIVATE ${arg_PRIVATE} waymark_warnings)
endfunction()

# waymark_tests(NAME <n> SOURCES a_test.cc ... LIBS ... [PRIVATE_INCLUDES dirs...] [LABELS ...]
#               [SINGLE_THREADED])
#
# One GoogleTest program <n>_tests, of which ctest runs one suite after the other, with the labels <n>
# and LABELS.
# SINGLE_THREADED: no thread plays a part in what is tested, so that ThreadSanitizer has nothing to
# look for and its builds leave the program out.
# WM_SOURCE_DIR is the root of the checkout. PRIVATE_INCLUDES opens a module's src/ to its own tests.
function(waymark_tests)
  cmake_parse_arguments(PARSE_ARGV 0 arg "SINGLE_THREADED" "NAME"
    "SOURCES;LIBS;PRIVATE_INCLUDES;LABELS")
  if(arg_SINGLE_THREADED AND WAYMARK_SANITIZE STREQUAL "thread")
    return()
  endif()
  set(target ${arg_NAME}_tests)
  add_executable(${target} ${arg_SOURCES})
  target_link_libraries(${target} PRIVATE
    ${arg_LIBS} waymark_testing_main waymark_warnings waymark_test_sanitizers)
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${arg_PRIVATE_INCLUDES})
  waymark_seldom(${target})
  if(NOT CMAKE_UNITY_BUILD)
    target_precompile_headers(${target} REUSE_FROM waymark_testing_main)
  endif()
  waymark_discover_suites(${target} ${arg_NAME} ${arg_LABELS})
endfunction()

# waymark_discover_suites(<target> <name> [labels...]): ctest knows the suites of a GoogleTest program as
# <name>.<suite>, with the labels <name> and those given.
function(waymark_discover_suites target name)
  set(file ${CMAKE_CURRENT_BINARY_DIR}/${target}_suites.cmake)
  file(GENERATE OUTPUT ${file} CONTENT
"set(program \"$<TARGET_FILE:${target}>\")
set(name ${name})
set(labels \"${name};${ARGN}\")
set(emulator \"${CMAKE_CROSSCOMPILING_EMULATOR}\")
include(\"${PROJECT_SOURCE_DIR}/cmake/DiscoverSuites.cmake\")
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${file})
endfunction()

# waymark_bench(NAME <n> SOURCES ... LIBS ... [PRIVATE_INCLUDES dirs...])
#
# A benchmark program <build>/bench/<n>, which `./dev bench <n>` builds and runs. The sources hold
# the main(), BENCHMARK_MAIN() or one of their own. All of them: target waymark_benches.
function(waymark_bench)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME" "SOURCES;LIBS;PRIVATE_INCLUDES")
  set(target ${arg_NAME}_bench)
  add_executable(${target} ${arg_SOURCES})
  target_link_libraries(${target} PRIVATE ${arg_LIBS} benchmark::benchmark waymark_warnings)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests ${arg_PRIVATE_INCLUDES})
  target_compile_definitions(${target} PRIVATE WM_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME ${arg_NAME} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench)
  add_dependencies(waymark_benches ${target})
endfunction()

# waymark_fuzz_target(NAME <n> SOURCES ... LIBS ... [PRIVATE_INCLUDES dirs...])
#
# Sources define LLVMFuzzerTestOneInput. The program <n>_fuzz replays tests/fuzz/corpus/<n>/ as the
# test fuzz.<n>; with WAYMARK_FUZZ it is linked with libFuzzer and searches on its own. Decoders start
# no threads, and ThreadSanitizer's builds leave the program out.
function(waymark_fuzz_target)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME" "SOURCES;LIBS;PRIVATE_INCLUDES")
  if(WAYMARK_SANITIZE STREQUAL "thread")
    return()
  endif()
  set(target ${arg_NAME}_fuzz)
  set(corpus ${PROJECT_SOURCE_DIR}/tests/fuzz/corpus/${arg_NAME})
  add_executable(${target} ${arg_SOURCES})
  target_link_libraries(${target} PRIVATE ${arg_LIBS} waymark_sanitizers waymark_warnings)
  target_include_directories(${target} PRIVATE ${arg_PRIVATE_INCLUDES})
  waymark_seldom(${target})
  if(WAYMARK_FUZZ)
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    return()
  endif()
  target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests/fuzz/replay_main.cc)
  add_test(NAME fuzz.${arg_NAME} COMMAND ${target} ${corpus})
  set_tests_properties(fuzz.${arg_NAME} PROPERTIES LABELS fuzz TIMEOUT 300)
endfunction()

# waymark_compile_fail_test(NAME <n> SOURCE file.cc EXPECT <regex> LIBS ... [PRIVATE_INCLUDES dirs...])
#
# The file compiles as it is, and with WM_COMPILE_FAIL defined the compiler rejects it with a message
# that matches EXPECT: two tests, so that a file broken for another reason does not pass.
function(waymark_compile_fail_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;SOURCE;EXPECT" "LIBS;PRIVATE_INCLUDES")
  set(command ${CMAKE_CXX_COMPILER} -std=c++20 -fsyntax-only)
  foreach(lib IN LISTS arg_LIBS)
    set(includes $<TARGET_PROPERTY:${lib},INTERFACE_INCLUDE_DIRECTORIES>)
    list(APPEND command "$<$<BOOL:${includes}>:-I$<JOIN:${includes},$<SEMICOLON>-I>>")
  endforeach()
  list(TRANSFORM arg_PRIVATE_INCLUDES PREPEND -I)
  list(APPEND command ${arg_PRIVATE_INCLUDES})
  cmake_path(ABSOLUTE_PATH arg_SOURCE NORMALIZE)
  add_test(NAME compile_fail.${arg_NAME}.compiles COMMAND ${command} ${arg_SOURCE}
    COMMAND_EXPAND_LISTS)
  add_test(NAME compile_fail.${arg_NAME}.rejected
    COMMAND ${command} -DWM_COMPILE_FAIL ${arg_SOURCE} COMMAND_EXPAND_LISTS)
  set_tests_properties(compile_fail.${arg_NAME}.compiles PROPERTIES LABELS compile_fail)
  set_tests_properties(compile_fail.${arg_NAME}.rejected PROPERTIES
    LABELS compile_fail PASS_REGULAR_EXPRESSION "error: .*${arg_EXPECT}")
endfunction()

# waymark_precompile(<target> <header>...): parses the headers, expensive and in most sources of the
# target, once. Batches of a unity build parse them once a batch already.
function(waymark_precompile target)
  if(NOT CMAKE_UNITY_BUILD)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# How much each target is optimised. Compiling takes the longer the more, and tests run the longer the
# less. Without either call: not at all in Debug builds, -O2 in Release builds.

# waymark_frequent(<target>): for code that runs for each byte, symbol or edge.
function(waymark_frequent target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Debug>:-O1>)
endfunction()

# waymark_seldom(<target>): for code that runs once a process (the command line, tests). Optimising it costs half of its build time and gains nothing.
function(waymark_seldom target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()
