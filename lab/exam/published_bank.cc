#include "lab/exam/published_bank.h"

#include <array>
#include <cstddef>
#include <unordered_set>
#include <utility>

#include "client/input/file_contents.h"
#include "engine/text/utf8.h"
#include "lab/client.h"

namespace answerbox::lab {
namespace {

namespace column {
enum Column : std::size_t {
  kQuery,
  kFacet,
  kQueryText,
  kId,
  kQuestion,
  kCount
};
}

constexpr std::array<std::string_view, column::kCount> kColumns = {
    "query_id", "facet_id", "query_text", "question_id", "question"};

using Fields = std::array<std::string_view, column::kCount>;

std::string_view WithoutReturn(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// Splits a line at tabs. Returns the number of its fields; keeps the first
// ones.
std::size_t Split(std::string_view line, Fields& fields) {
  std::size_t count = 0;
  for (;;) {
    const std::size_t end = line.find('\t');
    if (count < fields.size()) fields[count] = line.substr(0, end);
    ++count;
    if (end == std::string_view::npos) return count;
    line.remove_prefix(end + 1);
  }
}

class PublishedReader {
 public:
  PublishedReader(const std::string& name, std::string_view contents)
      : name_(name), contents_(contents) {}

  Outcome<protocol::Bank> Read() {
    std::string_view rest = contents_;
    const std::string_view header =
        rest.empty() ? rest : WithoutReturn(TakeLine(rest));
    if (!IsPublishedBankHeader(header)) {
      return FaultAt(name_, contents_, 0,
                     "the first line should name the columns query_id, "
                     "facet_id, query_text, question_id and question, between "
                     "tabs");
    }
    while (!rest.empty()) {
      const std::string_view line = WithoutReturn(TakeLine(rest));
      if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
      const auto read = ReadLine(line);
      if (!read) return read.error();
    }
    if (bank_.empty()) return Rejected(name_ + " has no question");
    return std::move(bank_);
  }

 private:
  [[nodiscard]] Failure Fault(std::string_view at,
                              const std::string& what) const {
    return FaultAt(name_, contents_,
                   static_cast<std::size_t>(at.data() - contents_.data()),
                   what);
  }

  // A field that the bank keeps.
  [[nodiscard]] Outcome<std::string> Kept(const Fields& fields,
                                          column::Column which,
                                          std::size_t max_bytes) const {
    const std::string_view text = fields[which];
    const std::string title(kColumns[which]);
    if (text.find_first_not_of(' ') == std::string_view::npos) {
      return Fault(text, title + " is empty");
    }
    if (text.size() > max_bytes) {
      return Fault(text, title + " has " + std::to_string(text.size()) +
                             " bytes; at most " + std::to_string(max_bytes) +
                             " are allowed");
    }
    if (const auto valid = engine::ValidateUtf8(text); !valid) {
      return Fault(text.substr(static_cast<std::size_t>(valid.error().offset)),
                   title + " is not valid UTF-8");
    }
    for (const char& each : text) {
      const auto byte = static_cast<unsigned char>(each);
      if (byte < 0x20 || byte == 0x7F) {
        return Fault({&each, 1}, title + " holds a control character");
      }
    }
    return std::string(text);
  }

  Outcome<void> ReadLine(std::string_view line) {
    Fields fields;
    const std::size_t count = Split(line, fields);
    if (count != fields.size()) {
      return Fault(line, "the line has " + std::to_string(count) +
                             (count == 1 ? " column" : " columns") +
                             " between tabs; it should have 5");
    }
    if (bank_.size() >= protocol::kMaxBankQuestions) {
      return Fault(line, "the bank has more than " +
                             std::to_string(protocol::kMaxBankQuestions) +
                             " questions; split it");
    }
    auto topic = Kept(fields, column::kQuery, protocol::kMaxBankNameBytes);
    if (!topic) return topic.error();
    auto id = Kept(fields, column::kId, protocol::kMaxBankNameBytes);
    if (!id) return id.error();
    auto question =
        Kept(fields, column::kQuestion, protocol::kMaxBankQuestionBytes);
    if (!question) return question.error();
    if (!ids_.insert(fields[column::kId]).second) {
      return Fault(fields[column::kId],
                   "the question_id " + *id + " came before");
    }
    protocol::BankQuestion read;
    read.id = *std::move(id);
    read.topic = *std::move(topic);
    read.question = *std::move(question);
    bank_.push_back(std::move(read));
    return {};
  }

  const std::string& name_;
  std::string_view contents_;
  protocol::Bank bank_;
  std::unordered_set<std::string_view> ids_;
};

}  // namespace

bool IsPublishedBankHeader(std::string_view line) noexcept {
  line = WithoutReturn(line);
  Fields fields;
  return Split(line, fields) == fields.size() && fields == kColumns;
}

Outcome<protocol::Bank> ParsePublishedBank(const std::string& name,
                                           std::string_view contents) {
  return PublishedReader(name, contents).Read();
}

}  // namespace answerbox::lab
