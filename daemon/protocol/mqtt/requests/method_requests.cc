#include "daemon/protocol/mqtt/requests/method_requests.h"

#include <atomic>
#include <boost/asio/post.hpp>
#include <chrono>
#include <memory_resource>
#include <optional>
#include <utility>

#include "daemon/protocol/json_rpc.h"
#include "daemon/protocol/mqtt/requests/request_topics.h"
#include "daemon/protocol/reply_lines.h"

namespace answerbox::daemon::mqtt {
namespace {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;

std::string_view Trimmed(std::string_view text) noexcept {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

// A question is an object of parameters or the question itself.
auto ReadMessage(const RequestTopic& topic, std::string_view payload,
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

// A payload has no line end.
std::string_view WithoutLineEnd(std::string_view line) noexcept {
  if (line.ends_with('\n')) line.remove_suffix(1);
  return line;
}

}  // namespace

struct MethodRequests::Asker {
  Session* session;  // Null when it is over.
  std::shared_ptr<const MethodTable> methods;
  std::size_t in_flight = 0;
  std::atomic<bool> is_gone{false};  // Asked from any thread.
};

struct MethodRequests::Destination {
  explicit Destination(std::pmr::memory_resource& memory)
      : topic(&memory), correlation_data(&memory) {}

  std::pmr::string topic;
  // Whether the client named it: then whoever subscribes gets the answer, else
  // the asker alone.
  bool is_response_topic = false;
  bool has_correlation_data = false;
  std::pmr::string correlation_data;
  QoS qos = QoS::kAtMostOnce;
};

MethodRequests::MethodRequests(asio::any_io_executor executor,
                               Dispatcher& dispatcher, MakeMethods make_methods,
                               const Authority& authority, BrokerMemory& memory,
                               const RequestBounds& bounds)
    : executor_(std::move(executor)),
      dispatcher_(dispatcher),
      make_methods_(std::move(make_methods)),
      authority_(authority),
      memory_(memory),
      bounds_(bounds) {}

MethodRequests::~MethodRequests() = default;

bool MethodRequests::Takes(std::string_view topic) const {
  return ReadRequestTopic(topic).has_value();
}

Requests::Taken MethodRequests::Take(Session& session, const Publish& message) {
  const RequestTopic topic = *ReadRequestTopic(message.topic);
  const auto destination = std::allocate_shared<Destination>(
      std::pmr::polymorphic_allocator<Destination>(&memory_.queues()),
      memory_.queues());
  destination->qos = message.qos;
  destination->topic = AnswerTopic(topic, session.client_id, memory_.queues());
  const auto response = message.properties.response_topic;
  // A topic of the asker's own answers says nothing new.
  if (response && *response != destination->topic) {
    // A request must not publish what its client may not.
    if (Takes(*response) ||
        !authority_.MayPublish(session.client(), *response)) {
      return {ReasonCode::kNotAuthorized};
    }
    destination->topic = *response;
    destination->is_response_topic = true;
  }
  if (const auto correlation = message.properties.correlation_data) {
    destination->has_correlation_data = true;
    destination->correlation_data = *correlation;
  }

  const std::shared_ptr<Asker> asker = FindOrMakeAsker(session);
  auto request = ReadMessage(
      topic, message.payload, bounds_.nesting,
      std::shared_ptr<MemoryBudget>(std::shared_ptr<void>(), &memory_.whole()));
  if (!request) {
    const Reply reply =
        MakeReply(asker, destination, request.error().id.value_or("null"));
    reply.Send(request.error().error);
    return {};
  }
  const Reply reply =
      MakeReply(asker, destination, (*request)->id().value_or("null"));
  if (asker->in_flight > bounds_.in_flight) {
    reply.Send(Error{ErrorKind::kBusy,
                     "As many requests are under way as one session may have; "
                     "wait for an answer."});
    return {};
  }
  const std::string_view method = (*request)->method();
  const boost::json::object& params = (*request)->params();
  const Turn turn = dispatcher_.Dispatch(
      asker->methods, {method, params, std::move(*request)}, reply,
      [this, asker] {
        asio::post(executor_, [this, asker] {
          if (asker->session != nullptr) {
            broker_->Resume(*asker->session, Clock::now());
          }
        });
      });
  return {ReasonCode::kSuccess, turn == Turn::kNext};
}

void MethodRequests::Forget(Session& asker) {
  const auto found = askers_.find(&asker);
  if (found == askers_.end()) return;
  found->second->session = nullptr;
  found->second->is_gone = true;
  askers_.erase(found);
}

std::shared_ptr<MethodRequests::Asker> MethodRequests::FindOrMakeAsker(
    Session& session) {
  const auto found = askers_.find(&session);
  if (found != askers_.end()) return found->second;
  auto made = std::make_shared<Asker>();
  made->session = &session;
  made->methods = MethodsOf(session.identity);
  askers_.emplace(&session, made);
  return made;
}

std::shared_ptr<const MethodTable> MethodRequests::MethodsOf(
    std::string_view identity) {
  const auto found = methods_.find(identity);
  if (found != methods_.end()) {
    if (auto methods = found->second.lock()) return methods;
  }
  auto made = std::make_shared<const MethodTable>(
      make_methods_(Identity::Named(identity).value()));
  std::erase_if(methods_,
                [](const auto& entry) { return entry.second.expired(); });
  methods_.insert_or_assign(std::string(identity), made);
  return made;
}

Reply MethodRequests::MakeReply(
    const std::shared_ptr<Asker>& asker,
    const std::shared_ptr<const Destination>& destination, std::string id) {
  Reply made(
      [this, asker, destination, id](const Result<std::string>& result) {
        asio::post(executor_,
                   [this, asker, destination, line = ReplyLine(id, result)] {
                     Send(*asker, *destination, WithoutLineEnd(line));
                     EndRequest(*asker);
                   });
      },
      [this, asker, id](const WorkDone& work) {
        asio::post(executor_, [this, asker, line = ProgressLine(id, work)] {
          if (asker->session == nullptr) return;
          Destination progress(memory_.queues());
          progress.topic =
              ProgressTopic(asker->session->client_id, memory_.queues());
          Send(*asker, progress, WithoutLineEnd(line));
        });
      },
      [asker] { return !asker->is_gone; });
  ++asker->in_flight;
  ++in_flight_;
  return made;
}

void MethodRequests::Send(const Asker& asker, const Destination& destination,
                          std::string_view line) {
  if (asker.session == nullptr) return;
  Publish answer;
  answer.qos = destination.qos;
  answer.topic = destination.topic;
  answer.payload = line;
  answer.properties.content_type = "application/json";
  answer.properties.payload_format = std::uint8_t{1};  // UTF-8.
  if (destination.has_correlation_data) {
    answer.properties.correlation_data = destination.correlation_data;
  }
  if (!destination.is_response_topic) {
    return broker_->Answer(*asker.session, answer, Clock::now());
  }
  // The right may have been lost since.
  const Authority::Client client = asker.session->client();
  if (!authority_.MayPublish(client, answer.topic)) return;
  static_cast<void>(broker_->PublishFor(client, answer, Clock::now()));
}

void MethodRequests::EndRequest(Asker& asker) {
  --asker.in_flight;
  --in_flight_;
  if (in_flight_ == 0 && when_idle_) std::exchange(when_idle_, nullptr)();
}

void MethodRequests::WhenIdle(std::function<void()> done) {
  if (in_flight_ == 0) return done();
  when_idle_ = std::move(done);
}

}  // namespace answerbox::daemon::mqtt
