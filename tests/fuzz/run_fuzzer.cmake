# Runs FUZZER with OPTIONS for SECONDS on a copy of CORPUS in WORK, so that the
# source tree stays as it is. A finding leaves its input in WORK and prints it, as
# WORK may be gone when somebody looks.
#
# The campaign draws inputs anew each time: what one run does not find, another
# does. Otherwise a twelfth of the time is spent on the inputs of one seed, as a
# change must not be judged by what an old fault does once in a hundred runs.
if(NOT "$ENV{ANSWERBOX_CAMPAIGN}" STREQUAL full)
  math(EXPR SECONDS "${SECONDS} / 12")
  list(PREPEND OPTIONS -seed=1 -reload=0)
endif()
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
file(COPY ${CORPUS}/ DESTINATION ${WORK}/corpus)
execute_process(
  COMMAND ${FUZZER} -max_total_time=${SECONDS} -timeout=10
          -rss_limit_mb=2048 -print_final_stats=1 ${OPTIONS} corpus
  WORKING_DIRECTORY ${WORK}
  RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  file(GLOB findings ${WORK}/crash-* ${WORK}/leak-* ${WORK}/timeout-* ${WORK}/oom-*)
  foreach(finding IN LISTS findings)
    message("base64 -d of these lines is ${finding}:")
    execute_process(COMMAND base64 ${finding})
  endforeach()
  message(FATAL_ERROR "finding: see ${WORK}")
endif()
