#include "daemon/protocol/mqtt/requests/request_topics.h"

namespace answerbox::daemon::mqtt {
namespace {

constexpr std::string_view kPrefix = "answerbox/";
constexpr std::string_view kAsk = "/ask";
constexpr std::string_view kRpc = "rpc";

}  // namespace

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

}  // namespace answerbox::daemon::mqtt
