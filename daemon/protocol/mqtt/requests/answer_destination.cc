#include "daemon/protocol/mqtt/requests/answer_destination.h"

#include <new>

#include "daemon/protocol/json_rpc.h"
#include "daemon/protocol/mqtt/requests/request_topics.h"

namespace answerbox::daemon::mqtt {
namespace {

// What a request takes besides its topics and its JSON: itself, its reply, and
// places in the queues of threads.
constexpr std::size_t kRequestBytes = sizeof(Request) + 1024;

}  // namespace

AnswerDestination::AnswerDestination(BrokerMemory& memory)
    : bytes(memory.whole(), kRequestBytes),
      topic(&memory.queues()),
      correlation_data(&memory.queues()) {
  if (!bytes.is_taken()) throw std::bad_alloc();
}

std::shared_ptr<const AnswerDestination> FindDestination(
    const Session& session, const Publish& message, std::uint32_t number,
    const Authority& authority, BrokerMemory& memory) {
  const RequestTopic request = *ReadRequestTopic(message.topic);
  const auto destination = std::allocate_shared<AnswerDestination>(
      std::pmr::polymorphic_allocator<AnswerDestination>(&memory.queues()),
      memory);
  destination->qos = message.qos;
  destination->number = number;
  destination->topic = AnswerTopic(request, session.client_id, memory.queues());
  const auto response = message.properties.response_topic;
  // A topic of the asker's own answers says nothing new.
  if (response && *response != destination->topic) {
    // A request must not publish what its client may not.
    if (ReadRequestTopic(*response) ||
        !authority.MayPublish(session.client(), *response)) {
      return nullptr;
    }
    destination->topic = *response;
    destination->is_response_topic = true;
  }
  if (const auto correlation = message.properties.correlation_data) {
    destination->has_correlation_data = true;
    destination->correlation_data = *correlation;
  }
  return destination;
}

}  // namespace answerbox::daemon::mqtt
