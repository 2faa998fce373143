# Run by every build: writes the source that says what the program is built from, and only where it
# would differ, so that a build in which nothing changed compiles and links nothing.
#
#   cmake -DSOURCE_DIR=<checkout> -DTEMPLATE=<file> -DOUTPUT=<file> -DBUILD_TYPE=<name>
#         [-DCOMMIT=<id or word>] -P WriteBuiltFrom.cmake
#
# The commit is the one that was named, else that of the checkout, else the one that `git archive`
# wrote into cmake/commit.txt.

set(id_pattern "[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]")
set(commit "")
set(commit_date "")

function(ask_git result)
  execute_process(COMMAND git --no-optional-locks ${ARGN} WORKING_DIRECTORY ${SOURCE_DIR}
    OUTPUT_VARIABLE out ERROR_QUIET RESULT_VARIABLE failed OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(failed)
    set(out "")
  endif()
  set(${result} "${out}" PARENT_SCOPE)
endfunction()

# "<id> <date>", or something else.
function(read_commit line)
  if("${line}" MATCHES "^(${id_pattern})[0-9a-f]* ([0-9]+-[0-9]+-[0-9]+)$")
    set(commit "${CMAKE_MATCH_1}" PARENT_SCOPE)
    set(commit_date "${CMAKE_MATCH_2}" PARENT_SCOPE)
  endif()
endfunction()

if("${COMMIT}" MATCHES "^(${id_pattern})[0-9a-f]*$")
  set(commit "${CMAKE_MATCH_1}")
elseif("${COMMIT}" MATCHES "^[A-Za-z0-9._-]+$")
  set(commit "${COMMIT}")
elseif(NOT "${COMMIT}" STREQUAL "")
  message(FATAL_ERROR "WAYMARK_COMMIT=${COMMIT}: it must be the id of a commit, or a word")
elseif(EXISTS ${SOURCE_DIR}/.git)  # sources without one may lie in the checkout of another project
  ask_git(head show -s "--format=%H %cs" HEAD)
  read_commit("${head}")
  ask_git(changes status --porcelain --untracked-files=no)
  if(NOT commit STREQUAL "" AND NOT changes STREQUAL "")
    string(APPEND commit "-dirty")
  endif()
elseif(EXISTS ${SOURCE_DIR}/cmake/commit.txt)
  file(STRINGS ${SOURCE_DIR}/cmake/commit.txt archived LIMIT_COUNT 1)
  read_commit("${archived}")
endif()
if(commit STREQUAL "")
  set(commit "unknown")
endif()
if(NOT "${BUILD_TYPE}" STREQUAL "")
  set(build_type "${BUILD_TYPE}")
else()
  set(build_type "no build type")
endif()
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
