// Reads a request's parameters by their descriptions. The first error is kept.
// Later reads give their fallbacks, so that a decoder reads from top to bottom
// and checks for an error once, at its end:
//
//   Params params(object, calls::kSearch);
//   const std::string_view words = params.Text(calls::search::kWords);
//   const std::uint64_t from = params.Integer(calls::search::kFrom);
//   if (params.error()) return *params.error();
//
// A parameter that is null counts as missing. Views point into the object.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "protocol/calls/call.h"
#include "protocol/error.h"

namespace answerbox::protocol {

class Params {
 public:
  // Parameters that the call does not have are an error.
  Params(const boost::json::object& object, const calls::Call& call);
  // The same for an object within the parameters.
  Params(const boost::json::object& object,
         std::initializer_list<std::string_view> known);

  // Each of these fails where a required parameter is missing, and else gives
  // the fallback of one that is, or `fallback` where that is no constant.
  [[nodiscard]] std::string_view Text(const TextParam& param);
  template <typename Number = std::uint64_t>
  [[nodiscard]] Number Integer(const IntegerParam& param) {
    return Integer<Number>(param, param.fallback.value_or(param.least));
  }
  template <typename Number = std::uint64_t>
  [[nodiscard]] Number Integer(const IntegerParam& param,
                               std::uint64_t fallback) {
    return static_cast<Number>(ReadInteger(param, fallback));
  }
  // Nothing where the parameter is missing, or is its word.
  template <typename Number = std::uint64_t>
  [[nodiscard]] std::optional<Number> IntegerOrWord(const IntegerParam& param) {
    if (!Has(param) || IsWord(param)) return std::nullopt;
    return Integer<Number>(param);
  }
  [[nodiscard]] double Real(const RealParam& param);
  [[nodiscard]] bool Flag(const FlagParam& param);
  // The place of the chosen name among the names.
  [[nodiscard]] std::size_t Choice(const ChoiceParam& param,
                                   std::size_t fallback = 0);
  // Null when missing.
  [[nodiscard]] const boost::json::array* Array(std::string_view name);
  [[nodiscard]] const boost::json::object* Object(std::string_view name);

  [[nodiscard]] bool Has(std::string_view name) const;
  template <typename Description>
  requires requires(const Description& param) { param.name; }
  [[nodiscard]] bool Has(const Description& param) const {
    return Has(param.name);
  }

  // Records `message` about the parameter, unless there is an error already.
  void Fail(std::string_view name, std::string message);
  template <typename Description>
  requires requires(const Description& param) { param.name; }
  void Fail(const Description& param, std::string message) {
    Fail(param.name, std::move(message));
  }

  [[nodiscard]] const std::optional<Error>& error() const noexcept {
    return error_;
  }

 private:
  // Null when the parameter is missing or null.
  [[nodiscard]] const boost::json::value* Find(std::string_view name) const;
  // The same; fails if it is required and null.
  template <typename Description>
  [[nodiscard]] const boost::json::value* FindOf(const Description& param);
  [[nodiscard]] bool IsWord(const IntegerParam& param) const;
  [[nodiscard]] std::uint64_t ReadInteger(const IntegerParam& param,
                                          std::uint64_t fallback);

  const boost::json::object& object_;
  std::optional<Error> error_;
};

}  // namespace answerbox::protocol
