# Compiler cache and linker, each used when the machine has it.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Debug, Release, RelWithDebInfo" FORCE)
endif()
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_COLOR_DIAGNOSTICS ON)

# Precompiled headers need these sloppiness settings to be cacheable, and paths relative to the
# checkout let build directories share results.
find_program(WAYMARK_CCACHE ccache)
if(WAYMARK_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(launcher ${CMAKE_COMMAND} -E env
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
    CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${WAYMARK_CCACHE})
  if(WAYMARK_STATIC)
    # ccache leaves the maps of paths out of its keys; an object keeps the paths it was compiled with.
    list(INSERT launcher 3 CCACHE_EXTRAFILES=${PROJECT_SOURCE_DIR}/cmake/SourcePaths.cmake)
  endif()
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
  add_compile_options("$<$<COMPILE_LANG_AND_ID:CXX,Clang>:SHELL:-Xclang -fno-pch-timestamp>")
endif()

# What is packaged is linked by the linker that comes with the compiler: the bytes do not depend on
# what else is installed.
find_program(WAYMARK_MOLD mold)
if(WAYMARK_MOLD AND NOT WAYMARK_STATIC)
  add_link_options(-fuse-ld=mold)
endif()
