#include "daemon/protocol/mqtt/requests/request_messages.h"

#include <cstdint>
#include <utility>

namespace answerbox::daemon::mqtt {
namespace {

constexpr std::string_view kPrefix = "answerbox/";
constexpr std::string_view kAsk = "/ask";
constexpr std::string_view kRpc = "rpc";

std::string_view Trimmed(std::string_view text) noexcept {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

}  // namespace

// A collection is one level: a name with a '/' could look like another topic.
std::optional<RequestTopic> ReadRequestTopic(std::string_view topic) noexcept {
  if (!topic.starts_with(kPrefix)) return std::nullopt;
  topic.remove_prefix(kPrefix.size());
  if (topic == kRpc) return RequestTopic{};
  if (!topic.ends_with(kAsk)) return std::nullopt;
  topic.remove_suffix(kAsk.size());
  if (topic.empty() || topic.find('/') != std::string_view::npos) {
    return std::nullopt;
  }
  return RequestTopic{topic};
}

// Ends with the client id: nobody else may receive it, so that it needs no
// entry in a list of rights.
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

boost::system::result<std::shared_ptr<const Request>, RejectedLine>
// A payload that begins with '{' is parameters: no question does. Anything else
// is the question itself, so that a person can ask by mosquitto_pub.
ReadRequestMessage(const RequestTopic& topic, std::string_view payload,
                   std::size_t nesting, std::shared_ptr<MemoryBudget> budget) {
  const std::string_view text = Trimmed(payload);
  if (topic.collection.empty()) {
    return ReadRequest(text, nesting, std::move(budget));
  }
  const KnownCall ask{
      .method = "ask", .parameter = "collection", .value = topic.collection};
  return text.starts_with('{')
             ? ReadParameters(ask, text, nesting, std::move(budget))
             : MakeRequest(ask, "question", text, std::move(budget));
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
