# Tests start programs by their path: from Python, from a shell, by execve. When
# they are for another processor, that path is a script in emulated/, laid out as
# the build folder is, which becomes the emulator that runs the program.
#
#   answerbox_command(TARGET VARIABLE)   sets VARIABLE to the path to start
function(answerbox_command target variable)
  if(NOT CMAKE_CROSSCOMPILING_EMULATOR)
    set(${variable} $<TARGET_FILE:${target}> PARENT_SCOPE)
    return()
  endif()
  get_target_property(folder ${target} BINARY_DIR)
  cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_BINARY_DIR})
  set(script ${PROJECT_BINARY_DIR}/emulated/${folder}/${target})
  set(${variable} ${script} PARENT_SCOPE)

  get_target_property(is_written ${target} ANSWERBOX_HAS_COMMAND)
  if(NOT is_written)
    # Its path, because some tests give programs another PATH.
    set(emulator ${CMAKE_CROSSCOMPILING_EMULATOR})
    list(POP_FRONT emulator program)
    find_program(ANSWERBOX_EMULATOR ${program} REQUIRED)
    list(PREPEND emulator ${ANSWERBOX_EMULATOR})
    string(JOIN " " emulator ${emulator})
    file(GENERATE OUTPUT ${script}
      CONTENT "#!/bin/sh\nexec ${emulator} $<TARGET_FILE:${target}> \"$@\"\n"
      FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE
                       GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
    set_target_properties(${target} PROPERTIES ANSWERBOX_HAS_COMMAND TRUE)
  endif()
endfunction()
