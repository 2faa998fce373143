# What `cmake --install` puts below its prefix, and the Debian package of it: the program, man pages,
# completions, the unit of systemd, documents. No library and no header: nobody builds on them.
#
# A static program (WAYMARK_STATIC) is installed without symbols, which lie in package/waymark.debug,
# and with what it is made of: licences/ and waymark.spdx.json. packaging/build.sh packs all of it.

if(NOT WAYMARK_GRPC)
  return()
endif()

include(GNUInstallDirs)
set(package_dir ${PROJECT_BINARY_DIR}/package)
set(doc_dir ${package_dir}/share/doc/waymark)

# Man pages and completions: written by the program out of its table of commands.
set(manual_stamp ${package_dir}/manual.stamp)
add_custom_command(OUTPUT ${manual_stamp}
  COMMAND ${CMAKE_COMMAND} -D EMULATOR=${CMAKE_CROSSCOMPILING_EMULATOR}
    -D PROGRAM=$<TARGET_FILE:waymark> -D SHARE=${package_dir}/share
    -P ${PROJECT_SOURCE_DIR}/cmake/WriteManual.cmake
  COMMAND ${CMAKE_COMMAND} -E touch ${manual_stamp}
  DEPENDS waymark ${PROJECT_SOURCE_DIR}/cmake/WriteManual.cmake
  COMMENT "Writing man pages and completions"
  VERBATIM)
set(package_files ${manual_stamp})

if(WAYMARK_STATIC)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set(installed_program ${package_dir}/bin/waymark)
  add_custom_command(OUTPUT ${installed_program} ${package_dir}/waymark.debug
    COMMAND ${CMAKE_COMMAND} -E make_directory ${package_dir}/bin
    COMMAND ${CMAKE_OBJCOPY} --only-keep-debug --compress-debug-sections=zlib
      $<TARGET_FILE:waymark> waymark.debug
    COMMAND ${CMAKE_OBJCOPY} --strip-all --add-gnu-debuglink=waymark.debug
      $<TARGET_FILE:waymark> ${installed_program}
    DEPENDS waymark
    WORKING_DIRECTORY ${package_dir}
    COMMENT "Parting the program from its debug symbols"
    VERBATIM)

  set(bill_of_materials ${doc_dir}/waymark.spdx.json)
  set(bill_sources ${PROJECT_SOURCE_DIR}/packaging)
  add_custom_command(OUTPUT ${bill_of_materials}
    COMMAND Python3::Interpreter ${bill_sources}/sbom.py --build ${PROJECT_BINARY_DIR}
      --program $<TARGET_FILE:waymark> --installed ${installed_program} --version ${PROJECT_VERSION}
      "--sysroot=${CMAKE_SYSROOT}"
      --spdx ${bill_of_materials} --licences ${doc_dir}/licences
    DEPENDS ${installed_program} ${bill_sources}/sbom.py ${bill_sources}/link_map.py
      ${bill_sources}/licences.json
    COMMENT "Listing what the program is made of"
    VERBATIM)
  set(installed_team ${package_dir}/lib/waymark/waymark-team)
  add_custom_command(OUTPUT ${installed_team}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${package_dir}/lib/waymark
    COMMAND ${CMAKE_OBJCOPY} --strip-all $<TARGET_FILE:waymark_team> ${installed_team}
    DEPENDS waymark_team
    COMMENT "Parting the second program from its debug symbols"
    VERBATIM)
  list(APPEND package_files ${installed_program} ${installed_team} ${bill_of_materials})
  install(PROGRAMS ${installed_program} DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(PROGRAMS ${installed_team} DESTINATION lib/waymark)

  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/package.env @ONLY CONTENT
    "version=@PROJECT_VERSION@\nplatform=linux-@CMAKE_SYSTEM_PROCESSOR@\n")
else()
  install(TARGETS waymark RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(TARGETS waymark_team RUNTIME DESTINATION lib/waymark)
endif()

add_custom_target(waymark_package_files ALL DEPENDS ${package_files})

install(DIRECTORY ${package_dir}/share/ DESTINATION ${CMAKE_INSTALL_DATAROOTDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/waymark)
# The pages that these two link to are not packed: the packed copies name them without links.
foreach(page README.md CHANGELOG.md)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page})
  file(READ ${page} text)
  string(REGEX REPLACE "\\[([^]]*)\\]\\([^):]*\\)" "\\1" text "${text}")
  file(WRITE ${doc_dir}/${page}
    "${text}\nThe other documents that this page names are in the source repository.\n")
endforeach()
# The unit as it is written is for a program in ~/.local/bin; an installed one names the prefix.
set(unit_source ${PROJECT_SOURCE_DIR}/packaging/waymark.service)
file(CONFIGURE OUTPUT install_unit.cmake @ONLY CONTENT [[
file(READ "@unit_source@" unit)
string(REPLACE "%h/.local/bin/" "${CMAKE_INSTALL_PREFIX}/@CMAKE_INSTALL_BINDIR@/" unit "${unit}")
set(unit_file "${CMAKE_INSTALL_PREFIX}/lib/systemd/user/waymark.service")
file(WRITE "$ENV{DESTDIR}${unit_file}" "${unit}")
list(APPEND CMAKE_INSTALL_MANIFEST_FILES "${unit_file}")
]])
install(SCRIPT ${PROJECT_BINARY_DIR}/install_unit.cmake)

# The Debian package. What only Debian wants of the files is done by finish_tree.cmake.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME waymark)
set(CPACK_PACKAGE_VENDOR Waymark)
set(CPACK_PACKAGE_CONTACT "Waymark maintainers <maintainers@waymark.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "code graph and context server for agents and editors")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Waymark indexes source repositories into a graph of symbols and relations and
answers what agents, editors and people ask of code: what is needed for a task,
what breaks if something changes, which tests cover it. It connects to no other
machine unless it is given one.")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
if(CMAKE_CROSSCOMPILING AND CMAKE_SYSTEM_PROCESSOR STREQUAL "aarch64")
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE arm64)
endif()
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_STRIP_FILES OFF)
set(CPACK_SET_DESTDIR ON)
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/packaging/debian/finish_tree.cmake)
# Of the second program, for those who share a store; the first one needs nothing.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libpq5")
if(NOT WAYMARK_STATIC)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()
include(CPack)
