#include "daemon/protocol/mqtt/requests/request_message.h"

#include <cstdint>
#include <utility>

namespace answerbox::daemon::mqtt {
namespace {

std::string_view Trimmed(std::string_view text) noexcept {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

}  // namespace

boost::system::result<std::shared_ptr<const Request>, RejectedLine>
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
