# What ctest reads to know the tests of one GoogleTest program: a test a suite, for a process a test
# costs more than most tests do. Set before it is included: program, name, labels, and the emulator that
# runs programs of another machine.

if(NOT EXISTS ${program})
  add_test(${name}.not_built ${program})
  return()
endif()

execute_process(COMMAND ${emulator} ${program} --gtest_list_tests
  OUTPUT_VARIABLE listed RESULT_VARIABLE failed TIMEOUT 60)
if(failed)
  message(FATAL_ERROR "${program} --gtest_list_tests failed: ${failed}")
endif()

# A line without a blank in front is a suite, "Name." or "Name.  # TypeParam = ..."; those behind it
# are its tests.
string(REGEX REPLACE "[[;]" "" listed "${listed}")
string(REPLACE "\n" ";" lines "${listed}")
set(suites)
foreach(line IN LISTS lines)
  if(line MATCHES "^([^ ]+)\\.")
    set(suite ${CMAKE_MATCH_1})
    list(APPEND suites ${suite})
    set(count_${suite} 0)
  elseif(line MATCHES "^  ")
    math(EXPR count_${suite} "${count_${suite}} + 1")
  endif()
endforeach()

foreach(suite IN LISTS suites)
  add_test(${name}.${suite} ${emulator} ${program} --gtest_filter=${suite}.*)
  # Large suites begin first, so that none of them ends alone.
  set_tests_properties(${name}.${suite} PROPERTIES
    LABELS "${labels}" TIMEOUT 600 COST ${count_${suite}})
endforeach()
