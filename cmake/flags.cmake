# The only place where compiler flags are set: every target links this one.
add_library(answerbox_flags INTERFACE)
target_compile_features(answerbox_flags INTERFACE cxx_std_20)
set(CMAKE_CXX_EXTENSIONS OFF)

target_include_directories(answerbox_flags INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(answerbox_flags INTERFACE
  -Wall -Wextra -Wconversion -Wshadow -Werror
  # The same bits on every architecture: no fused multiply-add behind our back.
  -ffp-contract=off
  -fstack-protector-strong)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND
   CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # False alarms on std::string in GCC 12 (GCC bug 105651).
  target_compile_options(answerbox_flags INTERFACE -Wno-restrict)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC spends an eighth of its time on collecting its own garbage: it begins at
  # 128 MB, however much memory there is. The code it makes stays the same.
  cmake_host_system_information(RESULT memory_mb QUERY TOTAL_PHYSICAL_MEMORY)
  if(memory_mb GREATER 7000)
    add_compile_options(--param=ggc-min-heapsize=1000000)
  endif()
endif()
target_compile_definitions(answerbox_flags INTERFACE
  ANSWERBOX_VERSION="${PROJECT_VERSION}")

# Questions spend their time in the engine. What reads options, sockets, sensors
# and logs takes most of a program's room, and is compiled for size. What no test
# waits for is not optimised in debug builds, which takes half the time. Folders say
# so for themselves and those below, with these properties.
foreach(scope DIRECTORY TARGET)
  define_property(${scope} PROPERTY ANSWERBOX_FOR_SIZE INHERITED
    BRIEF_DOCS "Compiled to be small in release builds, not fast")
  define_property(${scope} PROPERTY ANSWERBOX_QUICK_TO_COMPILE INHERITED
    BRIEF_DOCS "Compiled without optimisation in debug builds")
endforeach()
target_compile_options(answerbox_flags INTERFACE
  $<$<AND:$<CONFIG:Release>,$<BOOL:$<TARGET_PROPERTY:ANSWERBOX_FOR_SIZE>>>:-Os>
  $<$<AND:$<CONFIG:Debug>,$<BOOL:$<TARGET_PROPERTY:ANSWERBOX_QUICK_TO_COMPILE>>>:-O0>)

# What no program calls is left out of it.
target_compile_options(answerbox_flags INTERFACE
  $<$<CONFIG:Release>:-ffunction-sections> $<$<CONFIG:Release>:-fdata-sections>)
target_link_options(answerbox_flags INTERFACE
  $<$<CONFIG:Release>:-Wl,--gc-sections>)

if(CMAKE_SIZEOF_VOID_P EQUAL 4)
  # The package of mbedTLS was compiled with the system's own time_t, and has it
  # in its structures.
  include(CheckTypeSize)
  set(CMAKE_EXTRA_INCLUDE_FILES time.h)
  check_type_size(time_t SYSTEM_TIME LANGUAGE CXX)
  unset(CMAKE_EXTRA_INCLUDE_FILES)
  if(SYSTEM_TIME EQUAL 4)
    add_compile_definitions(MBEDTLS_PLATFORM_TIME_TYPE_MACRO=long)
  endif()
  # Times after 2038 and files over 2 GiB; for Boost's own code as well.
  add_compile_definitions(_TIME_BITS=64 _FILE_OFFSET_BITS=64)
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^arm" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Says that GCC 7.1 changed how some arguments are passed; all is built by one.
  target_compile_options(answerbox_flags INTERFACE -Wno-psabi)
endif()

# Position-independent executables, for address space randomisation.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(ANSWERBOX_STATIC)
  # Debian's 32-bit ARM libraries have no start code for the first.
  include(CheckLinkerFlag)
  check_linker_flag(CXX -static-pie ANSWERBOX_HAS_STATIC_PIE)
  target_link_options(answerbox_flags INTERFACE
    $<IF:$<BOOL:${ANSWERBOX_HAS_STATIC_PIE}>,-static-pie,-static>)
else()
  include(CheckPIESupported)
  check_pie_supported()
endif()
target_link_options(answerbox_flags INTERFACE -Wl,-z,relro,-z,now)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64" AND NOT ANSWERBOX_STATIC)
  # Addresses that only have to be moved take a bit each instead of 24 bytes:
  # 300 kB of the daemon. Of our processors, binutils 2.40 can for this one alone.
  target_link_options(answerbox_flags INTERFACE
    $<$<CONFIG:Release>:-Wl,-z,pack-relative-relocs>)
endif()

if(ANSWERBOX_SANITIZERS)
  target_compile_options(answerbox_flags INTERFACE
    -fsanitize=${ANSWERBOX_SANITIZERS} -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  if(ANSWERBOX_UNCHECKED)
    target_compile_options(answerbox_flags INTERFACE
      -fno-sanitize=${ANSWERBOX_UNCHECKED})
  endif()
  target_link_options(answerbox_flags INTERFACE
    -fsanitize=${ANSWERBOX_SANITIZERS})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # Clang 14 miscompiles coroutines under the function type check.
    target_compile_options(answerbox_flags INTERFACE -fno-sanitize=function)
  elseif(ANSWERBOX_SANITIZERS MATCHES "thread")
    # Asio's fences, which the sanitizer does not see, add to locks it does see.
    # GCC 12 sees std::string overrun in text that is joined by +.
    target_compile_options(answerbox_flags INTERFACE -Wno-tsan -Wno-array-bounds
      -Wno-stringop-overread)
  endif()
else()
  target_compile_definitions(answerbox_flags INTERFACE
    $<$<CONFIG:Release>:_FORTIFY_SOURCE=2>)
endif()
