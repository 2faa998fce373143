# No path of the machine is in what is packaged, so that builds in two directories give the same
# bytes: sources lie in ".", what is generated in "build", npm packages in "node_modules". ccache
# hands the compiler paths from the build directory to the sources, so that way is mapped as well.
# Of several that fit, compilers take the last.

file(RELATIVE_PATH to_sources ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR})
string(REGEX REPLACE "/$" "" to_sources ${to_sources})
add_compile_options(
  -ffile-prefix-map=${PROJECT_SOURCE_DIR}=.
  -ffile-prefix-map=${to_sources}=.
  -ffile-prefix-map=${PROJECT_BINARY_DIR}=build
  -ffile-prefix-map=${WAYMARK_NODE_MODULES}=node_modules)
