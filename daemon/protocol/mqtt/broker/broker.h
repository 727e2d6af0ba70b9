// The MQTT server as a state machine: it takes packets of its connections and
// produces packets. It knows no sockets, no clock and no thread: all functions
// are called on one thread, with the time. All its memory comes from one
// budget.
//
// MQTT 3.1.1 (OASIS standard, 29 October 2014) and 5.0 (OASIS standard, 7 March
// 2019). docs/protocol-mqtt.md says where each statement is implemented.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory_resource>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "daemon/protocol/mqtt/broker/bounds.h"
#include "daemon/protocol/mqtt/broker/connection.h"
#include "daemon/protocol/mqtt/broker/ports.h"
#include "daemon/protocol/mqtt/broker/recording.h"
#include "daemon/protocol/mqtt/broker/router.h"
#include "daemon/protocol/mqtt/broker/session.h"
#include "daemon/protocol/mqtt/codec/decode.h"
#include "daemon/shares/notice_log.h"

namespace answerbox::daemon::mqtt {

struct Statistics {
  std::size_t connections = 0;
  std::size_t sessions = 0;  // Including those without a connection.
  std::size_t retained = 0;
  std::uint64_t messages_received = 0;
  std::uint64_t messages_dropped = 0;  // For lack of room.
  std::uint64_t sessions_given_up = 0;
  std::size_t memory_bytes = 0;
};

class Broker {
 public:
  // All arguments outlive the broker.
  //   id_seed  makes the client ids that the broker assigns differ between
  //            starts
  Broker(const Bounds& bounds, BrokerMemory& memory, Doorkeeper& doorkeeper,
         const Authority& authority, Requests& requests, std::uint64_t id_seed);
  Broker(const Broker&) = delete;
  Broker& operator=(const Broker&) = delete;
  ~Broker();

  // Records changes of what outlives connections from now on. Call it before
  // any connection. `recorder` outlives the broker. State from a Restorer is
  // recorded by RecordWhole.
  void RecordTo(Recorder& recorder);
  // Begins requests again that a restart interrupted, once it is durable that
  // they were interrupted. Declines those that were begun again before. Call it
  // after RecordTo and before any connection.
  void ResumeRequests(Time now);

  // Sets what is called when a session, or a retained message, of a caller
  // gave way to those of others. It must not call the broker.
  void WhenOneGivesWay(
      std::function<void(Shared shared, std::string_view caller)> call) {
    gave_way_ = std::move(call);
  }

  // Sets what is called with a line for the journal about a client that fails.
  // It must not call the broker.
  //   client  the client's place, or the id that two fight for
  void WhenToTell(std::function<void(Notice notice, std::string_view client,
                                     const std::string& line)>
                      call) {
    tell_ = std::move(call);
  }

  // All calls until the result is destroyed are one step of the recorder.
  [[nodiscard]] Recording::Step BeginStep() noexcept {
    return Recording::Step(recording_);
  }

  // --- For a transport ---

  // Begins a connection, which stays until Close. Returns null when there are
  // too many, or memory has no room: then close the network connection.
  [[nodiscard]] Connection* Open(Transport& transport, Time now);
  // Handles `bytes` from the client. Precondition: WantsInput(connection).
  void Receive(Connection& connection, std::string_view bytes, Time now);
  // Returns whether to read from the client now. If not, Transport::Wake says
  // when to ask again.
  [[nodiscard]] static bool WantsInput(const Connection& connection) noexcept;
  // Begins to write what may be sent now: OutputQueue::BeginWrite.
  [[nodiscard]] std::span<const std::string_view> BeginWrite(
      Connection& connection, OutputQueue::Pieces& pieces);
  // Call it when a write has ended, after connection.output.EndWrite().
  void OnWritten(Connection& connection, Time now);
  // Call it when the network connection is over, for whatever reason. Destroys
  // `connection`.
  void Close(Connection& connection, Time now);

  // --- For the doorkeeper and the requests ---

  // The client has proved its identity, which is never empty.
  //   entry  as in Authority::Client
  void Admit(Connection& connection, std::string_view identity, Time now,
             std::uint64_t entry = 0);
  void Refuse(Connection& connection, ReasonCode reason, Time now);
  // The next packet may be read. Called after Requests::Take has returned that
  // it may not.
  void Resume(Session& session, Time now);
  // Sends the answer to a request, only to the client that asked.
  void Answer(Session& asker, const Publish& answer, Time now,
              const std::optional<Quotes>& quotes = {});

  // A request with a number is done. Call it in the same step as its answer, so
  // that after a restart the request is either carried out again, or answered.
  void EndRequest(Session& asker, RequestNumber number);

  // --- For the daemon ---

  // Publishes for `publisher`, whose rights the caller has checked, or for the
  // daemon if its identity is empty. Only messages of the daemon are refused
  // when the recorder has no room.
  ReasonCode PublishFor(const Authority::Client& publisher,
                        const Publish& publish, Time now,
                        const std::optional<Quotes>& quotes = {});
  // Rights have changed. Ends what is no longer allowed.
  void OnRightsChanged(Time now);
  // What a user had is gone: does the same, and ends what this identity has,
  // even if an entry of its name allows that again. Drops answers that quote
  // the collection. Records the whole state without them. Both may be empty.
  void Withdraw(std::string_view identity, std::string_view collection,
                Time now);
  // Calls `call` when everything so far is durable, perhaps at once; with false
  // when the disk takes nothing for kLongestSync.
  void WhenDurable(std::function<void(bool is_durable)> call, Time now);
  static constexpr std::chrono::seconds kLongestSync{10};
  // Does what has become due. Calling it once a second is enough.
  void Tick(Time now);
  // Ends all connections. Sessions stay.
  void Stop(Time now);
  // Steps of the recorder have become durable. Goes on with what waits for
  // them.
  void OnDurable(Time now);
  // Records the whole state that must outlive the daemon, as one step.
  void RecordWhole();

  [[nodiscard]] Statistics statistics() const noexcept;
  // Returns how many connections are admitted.
  [[nodiscard]] std::size_t admitted() const noexcept { return admitted_; }

 private:
  friend class Restorer;

  // Identity and client id: the same client id of two users names two sessions.
  // Points into the session.
  using SessionKey = std::pair<std::string_view, std::string_view>;

  // Each handles one packet, and ends the connection by Fail if it can't go on.
  void Process(Connection& connection, Time now);
  // Returns false when the input has no whole packet, or none may be read.
  bool ProcessPacket(Connection& connection, Time now);
  void HandlePacket(Connection& connection, const Frame& frame, Time now);
  // Passes CONNECT to the doorkeeper.
  void Examine(Connection& connection, const Connect& packet, Time now);
  void Handle(Connection& connection, const Connect& packet, Time now);
  void Handle(Connection& connection, Publish& packet, Time now);
  void Handle(Connection& connection, const Acknowledgement& packet, Time now);
  void Handle(Connection& connection, const Subscribe& packet, Time now);
  void Handle(Connection& connection, const Unsubscribe& packet, Time now);
  void Handle(Connection& connection, const PingRequest& packet, Time now);
  void Handle(Connection& connection, const Disconnect& packet, Time now);
  void Handle(Connection& connection, const Authenticate& packet, Time now);

  // Handles CONNECT of a client that was admitted.
  void Establish(Connection& connection, const Connect& packet,
                 std::string_view identity, Time now);
  // Throws std::bad_alloc.
  [[nodiscard]] std::optional<PendingWill> MakeWill(
      const Connect& packet, const Authority::Client& client,
      std::string_view origin, Time now);
  // Ends the session's present connection, and the session if CONNECT asks for
  // that. Returns null if there is no session, or no longer.
  [[nodiscard]] Session* TakeOver(const SessionKey& key, const Connect& packet,
                                  const Connection& connection, Time now);
  // Gives the session this connection and this will.
  void Join(Connection& connection, Session& session, const Connect& packet,
            std::optional<PendingWill> will) noexcept;
  // Returns null if there is none.
  [[nodiscard]] Session* FindSession(const SessionKey& key) noexcept;
  // Throws std::bad_alloc; then nothing has changed.
  [[nodiscard]] Session& MakeSession(const SessionKey& key,
                                     std::string_view origin);
  // Returns false if CONNACK is longer than the client accepts. Throws
  // std::bad_alloc; then nothing has changed.
  [[nodiscard]] bool AcknowledgeConnect(Connection& connection,
                                        const Connect& packet,
                                        bool is_session_present,
                                        std::string_view assigned_client_id);

  void AcknowledgePublish(Connection& connection, const Publish& packet,
                          ReasonCode reason, Time now);
  void Release(Connection& connection, PacketId id, Time now);
  // Sends a PUBLISH packet on and returns the result. Sets the packet's topic
  // if it has only an alias. Throws std::bad_alloc; then nobody received it.
  [[nodiscard]] ReasonCode Accept(Connection& connection, Publish& packet,
                                  Time now);
  [[nodiscard]] ReasonCode AcceptRequest(Connection& connection,
                                         const RequestTopic& topic,
                                         const Publish& request, Time now);

  // Returns the topic of `packet`, also if an alias stands for it. If there is
  // none, fails the connection and returns nothing.
  [[nodiscard]] std::optional<std::string_view> FindTopic(
      Connection& connection, const Publish& packet, Time now);
  // Sends what waits for the client: first messages, then retained ones.
  void Send(Connection& connection, Time now);
  // Sends a packet, or fails the connection if the packet is longer than the
  // client accepts. Throws std::bad_alloc; then nothing has changed.
  template <typename Encode>
  void Reply(Connection& connection, const Encode& encode, Time now);

  // Ends the connection with `reason`, which 5.0 sends to the client. Before
  // CONNECT nothing is sent.
  void Fail(Connection& connection, ReasonCode reason, std::string_view why,
            Time now);
  // `why` is for the journal; empty: it is not told, or was told before.
  void FailConnect(Connection& connection, ReasonCode reason,
                   std::string_view why, Time now);
  // Tells of two clients that take over the session from each other.
  void NoteTakeOver(const Session& session, const Connection& newcomer,
                    Time now);
  void BeginClose(Connection& connection, Time now);
  // Ends the connection without calling its transport.
  void End(Connection& connection, Time now);
  // Takes the connection from the session. Its will becomes due.
  void Detach(Session& session, Time now);
  void EndSession(Session& session, Time now);
  void PublishWill(Session& session, Time now);

  // --- Lack of memory ---

  // Frees what the session holds. EndGivenUp ends it later.
  void GiveUp(Session& session) noexcept;
  enum class Share : std::uint8_t { kQueues, kSessions, kConnections };
  [[nodiscard]] static std::size_t HeldBytes(const Session& session,
                                             Share share) noexcept;
  // Counts the bytes of the sessions' share that end with the session.
  [[nodiscard]] static std::size_t WholeBytes(const Session& session) noexcept;
  // Returns the sessions of the caller whose sessions hold most.
  struct Callers;
  template <typename Measure>
  [[nodiscard]] Callers FindGreatest(const Measure& measure) noexcept;
  // Gives up the session that holds most of `share`, of the caller whose
  // sessions hold most of it. Returns false if that is `spared`, or the caller
  // holds too little.
  [[nodiscard]] bool FreeMemory(Share share, const Session* spared) noexcept;
  // Who holds a session: a caller, at the place where the session's client is.
  // Callers share what there is, and the places of a caller share his part.
  struct Owner {
    std::string_view identity;
    std::string_view origin;
  };
  // Ends the oldest idle session of the caller whose sessions take most memory,
  // and among his, of the place from which they take most. If there is no idle
  // session, ends one that is connected, unless `newcomer` has as much itself.
  // Returns false if it ends none.
  [[nodiscard]] bool FreeSession(const Owner& newcomer, const Session* spared,
                                 Time now);
  // Returns whether a client that has proved its identity may stay. Where all
  // places, or their memory, are taken, one of the caller who has clearly most
  // ends for it: of his, the idlest from the place that has most of them.
  // Throws std::bad_alloc.
  [[nodiscard]] bool HasPlace(const Owner& newcomer, Time now);
  // Returns whether the recorder has room for more of lasting sessions. If its
  // state is full, what the greatest callers have of it ends, but not `spared`:
  // sessions as by FreeSession, and other callers' oldest retained messages.
  // Nothing ends if all of that is less than what is missing.
  [[nodiscard]] bool HasRecordRoom(const Owner& newcomer, const Session* spared,
                                   Time now);
  // Calls `allocate`, and again after each FreeSession while it throws
  // std::bad_alloc. Throws that when no session gives way. Sessions may have
  // ended, `spared` too if it could not take a will.
  template <typename Allocate>
  auto WithSessionRoom(const Owner& newcomer, const Session* spared, Time now,
                       const Allocate& allocate);
  // Returns kQuotaExceeded if no other session gives way.
  [[nodiscard]] ReasonCode BeginSubscription(Connection& connection,
                                             const Subscription& subscription,
                                             std::uint32_t identifier,
                                             Time now);
  // Calls `allocate`, and again after each FreeMemory while it throws
  // std::bad_alloc. Throws that when no memory can be freed.
  template <typename Allocate>
  auto WithRoom(Share share, const Session* spared, const Allocate& allocate);
  // Does the same for an incoming packet.
  template <typename Allocate>
  void WithInputRoom(Connection& connection, Time now,
                     const Allocate& allocate);
  // Ends the connection whose large packet has been arriving for longest.
  // Returns false if that is `spared`, or none takes long.
  [[nodiscard]] bool EndSlowestInput(const Connection& spared, Time now);
  // Ends the sessions that were given up.
  void EndGivenUp(Time now);
  // Records the request of a lasting session and returns its number, or 0 for
  // other sessions. Throws std::bad_alloc; then nothing has changed.
  [[nodiscard]] RequestNumber NumberRequest(Session& session,
                                            const Publish& request, Time now);
  void RecordSession(Session& session);
  // Both end the request at once if it can't be answered, and give the session
  // up if memory has no room for its answer.
  void DeclineRequest(Session& session, const OwnRequest& request, Time now);
  void BeginAgain(Session& session, OwnRequest& request, Time now);
  // Implements both with `take`, which returns the result of the request.
  template <typename Take>
  void HandOver(Session& session, const OwnRequest& request, Time now,
                const Take& take);
  // Begins all requests whose mark has become durable.
  void BeginMarkedRequests(Time now);
  // The most messages of QoS 2 that a client of 3.1.1 may leave unreleased
  // before its connection ends. Clients of 5.0 get a receive maximum instead.
  static constexpr std::size_t kMaxUnreleased = 1024;

  void CallDurable(Time now);
  void TickConnections(Time now);
  void TickOpen(Connection& connection, std::chrono::seconds write_timeout,
                Time now);
  void TickSessions(Time now);

  const Bounds& bounds_;
  BrokerMemory& memory_;
  Doorkeeper& doorkeeper_;
  const Authority& authority_;
  Requests& requests_;
  Recording recording_;
  Router router_;
  std::pmr::list<Connection> connections_;
  std::pmr::list<Session> sessions_;
  std::pmr::map<SessionKey, std::pmr::list<Session>::iterator> sessions_by_key_;
  std::uint64_t next_id_;
  // Recording::changes() when the present packet began.
  std::uint64_t changes_before_packet_ = 0;
  // The step of the marks that requests wait for; 0 if none waits.
  std::uint64_t marks_step_ = 0;
  std::function<void(Shared shared, std::string_view caller)> gave_way_;
  std::function<void(Notice notice, std::string_view client,
                     const std::string& line)>
      tell_;
  // Ids that were taken over lately. A session may be a new one each time.
  struct TakenId {
    std::string of{};  // Identity and client id.
    unsigned times = 0;
    Time since{};
  };
  std::array<TakenId, 16> taken_ids_;
  struct AwaitedStep {
    std::uint64_t step = 0;
    Time since;
    std::function<void(bool is_durable)> call;
  };
  std::list<AwaitedStep> awaited_steps_;
  Time next_sweep_{};
  std::size_t admitted_ = 0;
  bool has_given_up_ = false;
  bool is_stopping_ = false;
  std::uint64_t messages_received_ = 0;
  std::uint64_t sessions_given_up_ = 0;
};

template <typename Allocate>
auto Broker::WithRoom(Share share, const Session* spared,
                      const Allocate& allocate) {
  for (;;) {
    try {
      return allocate();
    } catch (const std::bad_alloc&) {
      if (!FreeMemory(share, spared)) throw;
    }
  }
}

template <typename Allocate>
auto Broker::WithSessionRoom(const Owner& newcomer, const Session* spared,
                             Time now, const Allocate& allocate) {
  for (;;) {
    try {
      return allocate();
    } catch (const std::bad_alloc&) {
      if (!FreeSession(newcomer, spared, now)) throw;
    }
  }
}

template <typename Allocate>
void Broker::WithInputRoom(Connection& connection, Time now,
                           const Allocate& allocate) {
  while (true) {
    try {
      allocate();
      break;
    } catch (const std::bad_alloc&) {
      if (!EndSlowestInput(connection, now) &&
          !FreeMemory(Share::kConnections, connection.session)) {
        throw;
      }
    }
  }
  if (connection.input.is_large() && !connection.large_since) {
    connection.large_since = now;
  }
}

template <typename Encode>
void Broker::Reply(Connection& connection, const Encode& encode, Time now) {
  if (!WritePacket(connection, encode)) {
    return Fail(connection, ReasonCode::kPacketTooLarge, {}, now);
  }
  // Nothing may be acknowledged that a restart would undo.
  const bool has_changed = recording_.changes() != changes_before_packet_;
  connection.output.Hold(has_changed ? recording_.newest_step()
                                     : NeededStep(*connection.session));
}

}  // namespace answerbox::daemon::mqtt
