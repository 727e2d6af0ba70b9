# Runs FUZZER with OPTIONS for SECONDS on a copy of CORPUS in WORK, so that the
# source tree stays as it is. A finding leaves its input in WORK. What one run in a
# twelfth of the time does not find, another does: inputs are drawn anew each time.
if(NOT "$ENV{ANSWERBOX_CAMPAIGN}" STREQUAL full)
  math(EXPR SECONDS "${SECONDS} / 12")
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
  message(FATAL_ERROR "finding: see ${WORK}")
endif()
