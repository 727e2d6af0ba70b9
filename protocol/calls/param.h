// Descriptions of the parameters of calls: what the daemon reads, what the
// command line offers, and what docs/socket-protocol.md says. Ranges and
// defaults stand here and nowhere else. Params (protocol/json/params.h) reads
// by them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace answerbox::protocol {

// The option of the command line that gives a parameter.
struct Option {
  // As CLI11 takes it, such as "-c,--collection"; a name without dashes is a
  // positional. Empty: the command line does not give it, or in its own way.
  std::string_view name = {};
  std::string_view metavar = {};  // "N"; empty for flags.
  // Its help. {range} stands for "0 to 20", {names} for the names of a choice,
  // {default} for " (default 3)".
  std::string_view help = {};
  // Options that it can't be given with, with blanks between them. It is enough
  // that one of two options names the other.
  std::string_view excludes = {};
};

// Members that all descriptions have:
//   name          in the request
//   is_required   a request without it is refused
//   fallback      its value in a request without it, where that is constant
//   default_text  what its default means, such as "all", or where it is no
//                 constant, what it is: "the collection's"
struct TextParam {
  std::string_view name;
  bool is_required = false;
  std::string_view fallback = {};
  std::string_view default_text = {};
  std::size_t most_bytes = 0;  // 0: no bound of its own.
  Option option = {};
};

// An array of texts.
struct TextsParam {
  std::string_view name;
  bool is_required = false;
  std::string_view default_text = {};
  std::size_t most = 0;               // 0: no bound of its own.
  std::size_t most_bytes = 0;         // Of each; 0: no bound of its own.
  std::size_t most_bytes_in_all = 0;  // 0: no bound of its own.
  Option option = {};
};

struct IntegerParam {
  std::string_view name;
  bool is_required = false;
  std::uint64_t least = 0;
  std::uint64_t most = 0;
  std::optional<std::uint64_t> fallback = {};
  std::string_view default_text = {};
  // A word that may stand in place of the number, and means what a request
  // without the parameter does. Empty: none.
  std::string_view word = {};
  Option option = {};
};

struct RealParam {
  std::string_view name;
  bool is_required = false;
  double least = 0.0;
  double most = 1.0;
  std::optional<double> fallback = {};
  std::string_view default_text = {};
  Option option = {};
};

// true or false. Its option gives what is not the default.
struct FlagParam {
  std::string_view name;
  bool fallback = false;
  Option option = {};
};

// One of a few words. In a request, the first one is the default unless
// default_text says another one.
struct ChoiceParam {
  std::string_view name;
  std::span<const std::string_view> names;
  std::string_view default_text = {};
  bool is_required = false;
  // The error repeats the word that is none of them.
  bool is_repeated = false;
  Option option = {};
  // The last name has a flag of its own, and is no word of `option`.
  Option last = {};
};

// What the method reads in a way of its own: objects, and arrays of them.
struct ObjectParam {
  std::string_view name;
  bool is_required = false;
  Option option = {};
};

// Never null.
using Param =
    std::variant<const TextParam*, const TextsParam*, const IntegerParam*,
                 const RealParam*, const FlagParam*, const ChoiceParam*,
                 const ObjectParam*>;

[[nodiscard]] constexpr std::string_view NameOf(const Param& param) noexcept {
  return std::visit([](const auto* one) { return one->name; }, param);
}
[[nodiscard]] bool IsRequired(const Param& param) noexcept;

// "0 to 20", or "" where there is no range.
//   separator  between groups of three digits; empty: none
[[nodiscard]] std::string RangeText(const Param& param,
                                    std::string_view separator = {});
// "default 3", "default 0: all", "default: the collection's", or "" where there
// is none, or where it goes without saying: flags, and options of a choice.
[[nodiscard]] std::string DefaultText(const Param& param,
                                      std::string_view separator = {});
// The option's help with its parts filled in.
[[nodiscard]] std::string HelpText(const Param& param, const Option& option);

}  // namespace answerbox::protocol
