# Every library the project uses, as one imported target each. README.md says
# what each is for. Plain find_path and find_library: they work unchanged in a
# sysroot, where pkg-config does not.
find_package(Threads REQUIRED)
find_package(Boost 1.81 REQUIRED)

function(answerbox_import target header library)
  if(ANSWERBOX_STATIC)
    set(library lib${library}.a)
  endif()
  find_path(${target}_INCLUDE_DIR ${header} REQUIRED)
  find_library(${target}_LIBRARY ${library} REQUIRED)
  mark_as_advanced(${target}_INCLUDE_DIR ${target}_LIBRARY)
  add_library(dependency::${target} UNKNOWN IMPORTED GLOBAL)
  set_target_properties(dependency::${target} PROPERTIES
    IMPORTED_LOCATION ${${target}_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${${target}_INCLUDE_DIR})
endfunction()

answerbox_import(mbedtls mbedtls/ssl.h mbedtls)
answerbox_import(mbedx509 mbedtls/x509_crt.h mbedx509)
answerbox_import(mbedcrypto mbedtls/pk.h mbedcrypto)
# Static programs need them in this order.
target_link_libraries(dependency::mbedtls INTERFACE dependency::mbedx509)
target_link_libraries(dependency::mbedx509 INTERFACE dependency::mbedcrypto)
answerbox_import(nettle nettle/sha2.h nettle)
answerbox_import(stemmer libstemmer.h stemmer)
answerbox_import(utf8proc utf8proc.h utf8proc)
answerbox_import(cmark cmark.h cmark)
answerbox_import(gumbo gumbo.h gumbo)
answerbox_import(zlib zlib.h z)
answerbox_import(expat expat.h expat)

# Header-only.
find_path(tomlplusplus_INCLUDE_DIR toml++/toml.h REQUIRED)
find_path(cli11_INCLUDE_DIR CLI/CLI.hpp REQUIRED)
mark_as_advanced(tomlplusplus_INCLUDE_DIR cli11_INCLUDE_DIR)
add_library(dependency_tomlplusplus INTERFACE)
target_include_directories(dependency_tomlplusplus SYSTEM INTERFACE
  ${tomlplusplus_INCLUDE_DIR})
add_library(dependency_cli11 INTERFACE)
target_include_directories(dependency_cli11 SYSTEM INTERFACE
  ${cli11_INCLUDE_DIR})

# Asio and JSON compile once each, in cmake/boost_sources/, instead of in every file.
add_library(dependency_boost INTERFACE)
target_link_libraries(dependency_boost INTERFACE Boost::headers Threads::Threads)
target_compile_definitions(dependency_boost INTERFACE
  BOOST_ASIO_SEPARATE_COMPILATION BOOST_ASIO_NO_DEPRECATED
  BOOST_ASIO_DISABLE_BOOST_REGEX)
