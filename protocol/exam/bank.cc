#include "protocol/exam/bank.h"

#include <algorithm>
#include <boost/json/value.hpp>
#include <memory_resource>
#include <optional>
#include <unordered_map>
#include <utility>

#include "protocol/json/json_tree.h"
#include "protocol/json/json_writer.h"
#include "protocol/json/memory_budget.h"

namespace answerbox::protocol {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxNesting = 2;  // An object, with an array of keys.

bool IsSpace(char byte) {
  return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

bool HasControlCharacter(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char byte) {
    const auto value = static_cast<unsigned char>(byte);
    return value < 0x20 || value == 0x7F;
  });
}

// The end of the string whose opening quote is at `at`, past its closing one.
std::size_t EndOfString(std::string_view line, std::size_t at) {
  for (++at; at < line.size() && line[at] != '"'; ++at) {
    if (line[at] == '\\') ++at;
  }
  return std::min(at + 1, line.size());
}

// The column of the last member `name` of the object that `line` is, or of the
// object where it has no such member. Precondition: the line is JSON. A name
// that is written with escapes is not found.
std::size_t ColumnOf(std::string_view line, std::string_view name) {
  const std::size_t object = line.find('{');
  std::size_t column = object == std::string_view::npos ? 1 : object + 1;
  std::size_t depth = 0;
  for (std::size_t at = 0; at < line.size();) {
    if (line[at] == '"') {
      const std::size_t end = EndOfString(line, at);
      std::size_t next = end;
      while (next < line.size() && IsSpace(line[next])) ++next;
      const bool is_key = next < line.size() && line[next] == ':';
      const std::string_view content = line.substr(at + 1, end - at - 2);
      if (depth == 1 && is_key && content == name) column = at + 1;
      at = end;
      continue;
    }
    if (line[at] == '{' || line[at] == '[') ++depth;
    if (line[at] == '}' || line[at] == ']') --depth;
    ++at;
  }
  return column;
}

// Reads the members of one line. Keeps the first error, as Params does.
class LineReader {
 public:
  LineReader(std::string_view line, const json::object& object)
      : line_(line), object_(object) {}

  void CheckNames() {
    constexpr std::string_view kNames[] = {"id",   "topic",  "question", "key",
                                           "must", "weight", "source"};
    for (const auto& member : object_) {
      const std::string_view name = member.key();
      if (std::ranges::find(kNames, name) != std::end(kNames)) continue;
      // A control character would mix up the terminal that shows this.
      const std::string shown =
          HasControlCharacter(name)
              ? "A member with control characters"
              : "\"" + std::string(name.substr(0, 64)) + "\"";
      return Fail(name, shown +
                            " is no member of a question: write \"id\", "
                            "\"topic\", \"question\", \"key\", \"must\" or "
                            "\"weight\", or remove it.");
    }
  }

  // A string that must be there.
  std::string Text(std::string_view name, std::size_t max_bytes) {
    const json::value* const value = object_.if_contains(name);
    if (value == nullptr) {
      Fail(name, Named(name) + " is missing: add it, with a text.");
      return {};
    }
    const json::string* const text = value->if_string();
    if (text == nullptr) {
      Fail(name, Named(name) + " must be a text in quotes.");
      return {};
    }
    return Checked(name, *text, max_bytes);
  }

  std::vector<std::string> Keys() {
    std::vector<std::string> keys;
    const json::value* const value = object_.if_contains("key");
    if (value == nullptr) return keys;
    if (const json::string* const text = value->if_string()) {
      keys.push_back(Checked("key", *text, kMaxBankKeyBytes));
      return keys;
    }
    const json::array* const array = value->if_array();
    if (array == nullptr || array->empty() || array->size() > kMaxBankKeys) {
      Fail("key", "\"key\" must be a text, or an array of 1 to " +
                      std::to_string(kMaxBankKeys) + " texts.");
      return keys;
    }
    for (const json::value& key : *array) {
      const json::string* const text = key.if_string();
      if (text == nullptr) {
        Fail("key", "\"key\" must hold texts in quotes alone.");
        return keys;
      }
      keys.push_back(Checked("key", *text, kMaxBankKeyBytes));
    }
    return keys;
  }

  bool Must() {
    const json::value* const value = object_.if_contains("must");
    if (value == nullptr) return false;
    if (!value->is_bool()) Fail("must", "\"must\" must be true or false.");
    return value->is_bool() && value->get_bool();
  }

  double Weight() {
    const json::value* const value = object_.if_contains("weight");
    if (value == nullptr) return 1.0;
    const double weight = value->is_number() ? value->to_number<double>() : 0.0;
    if (!(weight > 0.0 && weight <= kMaxBankWeight)) {
      Fail("weight", "\"weight\" must be a number above 0, at most 1000000.");
      return 1.0;
    }
    return weight;
  }

  void Fail(std::string_view name, std::string message) {
    if (error_) return;
    error_ = BankError{0, ColumnOf(line_, name), std::move(message)};
  }
  [[nodiscard]] const std::optional<BankError>& error() const { return error_; }

 private:
  static std::string Named(std::string_view name) {
    return "\"" + std::string(name) + "\"";
  }

  std::string Checked(std::string_view name, const json::string& text,
                      std::size_t max_bytes) {
    const std::string_view view(text.data(), text.size());
    if (std::all_of(view.begin(), view.end(), IsSpace)) {
      Fail(name, Named(name) + " is empty: write a text.");
    } else if (view.size() > max_bytes) {
      Fail(name, Named(name) + " has " + std::to_string(view.size()) +
                     " bytes: shorten it to at most " +
                     std::to_string(max_bytes) + ".");
    } else if (HasControlCharacter(view)) {
      Fail(name, Named(name) +
                     " holds a control character, such as a line break: write "
                     "a space instead.");
    }
    return std::string(view);
  }

  std::string_view line_;
  const json::object& object_;
  std::optional<BankError> error_;
};

std::variant<BankQuestion, BankError> ReadLine(std::string_view line) {
  if (line.size() > kMaxBankLineBytes) {
    return BankError{0, kMaxBankLineBytes + 1,
                     "The line is longer than " +
                         std::to_string(kMaxBankLineBytes) +
                         " bytes: a question has a line of its own."};
  }
  // The reader's bounds keep the tree in proportion to the line.
  std::pmr::monotonic_buffer_resource heap;
  JsonMemory memory(heap);
  const auto value = ReadJson(line, kMaxNesting, memory, memory);
  if (!value) {
    const auto offset =
        static_cast<std::size_t>(value.error().offset.value_or(0));
    return BankError{0, std::min(offset, line.size()) + 1,
                     value.error().message +
                         " Each line is a question, such as {\"id\":\"q1\","
                         "\"topic\":\"doses\",\"question\":\"How much?\"}."};
  }
  const json::object* const object = value->if_object();
  if (object == nullptr) {
    const auto first = std::ranges::find_if_not(line, IsSpace);
    return BankError{
        0, static_cast<std::size_t>(first - line.begin()) + 1,
        "The line is no JSON object: write a question, such as {\"id\":\"q1\","
        "\"topic\":\"doses\",\"question\":\"How much?\"}."};
  }
  LineReader reader(line, *object);
  reader.CheckNames();
  BankQuestion question;
  question.id = reader.Text("id", kMaxBankNameBytes);
  question.topic = reader.Text("topic", kMaxBankNameBytes);
  question.question = reader.Text("question", kMaxBankQuestionBytes);
  question.keys = reader.Keys();
  question.must = reader.Must();
  question.weight = reader.Weight();
  if (reader.error()) return *reader.error();
  return question;
}

}  // namespace

std::string BankError::Describe() const {
  return "line " + std::to_string(line) + ", column " + std::to_string(column) +
         ": " + message;
}

std::variant<Bank, BankError> ReadBank(std::string_view text,
                                       const BankLimits& limits) {
  if (text.size() > limits.max_bytes) {
    return BankError{1, 1,
                     "The bank has " + std::to_string(text.size()) +
                         " bytes, and may have " +
                         std::to_string(limits.max_bytes) +
                         ": split it into several."};
  }
  Bank bank;
  std::unordered_map<std::string, std::size_t> lines;  // Of the ids.
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    ++number;
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    if (std::all_of(line.begin(), line.end(), IsSpace)) continue;
    if (bank.size() >= limits.max_questions) {
      return BankError{number, 1,
                       "The bank has more than " +
                           std::to_string(limits.max_questions) +
                           " questions: split it into several."};
    }
    auto read = ReadLine(line);
    if (auto* const error = std::get_if<BankError>(&read)) {
      error->line = number;
      return *std::move(error);
    }
    auto& question = std::get<BankQuestion>(read);
    const auto [first, is_new] = lines.emplace(question.id, number);
    if (!is_new) {
      return BankError{number, ColumnOf(line, "id"),
                       "The id \"" + question.id + "\" is that of line " +
                           std::to_string(first->second) +
                           " already: give each question its own."};
    }
    bank.push_back(std::move(question));
  }
  if (bank.empty()) {
    return BankError{std::max<std::size_t>(number, 1), 1,
                     "The bank has no question: write one on each line, such "
                     "as {\"id\":\"q1\",\"topic\":\"doses\",\"question\":\"How "
                     "much?\"}."};
  }
  return bank;
}

std::string WriteBankLine(const BankQuestion& question) {
  JsonWriter json;
  json.BeginObject().Key("id").String(question.id);
  json.Key("topic").String(question.topic);
  json.Key("question").String(question.question);
  if (question.keys.size() == 1) {
    json.Key("key").String(question.keys.front());
  } else if (!question.keys.empty()) {
    json.Key("key").BeginArray();
    for (const std::string& key : question.keys) json.String(key);
    json.EndArray();
  }
  if (question.must) json.Key("must").Bool(true);
  if (question.weight != 1.0) json.Key("weight").Real(question.weight);
  return json.EndObject().Take() + '\n';
}

std::string WriteBank(std::span<const BankQuestion> bank) {
  std::string text;
  for (const BankQuestion& question : bank) text += WriteBankLine(question);
  return text;
}

}  // namespace answerbox::protocol
