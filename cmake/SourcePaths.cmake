# No path of the machine is in what is packaged, so that builds in two directories give the same
# bytes: sources lie in ".", npm packages in "node_modules", and paths of generated files are
# relative to the build directory, which itself is "build". ccache makes paths of arguments relative
# to the build directory, so "../.." is mapped as well, and objects are equal with and without
# ccache. Of several maps that fit, compilers take the last. ccache also adds an option for
# precompiled headers, so the options are not recorded in the debug information.

file(RELATIVE_PATH to_sources ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR})
string(REGEX REPLACE "/$" "" to_sources ${to_sources})
add_compile_options(
  -ffile-prefix-map=${PROJECT_SOURCE_DIR}=.
  -ffile-prefix-map=${to_sources}=.
  -ffile-prefix-map=${PROJECT_BINARY_DIR}=build
  -ffile-prefix-map=${PROJECT_BINARY_DIR}/=
  -ffile-prefix-map=${WAYMARK_NODE_MODULES}=node_modules
  -gno-record-gcc-switches)
