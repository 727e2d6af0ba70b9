// An error of the operating system, with the operation and the file.
#pragma once

#include <boost/system/error_code.hpp>
#include <boost/system/result.hpp>
#include <stdexcept>
#include <string>

namespace answerbox::platform {

struct Error {
  boost::system::error_code code;  // Mostly errno in system_category.
  std::string operation;           // "open", "write", "rename", ...
  std::string path;

  // "write /var/lib/answerbox/x: No space left on device".
  [[nodiscard]] std::string Describe() const {
    return operation + " " + path + ": " + code.message();
  }
};

template <typename T>
using Result = boost::system::result<T, Error>;

[[noreturn]] inline void throw_exception_from_error(
    const Error& error, const boost::source_location&) {
  throw std::logic_error(error.Describe());
}

}  // namespace answerbox::platform
