#include "client/evaluate/key_pattern.h"

#include <boost/regex.hpp>
#include <stdexcept>

#include "client/evaluate/plain_text.h"

namespace answerbox::client {
namespace {

constexpr auto kSyntax =
    boost::regex_constants::perl | boost::regex_constants::icase;

}  // namespace

std::optional<std::string> KeyFault(const std::string& key) {
  try {
    const boost::regex expression(key, kSyntax);
    return std::nullopt;
  } catch (const boost::regex_error& error) {
    return error.what();
  }
}

bool HasKey(std::string_view text, const std::string& key) {
  try {
    const boost::regex expression(key, kSyntax);
    if (boost::regex_search(PlainText(text), expression)) return true;
  } catch (const std::runtime_error&) {
    // Boost.Regex stops where matching would take very many steps.
  }
  // "\\d+" is no "d".
  if (key.find('\\') != std::string::npos) return false;
  const std::string tight = TightText(key);
  return !tight.empty() && TightText(text).find(tight) != std::string::npos;
}

}  // namespace answerbox::client
