# With WAYMARK_STATIC the program is one file that needs nothing but a Linux kernel: a static-pie of
# archives alone, glibc among them. docs/decisions/0018-static-program.md says what is linked how.
#
#   before the libraries are looked for   include this file: every look-up finds archives;
#                                         defines fmt::fmt and spdlog::spdlog, which have no archive
#   after it                              waymark_link_archives(): imported targets of shared
#                                         libraries stand for their archives
#   of the program                        waymark_link_statically(<target>)
#   of the second one                     waymark_link_almost_statically(<target>): all but libpq and glibc

set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
set(OPENSSL_USE_STATIC_LIBS TRUE)
set(Protobuf_USE_STATIC_LIBS ON)

# Line tables go to a file of their own; what nothing calls is left out.
add_compile_options(-fPIE -g1 -ffunction-sections -fdata-sections)

# An archive may ask for one that precedes it; the linker looks through all of them until nothing is
# missing.
set(CMAKE_CXX_LINK_EXECUTABLE "<CMAKE_CXX_COMPILER> <FLAGS> <CMAKE_CXX_LINK_FLAGS> <LINK_FLAGS> \
<OBJECTS> -o <TARGET> -Wl,--start-group <LINK_LIBRARIES> -Wl,--end-group")

add_library(waymark_fmt STATIC cmake/static/fmt.cc)
add_library(fmt::fmt ALIAS waymark_fmt)

add_library(waymark_spdlog STATIC cmake/static/spdlog.cc)
add_library(spdlog::spdlog ALIAS waymark_spdlog)
target_compile_definitions(waymark_spdlog PUBLIC SPDLOG_COMPILED_LIB SPDLOG_FMT_EXTERNAL)
target_link_libraries(waymark_spdlog PUBLIC waymark_fmt Threads::Threads)

# Packages of CMake name one file a library, and Debian's name the shared one.
function(waymark_link_archives)
  get_property(targets DIRECTORY PROPERTY IMPORTED_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(configurations ${target} IMPORTED_CONFIGURATIONS)
    foreach(configuration IN LISTS configurations)
      get_target_property(location ${target} IMPORTED_LOCATION_${configuration})
      string(REGEX REPLACE "\\.so[.0-9]*$" ".a" archive "${location}")
      if(EXISTS ${archive})
        set_target_properties(${target} PROPERTIES IMPORTED_LOCATION_${configuration} ${archive})
      endif()
    endforeach()
  endforeach()
  # libgit2 computes SHA-256 with it.
  find_library(WAYMARK_MBEDCRYPTO_LIBRARY mbedcrypto REQUIRED)
  target_link_libraries(PkgConfig::LIBGIT2 INTERFACE ${WAYMARK_MBEDCRYPTO_LIBRARY} ZLIB::ZLIB PkgConfig::PCRE2)
endfunction()

# Sources of cmake/static/ are part of the program itself: as members of an archive, the linker could
# take those of libgit2 and gRPC in their stead.
function(waymark_link_statically target)
  target_sources(${target} PRIVATE
    ${PROJECT_SOURCE_DIR}/cmake/static/git_without_network.c
    ${PROJECT_SOURCE_DIR}/cmake/static/grpc_without_meshes.cc
    ${PROJECT_SOURCE_DIR}/cmake/static/this_file_alone.cc)
  target_link_libraries(${target} PRIVATE PkgConfig::LIBGIT2 OpenSSL::Crypto)
  target_link_options(${target} PRIVATE
    -static-pie -Wl,--gc-sections -Wl,--build-id=sha1 -Wl,-z,relro,-z,now -Wl,-z,pack-relative-relocs
    -Wl,-Map=$<TARGET_FILE:${target}>.map)
  set_property(TARGET ${target} APPEND PROPERTY ADDITIONAL_CLEAN_FILES $<TARGET_FILE:${target}>.map)
endfunction()

# Of archives as far as they go: libpq has none that is complete, and its shared library needs that of
# glibc. The archives' names stay inside: libpq brings a libcrypto of its own.
function(waymark_link_almost_statically target)
  target_link_options(${target} PRIVATE
    -pie -static-libstdc++ -static-libgcc -Wl,--exclude-libs,ALL -Wl,--gc-sections
    -Wl,--allow-shlib-undefined -Wl,--build-id=sha1 -Wl,-z,relro,-z,now)
endfunction()
