// Typed access to a request's parameters. The first error is kept. Later reads
// give their fallbacks, so that a decoder reads from top to bottom and checks
// for an error once, at its end:
//
//   Params params(object, {"name", "limit"});
//   const std::string_view name = params.Text("name");
//   const std::uint64_t limit = params.IntegerOr("limit", 1000, 1, 1000);
//   if (params.error()) return *params.error();
//
// Views point into the object.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/error.h"

namespace answerbox::protocol {

class Params {
 public:
  // Parameters that are not in `known` are an error.
  Params(const boost::json::object& object,
         std::initializer_list<std::string_view> known);

  // These parameters are required.
  [[nodiscard]] std::string_view Text(std::string_view name);
  [[nodiscard]] std::uint64_t Integer(std::string_view name, std::uint64_t min,
                                      std::uint64_t max);
  [[nodiscard]] double Real(std::string_view name, double min, double max);

  // These may be missing. null counts as missing.
  [[nodiscard]] std::string_view TextOr(std::string_view name,
                                        std::string_view fallback);
  [[nodiscard]] std::uint64_t IntegerOr(std::string_view name,
                                        std::uint64_t fallback,
                                        std::uint64_t min, std::uint64_t max);
  [[nodiscard]] double RealOr(std::string_view name, double fallback,
                              double min, double max);
  [[nodiscard]] bool BoolOr(std::string_view name, bool fallback);
  // Null when missing.
  [[nodiscard]] const boost::json::array* Array(std::string_view name);
  [[nodiscard]] bool Has(std::string_view name) const;

  // Records `message` about the parameter, unless there is an error already.
  void Fail(std::string_view name, std::string message);

  [[nodiscard]] const std::optional<Error>& error() const noexcept {
    return error_;
  }

 private:
  // Null when the parameter is missing or null.
  [[nodiscard]] const boost::json::value* Find(std::string_view name) const;
  [[nodiscard]] bool Require(std::string_view name);

  const boost::json::object& object_;
  std::optional<Error> error_;
};

}  // namespace answerbox::protocol
