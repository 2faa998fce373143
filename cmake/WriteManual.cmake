# cmake -D PROGRAM=<waymark> -D SHARE=<directory> [-D EMULATOR=<of its machine>] -P WriteManual.cmake
#
# Has the program write its man pages and completions to where they lie below share/.

# Settings of whoever builds are not part of a manual.
set(ENV{XDG_CONFIG_HOME} ${SHARE}/no-configuration)

function(run_program)
  execute_process(COMMAND ${EMULATOR} ${PROGRAM} ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${SHARE}/man)
file(MAKE_DIRECTORY ${SHARE}/man/man1)
run_program(help --man ${SHARE}/man/man1)

set(bash_file bash-completion/completions/waymark)
set(zsh_file zsh/site-functions/_waymark)
set(fish_file fish/vendor_completions.d/waymark.fish)
foreach(shell IN ITEMS bash zsh fish)
  cmake_path(GET ${shell}_file PARENT_PATH directory)
  file(MAKE_DIRECTORY ${SHARE}/${directory})
  run_program(completion ${shell} OUTPUT_FILE ${SHARE}/${${shell}_file})
endforeach()
