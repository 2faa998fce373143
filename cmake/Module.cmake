# How modules, tests, benches and fuzz targets are declared. Source paths are relative to the
# calling CMakeLists.txt; DIR is relative to the root of the checkout.

include(GoogleTest)

# waymark_module(NAME <n> DIR <dir> SOURCES ... [PUBLIC deps...] [PRIVATE deps...])
#
# Static library waymark_<n>, alias waymark::<n>. It exports <dir>/include and keeps <dir>/src to
# itself, so that including another module's header without linking the module does not compile.
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

# waymark_tests(NAME <n> SOURCES a_test.cc ... LIBS ... [PRIVATE_INCLUDES dirs...] [LABELS ...])
#
# One GoogleTest program <n>_tests whose tests ctest discovers, with the labels <n> and LABELS.
# WM_SOURCE_DIR is the root of the checkout. PRIVATE_INCLUDES opens a module's src/ to its own tests.
function(waymark_tests)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME" "SOURCES;LIBS;PRIVATE_INCLUDES;LABELS")
  set(target ${arg_NAME}_tests)
  add_executable(${target} ${arg_SOURCES})
  target_link_libraries(${target} PRIVATE ${arg_LIBS} waymark_testing_main waymark_warnings)
  target_include_directories(${target} PRIVATE ${arg_PRIVATE_INCLUDES})
  target_precompile_headers(${target} REUSE_FROM waymark_testing_main)
  gtest_discover_tests(${target}
    DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS "${arg_NAME};${arg_LABELS}" TIMEOUT 300)
endfunction()
