#include "daemon/protocol/mqtt/requests/request_messages.h"

#include <cstdint>
#include <utility>

#include "protocol/calls/question.h"

namespace answerbox::daemon::mqtt {

namespace calls = protocol::calls;

namespace {

constexpr std::string_view kPrefix = "answerbox/";
constexpr std::string_view kRpc = "rpc";

// Programs end a text with a NUL, or begin it with a byte order mark, that
// nobody meant to ask.
std::string_view Trimmed(std::string_view text) noexcept {
  using std::string_view_literals::operator""sv;
  constexpr std::string_view kBlanks = " \t\r\n\0"sv;
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) {
    text.remove_prefix(kByteOrderMark.size());
  }
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

}  // namespace

// A collection is one level: a name with '/' could look like another topic.
std::optional<RequestTopic> ReadRequestTopic(std::string_view topic) noexcept {
  if (!topic.starts_with(kPrefix)) return std::nullopt;
  topic.remove_prefix(kPrefix.size());
  if (topic == kRpc) return RequestTopic{};
  const std::size_t slash = topic.find('/');
  if (slash == 0 || slash == std::string_view::npos) return std::nullopt;
  const std::string_view name = topic.substr(slash + 1);
  for (const calls::Call* const call : calls::AllCalls()) {
    if (call->has_topic && call->name == name) {
      return RequestTopic{topic.substr(0, slash), call};
    }
  }
  return std::nullopt;
}

// The topic ends with the client id, and only that client may receive it, so it
// needs no entry in a list of rights.
std::pmr::string AnswerTopic(const RequestTopic& request,
                             std::string_view client_id,
                             std::pmr::memory_resource& memory) {
  std::pmr::string topic(kPrefix, &memory);
  topic += request.collection.empty() ? kRpc : request.collection;
  topic += "/answer/";
  topic += client_id;
  return topic;
}

std::pmr::string ProgressTopic(std::string_view client_id,
                               std::pmr::memory_resource& memory) {
  std::pmr::string topic(kPrefix, &memory);
  topic += "progress/";
  topic += client_id;
  return topic;
}

// A payload that begins with '{' holds parameters, as no question begins so.
// Anything else is the question itself, so that a person can ask with
// mosquitto_pub.
ReadResult ReadRequestMessage(const RequestTopic& topic,
                              std::string_view payload, std::size_t nesting,
                              std::shared_ptr<MemoryBudget> budget) {
  const std::string_view text = Trimmed(payload);
  if (topic.call == nullptr) {
    return ReadRequest(text, nesting, std::move(budget));
  }
  const KnownCall known{.method = topic.call->name,
                        .parameter = calls::kCollection.name,
                        .value = topic.collection};
  return text.starts_with('{')
             ? ReadParameters(known, text, nesting, std::move(budget))
             : MakeRequest(known, calls::kQuestion.name, text,
                           std::move(budget));
}

Publish MakeReplyMessage(std::string_view topic,
                         std::string_view line) noexcept {
  if (line.ends_with('\n')) line.remove_suffix(1);
  Publish message;
  message.topic = topic;
  message.payload = line;
  message.properties.content_type = "application/json";
  message.properties.payload_format = std::uint8_t{1};  // UTF-8.
  return message;
}

}  // namespace answerbox::daemon::mqtt
