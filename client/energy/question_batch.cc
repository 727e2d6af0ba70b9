#include <boost/json/object.hpp>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <system_error>

#include "client/energy/energy.h"
#include "client/rpc/message.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

// Most questions are 20 to 200 bytes long, and their cost depends on their
// length.
constexpr std::size_t kMinSentenceBytes = 20;
constexpr std::size_t kMaxSentenceBytes = 200;
constexpr std::uint64_t kDocuments = 20;
constexpr std::uint64_t kTextBytes = 65'536;
constexpr std::size_t kMaxLineBytes = 4'096;

}  // namespace

void TakeSentences(std::string_view text, std::vector<std::string>& batch) {
  while (!text.empty() && batch.size() < kMaxBatch) {
    const std::size_t end = text.find_first_of(".!?\n");
    const std::string_view sentence = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (sentence.size() >= kMinSentenceBytes &&
        sentence.size() <= kMaxSentenceBytes) {
      batch.emplace_back(sentence);
    }
  }
}

Outcome<std::vector<std::string>> ReadBatch(const std::string& path) {
  std::ifstream file(path);
  if (!file) {
    return Failure{
        ExitCode::kRejected, "unreadable",
        "can't read " + path + ": " + std::generic_category().message(errno)};
  }
  std::vector<std::string> batch;
  std::string line;
  while (batch.size() < kMaxBatch && std::getline(file, line)) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    if (line.size() > kMaxLineBytes) line.resize(kMaxLineBytes);
    batch.push_back(line);
  }
  if (batch.empty()) {
    return Rejected(path + " holds no questions, one on a line");
  }
  return batch;
}

// Questions in the words of the documents find something, as those of users do.
// Random words would be refused early and cost less energy.
Outcome<std::vector<std::string>> MakeBatch(Connection& connection,
                                            const std::string& collection) {
  const auto listed = connection.Call(
      "documents.list",
      json::object{{"collection", collection}, {"limit", kDocuments}});
  if (!listed) return listed.error();
  std::vector<std::string> batch;
  for (const json::value& document : ArrayAt(AsObject(*listed), "documents")) {
    const auto text = connection.Call(
        "documents.text",
        json::object{{"collection", collection},
                     {"name", TextAt(AsObject(document), "name")},
                     {"end", kTextBytes}});
    if (!text) return text.error();
    TakeSentences(TextAt(AsObject(*text), "text"), batch);
  }
  if (batch.empty()) {
    return Rejected("collection \"" + collection +
                    "\" has no sentences to ask about: add documents, or "
                    "name a file with --questions");
  }
  return batch;
}

}  // namespace answerbox::client
