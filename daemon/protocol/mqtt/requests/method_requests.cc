#include "daemon/protocol/mqtt/requests/method_requests.h"

#include <algorithm>
#include <atomic>
#include <boost/asio/post.hpp>
#include <new>
#include <utility>
#include <vector>

#include "daemon/dispatch/fault_log.h"
#include "daemon/protocol/mqtt/requests/request_messages.h"
#include "protocol/calls/call.h"

namespace answerbox::daemon::mqtt {
namespace {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;

// The most memory of a table of methods.
constexpr std::size_t kMethodTableBytes = 8192;

// Returns what the call's answer quotes; nothing: no document. The collection
// points into `call`.
std::optional<Quotes> QuotesOf(const Call& call) {
  const auto all = calls::AllCalls();
  const auto found = std::ranges::find(all, call.method(), &calls::Call::name);
  if (found == all.end() || !(*found)->right) return std::nullopt;
  const RequiredRight& required = *(*found)->right;
  using Where = RequiredRight::Where;
  const bool is_managing = required.right == Right::kManage &&
                           required.where == Where::kOneCollection &&
                           (call.method().starts_with("exam.") ||
                            call.method().starts_with("feedback."));
  if (required.right != Right::kAsk && required.right != Right::kRead &&
      !is_managing) {
    return std::nullopt;
  }
  if (required.where != Where::kOneCollection)
    return Quotes{required.right, {}};
  const std::string_view collection = CollectionOf(required, call.params());
  // Without a collection the caller brings the text.
  if (collection.empty()) return std::nullopt;
  return Quotes{required.right, collection};
}

// The memory of a request besides its topics and its JSON: the object, its
// reply, and places in the queues of threads.
constexpr std::size_t kRequestBytes = sizeof(Request) + 1024;

}  // namespace

// Where the answer to a request goes. Lives as long as its request. The budget
// of all clients pays for both.
struct MethodRequests::AnswerDestination {
  // Throws std::bad_alloc.
  explicit AnswerDestination(BrokerMemory& memory)
      : bytes(memory.whole(), kRequestBytes),
        topic(&memory.queues()),
        correlation_data(&memory.queues()),
        quoted(&memory.queues()) {
    if (!bytes.is_taken()) throw std::bad_alloc();
  }

  const TakenBytes bytes;
  std::pmr::string topic;
  // Whether the client named the topic. Then all its subscribers get the
  // answer; otherwise only the asker does.
  bool is_response_topic = false;
  bool has_correlation_data = false;
  std::pmr::string correlation_data;
  QoS qos = QoS::kAtMostOnce;
  std::uint32_t number = 0;  // Of the request.
  std::uint64_t begun = 0;   // Which one it is of all.
  std::atomic<bool> is_answered{false};
  // Message::quoting.
  std::optional<Right> quoting;
  std::pmr::string quoted;
};

struct MethodRequests::Asker {
  Session* session = nullptr;  // Null when the session is over.
  std::shared_ptr<const MethodTable> methods;
  std::size_t in_flight = 0;
  // Requests on the blocking lane that have not returned, including those of
  // earlier connections. The client's next packet waits for all of them.
  std::size_t blocking = 0;
  bool is_held = false;  // The client's next packet waits for ReadOn.
  std::atomic<bool> is_gone{false};  // Read on any thread.
};

// Other code allocates a table of methods, and knows no budget. So its size is
// taken from the budget separately.
struct MethodRequests::CountedTable {
  CountedTable(BrokerMemory& memory, MethodTable its_methods)
      : bytes(memory.whole(), kMethodTableBytes),
        methods(std::move(its_methods)) {
    if (!bytes.is_taken()) throw std::bad_alloc();
  }

  const TakenBytes bytes;
  const MethodTable methods;
};

MethodRequests::MethodRequests(asio::any_io_executor executor,
                               Dispatcher& dispatcher, MakeMethods make_methods,
                               const Authority& authority, BrokerMemory& memory,
                               const RequestBounds& bounds,
                               std::chrono::seconds answer_expiry)
    : executor_(std::move(executor)),
      dispatcher_(dispatcher),
      make_methods_(std::move(make_methods)),
      authority_(authority),
      memory_(memory),
      budget_(std::shared_ptr<void>(), &memory.whole()),
      answer_expiry_(answer_expiry),
      bounds_(bounds),
      askers_(&memory.queues()) {}

MethodRequests::~MethodRequests() = default;

std::optional<RequestTopic> MethodRequests::ReadTopic(
    std::string_view topic) const {
  return ReadRequestTopic(topic);
}

std::shared_ptr<MethodRequests::AnswerDestination>
MethodRequests::FindDestination(const Session& session,
                                const RequestTopic& topic,
                                const Publish& message, std::uint32_t number) {
  const auto destination = std::allocate_shared<AnswerDestination>(
      std::pmr::polymorphic_allocator<AnswerDestination>(&memory_.queues()),
      memory_);
  destination->qos = message.qos;
  destination->number = number;
  destination->begun = ++begun_;
  destination->topic = AnswerTopic(topic, session.client_id, memory_.queues());
  const auto response = message.properties.response_topic;
  // Naming the topic of the asker's own answers changes nothing.
  if (response && *response != destination->topic) {
    // A request must not publish what its client may not. And an answer that is
    // a request itself would never end.
    if (ReadRequestTopic(*response) ||
        !authority_.MayPublish(session.client(), *response)) {
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

// Faults in the request itself are reported in an answer, which has its id.
// PUBACK only says that the request was accepted. After a storing request, the
// next packet is not read before it has returned, so that documents are stored
// in the order in which they were sent.
Requests::Taken MethodRequests::Take(Session& session,
                                     const RequestTopic& topic,
                                     const Publish& message,
                                     std::uint32_t number) {
  const auto destination = FindDestination(session, topic, message, number);
  if (!destination) return {ReasonCode::kNotAuthorized};
  const std::shared_ptr<Asker> asker = FindOrMakeAsker(session);
  auto request =
      ReadRequestMessage(topic, message.payload, bounds_.nesting, budget_);
  if (const auto quotes = request ? QuotesOf(**request) : std::nullopt) {
    destination->quoting = quotes->right;
    destination->quoted = quotes->collection;
  }
  const Reply reply = MakeReply(
      asker, destination, request ? (*request)->id() : request.error().id);
  if (!request) {
    reply.Send(request.error().error);
    return Hold(*asker);
  }
  if (asker->in_flight > bounds_.in_flight) {
    reply.Send(Error{ErrorKind::kBusy,
                     "As many requests are under way as one session may have; "
                     "wait for an answer."});
    return Hold(*asker);
  }
  try {
    const Turn turn = dispatcher_.Dispatch(
        asker->methods, std::move(*request), reply,
        [this, asker] {
          asio::post(executor_, [this, asker] { EndBlocking(*asker); });
        },
        asker.get());
    if (turn == Turn::kNext) {
      const bool may_go_on =
          !destination->is_answered && asker->in_flight < bounds_.in_flight;
      return may_go_on ? Taken{} : Hold(*asker);
    }
  } catch (const std::bad_alloc&) {
    // The request was not begun. If the exception went on, the request would be
    // accepted a second time.
    reply.Send(NotCarriedOut("it has no memory left"));
    return Hold(*asker);
  }
  // EndBlocking is posted to this thread, so it comes later.
  ++asker->blocking;
  return {.may_go_on = false};
}

// A client may send requests faster than it has places for them. Reading and
// refusing them one by one would take the sockets' thread from others.
Requests::Taken MethodRequests::Hold(Asker& asker) {
  asker.is_held = true;
  return {.may_go_on = false};
}

void MethodRequests::ReadOn(Asker& asker) {
  if (!std::exchange(asker.is_held, false)) return;
  if (asker.blocking > 0 || asker.session == nullptr) return;
  broker_->Resume(*asker.session, Clock::now());
}

// A client whose requests take long still sends PINGREQ. Visiting the clients
// takes no memory, so that without memory, too, one after the other goes on.
void MethodRequests::ReadOn() {
  // Some are read at once, for what else waits behind them.
  constexpr int kMostRefused = 16;
  // Resume may change askers_.
  for (auto next = askers_.begin(); next != askers_.end();) {
    const Session* const session = next->first;
    const std::shared_ptr<Asker> asker = next->second;
    for (int i = 0; i < kMostRefused && asker->is_held; ++i) ReadOn(*asker);
    next = askers_.upper_bound(session);
  }
}

ReasonCode MethodRequests::Decline(Session& session, const RequestTopic& topic,
                                   const Publish& message,
                                   std::uint32_t number) {
  const auto destination = FindDestination(session, topic, message, number);
  if (!destination) return ReasonCode::kNotAuthorized;
  const std::shared_ptr<Asker> asker = FindOrMakeAsker(session);
  const auto request =
      ReadRequestMessage(topic, message.payload, bounds_.nesting, budget_);
  const Reply reply = MakeReply(
      asker, destination, request ? (*request)->id() : request.error().id);
  const Error error{
      ErrorKind::kInterrupted,
      "The daemon ended twice while this request was under way, and does not "
      "begin it a third time: the request may be the cause. Its changes may "
      "have been made, wholly or in part. Look in the daemon's journal for why "
      "it ended; then send the request again, if it is still wanted."};
  LogInterrupted(session.client_id);
  reply.Send(error);
  return ReasonCode::kSuccess;
}

// Requests of an earlier connection count too, because the order of requests
// belongs to the session.
void MethodRequests::EndBlocking(Asker& asker) {
  if (--asker.blocking > 0 || asker.is_held || asker.session == nullptr) return;
  broker_->Resume(*asker.session, Clock::now());
}

// The requests go on, as their methods may be half done. Their answers will
// find no session.
void MethodRequests::Forget(Session& asker) {
  const auto found = askers_.find(&asker);
  if (found == askers_.end()) return;
  found->second->session = nullptr;
  found->second->is_gone = true;
  askers_.erase(found);
}

std::shared_ptr<MethodRequests::Asker> MethodRequests::FindOrMakeAsker(
    Session& session) {
  const std::uint64_t entry =
      session.connection == nullptr ? 0 : session.connection->entry;
  const auto found = askers_.find(&session);
  if (found != askers_.end()) {
    Asker& known = *found->second;
    // It first asked without a connection, or has another password by now.
    if (entry != 0 && entry != known.methods->caller.entry() &&
        !(known.methods->holds_work && known.methods->holds_work())) {
      known.methods = MethodsOf(session.identity, entry);
    }
    return found->second;
  }
  auto made = std::allocate_shared<Asker>(
      std::pmr::polymorphic_allocator<Asker>(&memory_.queues()));
  made->session = &session;
  made->methods = MethodsOf(session.identity, entry);
  askers_.emplace(&session, made);
  return made;
}

// Clients that log in as one user share one table, but not with one of its name
// who was removed: the table may hold uploads. The weak pointer frees it after
// the last session that has asked.
std::shared_ptr<const MethodTable> MethodRequests::MethodsOf(
    std::string_view identity, std::uint64_t entry) {
  auto& known = methods_[std::pair(std::string(identity), entry)];
  if (auto methods = known.lock()) return methods;
  Identity caller = Identity::Named(identity).value();
  caller.SetEntry(entry);
  const auto counted =
      std::make_shared<const CountedTable>(memory_, make_methods_(caller));
  const std::shared_ptr<const MethodTable> made(counted, &counted->methods);
  known = made;
  std::erase_if(methods_,
                [](const auto& each) { return each.second.expired(); });
  return made;
}

// The answer is posted, not dispatched: an immediate answer would otherwise
// reach the broker while it handles the packet that asked. A client that was
// refused has no place until another of its requests has its answer.
Reply MethodRequests::MakeReply(
    const std::shared_ptr<Asker>& asker,
    const std::shared_ptr<AnswerDestination>& destination,
    std::optional<std::string> id) {
  Reply made(
      [this, asker, destination, id](Result<std::string> result) {
        const bool quotes = result && destination->quoting;
        const bool is_refused =
            !result && result.error().kind == ErrorKind::kBusy;
        std::string line;
        if (id) line = ReplyLine(*id, std::move(result)).Join();
        destination->is_answered = true;
        asio::post(executor_, [this, asker, destination, id, quotes, is_refused,
                               line = std::move(line)] {
          {
            const auto step = broker_->BeginStep();
            if (id) SendAnswer(*asker, *destination, line, *id, quotes);
            EndRequest(*asker, destination->number);
          }
          if (!is_refused || asker->in_flight == 0) ReadOn(*asker);
        });
      },
      [this, asker, id](const WorkDone& work) {
        if (!id) return;
        asio::post(executor_, [this, asker, line = ProgressLine(*id, work)] {
          SendProgress(*asker, line);
        });
      },
      [asker] { return !asker->is_gone; });
  ++asker->in_flight;
  ++in_flight_;
  return made;
}

// The answer has the QoS of the request, and its correlation data (section
// 4.10).
void MethodRequests::SendAnswer(const Asker& asker,
                                const AnswerDestination& destination,
                                std::string_view line, const std::string& id,
                                bool may_quote) {
  if (asker.session == nullptr) return;
  const Authority::Client client = asker.session->client();
  std::optional<Quotes> quotes;
  if (may_quote) quotes = Quotes{*destination.quoting, destination.quoted};
  const bool is_withdrawn = quotes && destination.begun <= withdrawn_;
  // Both may have changed since the request.
  if (quotes && (!authority_.MayQuote(client, *quotes) ||
                 (is_withdrawn && asker.session->connection == nullptr))) {
    const Error gone{ErrorKind::kBusy,
                     "Documents or rights were withdrawn while this was "
                     "answered; try again."};
    return SendAnswer(asker, destination, ReplyLine(id, gone).Join(), id,
                      false);
  }
  Publish answer = MakeReplyMessage(destination.topic, line);
  answer.qos = is_withdrawn ? QoS::kAtMostOnce : destination.qos;
  if (quotes) {
    answer.properties.message_expiry_seconds =
        static_cast<std::uint32_t>(answer_expiry_.count());
  }
  if (destination.has_correlation_data) {
    answer.properties.correlation_data = destination.correlation_data;
  }
  if (!destination.is_response_topic) {
    return broker_->Answer(*asker.session, answer, Clock::now(), quotes);
  }
  if (!authority_.MayPublish(client, answer.topic)) return;
  static_cast<void>(broker_->PublishFor(client, answer, Clock::now(), quotes));
}

void MethodRequests::SendProgress(const Asker& asker, std::string_view line) {
  if (asker.session == nullptr) return;
  try {
    const std::pmr::string topic =
        ProgressTopic(asker.session->client_id, memory_.queues());
    broker_->Answer(*asker.session, MakeReplyMessage(topic, line),
                    Clock::now());
  } catch (const std::bad_alloc&) {
    // The clients' memory has no room for the progress topic. The answer still
    // comes.
  }
}

// Uploads belong to tables of methods, so this visits the tables, not the
// sessions.
void MethodRequests::DropStaleWork(Time now) {
  if (now < last_drop_ + bounds_.upload_idle) return;
  last_drop_ = now;
  for (const auto& [_, weak] : methods_) {
    const auto methods = weak.lock();
    if (!methods || !methods->drop_stale_work || !methods->holds_work ||
        !methods->holds_work()) {
      continue;
    }
    dispatcher_.DropStaleWork(methods, now - bounds_.upload_idle,
                              [](const auto&) {});
  }
}

void MethodRequests::EndRequest(Asker& asker, std::uint32_t number) {
  if (asker.session != nullptr && number != 0) {
    broker_->EndRequest(*asker.session, number);
  }
  --asker.in_flight;
  --in_flight_;
  if (in_flight_ == 0 && when_idle_) std::exchange(when_idle_, nullptr)();
}

void MethodRequests::WhenIdle(std::function<void()> done) {
  if (in_flight_ == 0) return done();
  when_idle_ = std::move(done);
}

}  // namespace answerbox::daemon::mqtt
