#include "client/exam/make/bank_line.h"

#include <algorithm>
#include <boost/json/serialize.hpp>

#include "engine/text/utf8.h"

namespace answerbox::client {

std::string ForBank(std::string text, std::size_t max_bytes) {
  std::ranges::replace_if(
      text,
      [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; },
      ' ');
  text.resize(engine::FloorToCharacter(text, max_bytes));
  return text;
}

std::string BankLineWith(const protocol::BankQuestion& question,
                         const boost::json::object& source) {
  std::string line = protocol::WriteBankLine(question);
  line.resize(line.rfind('}'));
  return line + ",\"source\":" + boost::json::serialize(source) + "}\n";
}

}  // namespace answerbox::client
