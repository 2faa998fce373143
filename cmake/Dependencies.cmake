# Every third-party library, once, under the target name the modules link:
#
#   absl::status absl::statusor   fmt::fmt   spdlog::spdlog   nlohmann_json::nlohmann_json
#   CLI11::CLI11   Eigen3::Eigen   OpenSSL::Crypto   OpenSSL::SSL   Boost::headers   Threads::Threads
#   ZLIB::ZLIB  PkgConfig::LMDB  PkgConfig::PCRE2  PkgConfig::ZSTD  PkgConfig::LIBGIT2   PkgConfig::LIBPQ
#   waymark::stemmer
#   waymark::tomlplusplus
#   protos/ and services/ only: protobuf::libprotobuf  gRPC::grpc++  gRPC::grpc++_reflection
#   tests: GTest::gmock  benchmark::benchmark

find_package(Threads REQUIRED)
if(WAYMARK_STATIC)
  include(StaticLinking)  # defines fmt::fmt and spdlog::spdlog
else()
  find_package(fmt CONFIG REQUIRED)
  find_package(spdlog CONFIG REQUIRED)
endif()
find_package(absl CONFIG REQUIRED)
find_package(nlohmann_json CONFIG REQUIRED)
find_package(CLI11 CONFIG REQUIRED)
find_package(Eigen3 CONFIG REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(ZLIB REQUIRED)
find_package(Boost REQUIRED)  # Asio and Beast, which are headers alone

find_package(PkgConfig REQUIRED)
pkg_check_modules(LMDB REQUIRED IMPORTED_TARGET lmdb)
pkg_check_modules(PCRE2 REQUIRED IMPORTED_TARGET libpcre2-8)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(LIBGIT2 REQUIRED IMPORTED_TARGET libgit2)
# The archive of libpq lacks what it needs itself: also a static build takes the shared library, for
# the second program alone.
set(archive_suffixes ${CMAKE_FIND_LIBRARY_SUFFIXES})
set(CMAKE_FIND_LIBRARY_SUFFIXES .so)
pkg_check_modules(LIBPQ REQUIRED IMPORTED_TARGET libpq)
set(CMAKE_FIND_LIBRARY_SUFFIXES ${archive_suffixes})

# libstemmer ships neither a CMake nor a pkg-config file.
find_library(WAYMARK_STEMMER_LIBRARY stemmer REQUIRED)
find_path(WAYMARK_STEMMER_INCLUDE_DIR libstemmer.h REQUIRED)
add_library(waymark_stemmer INTERFACE)
add_library(waymark::stemmer ALIAS waymark_stemmer)
target_link_libraries(waymark_stemmer INTERFACE ${WAYMARK_STEMMER_LIBRARY})
target_include_directories(waymark_stemmer SYSTEM INTERFACE ${WAYMARK_STEMMER_INCLUDE_DIR})

# Headers alone: the shared library of the package is not used, and no exception leaves it.
find_path(WAYMARK_TOMLPLUSPLUS_INCLUDE_DIR toml++/toml.h REQUIRED)
add_library(waymark_tomlplusplus INTERFACE)
add_library(waymark::tomlplusplus ALIAS waymark_tomlplusplus)
target_include_directories(waymark_tomlplusplus SYSTEM INTERFACE
  ${WAYMARK_TOMLPLUSPLUS_INCLUDE_DIR})
target_compile_definitions(waymark_tomlplusplus INTERFACE
  TOML_HEADER_ONLY=1 TOML_EXCEPTIONS=0 TOML_ENABLE_FORMATTERS=0)

if(WAYMARK_GRPC)
  # Versions from 22 on need Abseil at link time, which only their own config knows. Debian ships no
  # config, so module mode there, and before gRPC, whose config needs it.
  find_package(Protobuf CONFIG QUIET)
  if(NOT Protobuf_FOUND)
    find_package(Protobuf MODULE REQUIRED)
  endif()
  find_package(gRPC CONFIG REQUIRED)
endif()

if(WAYMARK_STATIC)
  waymark_link_archives()
endif()

if(WAYMARK_DEVELOPER_MODE)
  find_package(GTest CONFIG REQUIRED)
  find_package(benchmark CONFIG REQUIRED)
endif()
