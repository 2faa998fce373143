# CPack runs this on the tree that `cmake --install` made, before it packs it: what Debian's policy
# wants of files and other systems do not.

set(tree ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share)
set(doc ${tree}/doc/waymark)

function(run_command)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Debian's zsh looks for completions of packages elsewhere.
file(MAKE_DIRECTORY ${tree}/zsh/vendor-completions)
file(RENAME ${tree}/zsh/site-functions/_waymark ${tree}/zsh/vendor-completions/_waymark)
file(REMOVE_RECURSE ${tree}/zsh/site-functions)

# Every Debian system has these texts.
file(GLOB common_licences ${doc}/licences/common-*)
file(REMOVE ${doc}/LICENSE ${common_licences})
configure_file(${CMAKE_CURRENT_LIST_DIR}/copyright ${doc}/copyright COPYONLY)

file(MAKE_DIRECTORY ${tree}/lintian/overrides)
configure_file(${CMAKE_CURRENT_LIST_DIR}/lintian-overrides ${tree}/lintian/overrides/waymark COPYONLY)

# The date is that of SOURCE_DATE_EPOCH where it is set.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(RENAME ${doc}/CHANGELOG.md ${doc}/changelog)
file(WRITE ${doc}/changelog.Debian
"waymark (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * What changed is in changelog.gz.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")

file(GLOB compressed ${tree}/man/man1/*.1 ${doc}/changelog ${doc}/changelog.Debian)
run_command(gzip --best --no-name ${compressed})
run_command(chmod -R u=rwX,go=rX ${CPACK_TEMPORARY_INSTALL_DIRECTORY})

# CPack packs the times that files have.
if(DEFINED ENV{SOURCE_DATE_EPOCH})
  run_command(find ${CPACK_TEMPORARY_INSTALL_DIRECTORY} -exec touch --no-dereference
    --date=@$ENV{SOURCE_DATE_EPOCH} {} +)
endif()
