#include "client/exam/make/bank_line.h"

#include <algorithm>
#include <boost/json/serialize.hpp>

namespace answerbox::client {

std::string ForBank(std::string text, std::size_t max_bytes) {
  std::ranges::replace_if(
      text,
      [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; },
      ' ');
  // Not within a character.
  while (text.size() > max_bytes) text.pop_back();
  while (!text.empty() && text.size() == max_bytes &&
         (static_cast<unsigned char>(text.back()) & 0x80) != 0) {
    text.pop_back();
  }
  return text;
}

std::string BankLineWith(const daemon::BankQuestion& question,
                         const boost::json::object& source) {
  std::string line = daemon::WriteBankLine(question);
  line.resize(line.rfind('}'));
  return line + ",\"source\":" + boost::json::serialize(source) + "}\n";
}

}  // namespace answerbox::client
