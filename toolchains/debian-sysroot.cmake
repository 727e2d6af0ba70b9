# What every toolchain file here shares. Before including it they set:
#   debian_architecture  the sysroot's name for make-sysroot.sh
#   triple               of the compiler and of the library folders
#   emulator             the program of qemu-user, and its options
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_C_COMPILER_TARGET ${triple})
set(CMAKE_CXX_COMPILER_TARGET ${triple})
set(CMAKE_LIBRARY_ARCHITECTURE ${triple})

if(DEFINED ENV{ANSWERBOX_SYSROOTS})
  set(sysroots $ENV{ANSWERBOX_SYSROOTS})
else()
  cmake_path(SET sysroots NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../build/sysroots)
endif()
set(ANSWERBOX_SYSROOTS ${sysroots} CACHE PATH
    "Folder of the sysroots that toolchains/make-sysroot.sh makes")
# Compiler checks read this file again, in projects of their own.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES ANSWERBOX_SYSROOTS)
set(CMAKE_SYSROOT ${ANSWERBOX_SYSROOTS}/${debian_architecture})
if(NOT EXISTS ${CMAKE_SYSROOT}/.packages)
  message(FATAL_ERROR "There is no sysroot at ${CMAKE_SYSROOT}: run "
    "toolchains/make-sysroot.sh ${debian_architecture}")
endif()

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

set(CMAKE_CROSSCOMPILING_EMULATOR ${emulator} -L ${CMAKE_SYSROOT})
