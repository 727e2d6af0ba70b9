// Banks: the questions that a collection must be able to answer. A bank is a
// text with a question on each line, as a JSON object (docs/exam-format.md):
//
//   {"id":"q1","topic":"doses","question":"How much may an adult take?",
//    "key":["4 g","four grams"],"must":true,"weight":2}
//
// A member "source" may say where a question came from. It may be anything, and
// is not read. Banks are written by people and programs: nothing of a text is
// taken unless all of it is right. This file is the format's only reader and
// writer; the daemon and the client use it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace answerbox::protocol {

inline constexpr std::size_t kMaxBankLineBytes = std::size_t{64} << 10;
inline constexpr std::size_t kMaxBankBytes = std::size_t{64} << 20;
inline constexpr std::size_t kMaxBankQuestions = 100'000;
inline constexpr std::size_t kMaxBankNameBytes = 256;  // Of an id or a topic.
// As much as a question to a collection may have (engine/ask/question.h).
inline constexpr std::size_t kMaxBankQuestionBytes = 4096;
inline constexpr std::size_t kMaxBankKeys = 16;  // Of a question.
inline constexpr std::size_t kMaxBankKeyBytes = 1024;
inline constexpr double kMaxBankWeight = 1e6;

// The bounds of a bank that guards a collection. They are tight because a
// change of documents waits for the exam, which takes some milliseconds a
// question (docs/limits.md).
inline constexpr std::size_t kMaxGuardQuestions = 500;
inline constexpr std::size_t kMaxGuardBankBytes = std::size_t{384} << 10;

struct BankQuestion {
  std::string id;     // Of this question alone.
  std::string topic;  // Of this and perhaps other questions.
  std::string question;
  std::vector<std::string> keys = {};  // Each is a right answer; may be empty.
  bool must = false;                   // A collection must answer it.
  double weight = 1.0;                 // In (0, kMaxBankWeight].

  [[nodiscard]] bool operator==(const BankQuestion&) const = default;
};

struct BankLimits {
  std::size_t max_bytes = kMaxBankBytes;
  std::size_t max_questions = kMaxBankQuestions;
};

// What is wrong with a text, and what to do about it.
struct BankError {
  std::size_t line = 0;    // From 1.
  std::size_t column = 0;  // In bytes, from 1.
  std::string message;

  // "line 3, column 8: ..."
  [[nodiscard]] std::string Describe() const;
};

using Bank = std::vector<BankQuestion>;  // In the order of the text.

// Empty lines are skipped. A bank has a question at least. An id, a topic and a
// question are not empty, and have no control characters; an id occurs once.
// Besides the result, takes memory in proportion to one line.
[[nodiscard]] std::variant<Bank, BankError> ReadBank(
    std::string_view text, const BankLimits& limits = {});

// The question as a line, with its line feed. ReadBank reads it back equal.
[[nodiscard]] std::string WriteBankLine(const BankQuestion& question);
[[nodiscard]] std::string WriteBank(std::span<const BankQuestion> bank);

}  // namespace answerbox::protocol
