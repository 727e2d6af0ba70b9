// Feeds two lines, with any bytes, to the reader of the C library, both with
// one handle. It accepts what Boost.JSON accepts, reads the same texts and
// numbers, and stays within its buffers. No result is of the line before.

// The reader has no other door.
#include <algorithm>
#include <boost/json/error.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "clients/c/answerbox.c"

namespace {

void Check(bool condition) {
  if (!condition) std::abort();
}

// A number of the line as Boost reads it, to 15 digits.
void CheckNumber(double number, const boost::json::value& expected) {
  const double other = expected.to_number<double>();
  Check(std::abs(number - other) <= 1e-15 * 64 * std::abs(other) ||
        std::abs(other) < 1e-290);
}

void CheckAnswer(const answerbox_passage& answer,
                 const boost::json::value& expected) {
  Check(expected.at("text").as_string() == answer.text);
  Check(expected.at("document").as_string() == answer.document);
  CheckNumber(answer.score, expected.at("confidence"));
}

void CheckReply(answerbox* box, const boost::json::value& line) {
  answerbox_reply reply{};
  if (ReadReply(box, &reply) != ANSWERBOX_OK) return;
  const boost::json::object& result = line.at("result").as_object();
  Check(result.at("answered").as_bool() == (reply.answered != 0));
  CheckNumber(reply.confidence, result.at("confidence"));
  if (reply.answered == 0) {
    Check(reply.reason != nullptr && reply.message != nullptr);
    return;
  }
  const boost::json::value* several = result.if_contains("answers");
  CheckAnswer(reply.answers[0], several != nullptr && several->is_array()
                                    ? several->as_array().at(0)
                                    : result.at("answer"));
}

void CheckOthers(answerbox* box) {
  answerbox_passages passages{};
  answerbox_added added{};
  answerbox_status status{};
  if (ReadPassages(box, &passages) == ANSWERBOX_OK && passages.count > 0) {
    Check(passages.passages[0].text != nullptr);
  }
  box->strings.length = 0;
  box->missing = nullptr;
  if (ReadAdded(box, &added) == ANSWERBOX_OK) Check(added.bytes >= 0);
  box->strings.length = 0;
  box->missing = nullptr;
  if (ReadStatus(box, &status) == ANSWERBOX_OK) Check(status.documents >= 0);
}

void CheckRead(answerbox* box, Json text, const boost::json::value& line) {
  int is_reply = 0;
  box->missing = nullptr;
  const int code = ReadLine(box, text, &is_reply);
  Check(code != ANSWERBOX_NO_MEMORY && code != ANSWERBOX_TIMEOUT);
  if (code != ANSWERBOX_OK || is_reply == 0) return;
  Check(text.at <= box->result.at && box->result.at < box->result.end &&
        box->result.end <= text.end);
  CheckReply(box, line);
  box->strings.length = 0;
  box->missing = nullptr;
  CheckOthers(box);
  Check(box->strings.length <= box->strings.capacity);
}

void CheckLine(answerbox* box, std::string_view bytes) {
  const Json text = {bytes.data(), bytes.data() + bytes.size()};
  boost::system::error_code failure;
  const boost::json::value line = boost::json::parse(bytes, failure);
  // Boost refuses exponents that JSON allows.
  if (failure == boost::json::error::exponent_overflow) return;
  Check((IsJson(text) != 0) == !failure);
  if (!failure) CheckRead(box, text, line);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t end = std::min(bytes.find('\n'), bytes.size());
  answerbox* const box = answerbox_open("", 1);
  box->id = 1;
  box->deadline = INT64_MAX;
  CheckLine(box, bytes.substr(0, end));
  if (end < bytes.size()) CheckLine(box, bytes.substr(end + 1));
  answerbox_close(box);
  return 0;
}
