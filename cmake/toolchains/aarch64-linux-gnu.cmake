# The static program for aarch64, on a Debian of another machine, with what packaging/aarch64/sysroot.sh
# fetches: `./dev package --arch aarch64`.
#
# Compilers of protos are those of this machine. What the build compiles and runs (tables, man pages)
# runs in an emulator.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)

set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
cmake_path(SET sysroot NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../../build/aarch64-sysroot)
set(CMAKE_SYSROOT ${sysroot} CACHE PATH "What sysroot.sh made")
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)
# Everything is static: the emulator finds no libraries. glibc of the sysroot, which has the fixes of
# Debian's security team, comes before that of the compiler.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static-pie -L${CMAKE_SYSROOT}/usr/lib/aarch64-linux-gnu")

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} ${CMAKE_SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig:${CMAKE_SYSROOT}/usr/share/pkgconfig:${CMAKE_SYSROOT}/usr/lib/pkgconfig)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${CMAKE_SYSROOT})
