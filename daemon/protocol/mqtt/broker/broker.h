// The MQTT server as a machine: packets of its connections in, packets out. It
// knows no sockets, no clock and no thread: all of it is called on one thread,
// with the time. What it holds comes from one budget of memory.
//
// MQTT 3.1.1 (OASIS standard, 29 October 2014) and 5.0 (OASIS standard, 7 March
// 2019); docs/protocol-mqtt.md says which statement is kept where.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory_resource>
#include <new>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "daemon/protocol/mqtt/broker/bounds.h"
#include "daemon/protocol/mqtt/broker/broker_memory.h"
#include "daemon/protocol/mqtt/broker/connection.h"
#include "daemon/protocol/mqtt/broker/ports.h"
#include "daemon/protocol/mqtt/broker/recording.h"
#include "daemon/protocol/mqtt/broker/router.h"
#include "daemon/protocol/mqtt/broker/session.h"
#include "daemon/protocol/mqtt/codec/decode.h"

namespace answerbox::daemon::mqtt {

struct Statistics {
  std::size_t connections = 0;
  std::size_t sessions = 0;  // Those without a connection included.
  std::size_t retained = 0;
  std::uint64_t messages_received = 0;
  std::uint64_t messages_dropped = 0;  // For want of room.
  std::uint64_t sessions_given_up = 0;
  std::size_t memory_bytes = 0;
};

class Broker {
 public:
  // All that is given outlives the broker.
  //   id_seed  makes client ids that the broker gives differ between starts
  Broker(const Bounds& bounds, BrokerMemory& memory, Doorkeeper& doorkeeper,
         const Authority& authority, Requests& requests, std::uint64_t id_seed);
  Broker(const Broker&) = delete;
  Broker& operator=(const Broker&) = delete;
  ~Broker();

  // Before any connection: changes of what outlives connections are recorded
  // from now on. `recorder` outlives the broker. What a Restorer has restored
  // is recorded by RecordWhole.
  void RecordTo(Recorder& recorder);
  // Before any connection, after RecordTo: begins requests again that a restart
  // interrupted, once it is recorded and durable that they are. Those that
  // were begun again before are declined.
  void ResumeRequests(Time now);

  // All that is called until it is destroyed is one step of the recorder.
  [[nodiscard]] Recording::Step BeginStep() noexcept {
    return Recording::Step(recording_);
  }

  // --- What a transport calls ---

  // A connection begins. Null where there are too many, or memory has no room:
  // then close it. It stays until Close.
  [[nodiscard]] Connection* Open(Transport& transport, Time now);
  // The client sent `bytes`. Precondition: WantsInput(connection).
  void Receive(Connection& connection, std::string_view bytes, Time now);
  // Whether to read from the client now. Where not, Transport::Wake says when
  // to ask again.
  [[nodiscard]] static bool WantsInput(const Connection& connection) noexcept;
  // Begins a write of what may be sent by now: OutputQueue::BeginWrite.
  [[nodiscard]] std::span<const std::string_view> BeginWrite(
      Connection& connection, OutputQueue::Pieces& pieces);
  // A write ended: connection.output.EndWrite() was called.
  void OnWritten(Connection& connection, Time now);
  // The network connection is over, however it ended. `connection` is gone
  // after it.
  void Close(Connection& connection, Time now);

  // --- What the doorkeeper and the requests call ---

  // The client is who it says. Its identity is never empty.
  void Admit(Connection& connection, std::string_view identity, Time now);
  void Refuse(Connection& connection, ReasonCode reason, Time now);
  // The next packet may be read: after Requests::Take has said that it
  // may not.
  void Resume(Session& session, Time now);
  // Sends the answer to a request, to the client alone that asked.
  void Answer(Session& asker, const Publish& answer, Time now);

  // A request that was given a number is done. Call it in the step of its
  // answer: after a restart it is carried out again, or its answer is there.
  void EndRequest(Session& asker, RequestNumber number);

  // --- What the daemon calls ---

  // Publishes for `publisher`, whose rights the caller has checked, or for the
  // daemon, where its identity is empty. The daemon's alone is refused where
  // the recorder has no room.
  ReasonCode PublishFor(const Authority::Client& publisher,
                        const Publish& publish, Time now);
  // Rights have changed: ends what is not allowed any more.
  void OnRightsChanged(Time now);
  // Does what time asks for: once a second is enough.
  void Tick(Time now);
  // Ends all connections. Sessions stay.
  void Stop(Time now);
  // Steps of the recorder have become durable: goes on with what waits for
  // them.
  void OnDurable(Time now);
  // Has what must outlive the daemon recorded anew, as one step.
  void RecordWhole();

  [[nodiscard]] Statistics statistics() const noexcept;

 private:
  friend class Restorer;

  // Identity and client id: the same id of two users is two sessions. Points
  // into the session.
  using SessionKey = std::pair<std::string_view, std::string_view>;

  // Each handles one packet. A packet after which the connection can't go on
  // ends it by Fail.
  void Process(Connection& connection, Time now);
  // False when the input has no whole packet, or none may be read.
  bool ProcessPacket(Connection& connection, Time now);
  void HandlePacket(Connection& connection, const Frame& frame, Time now);
  // Has the doorkeeper look at CONNECT.
  void Examine(Connection& connection, const Connect& packet, Time now);
  void Handle(Connection& connection, const Connect& packet, Time now);
  void Handle(Connection& connection, Publish& packet, Time now);
  void Handle(Connection& connection, const Acknowledgement& packet, Time now);
  void Handle(Connection& connection, const Subscribe& packet, Time now);
  void Handle(Connection& connection, const Unsubscribe& packet, Time now);
  void Handle(Connection& connection, const PingRequest& packet, Time now);
  void Handle(Connection& connection, const Disconnect& packet, Time now);
  void Handle(Connection& connection, const Authenticate& packet, Time now);

  // CONNECT of a client that was admitted.
  void Establish(Connection& connection, const Connect& packet,
                 std::string_view identity, Time now);
  // Throws std::bad_alloc.
  [[nodiscard]] std::optional<PendingWill> MakeWill(
      const Connect& packet, const Authority::Client& client);
  // Ends the connection that the session has, and the session where CONNECT
  // asks for that. Null where there is none, or none any more.
  [[nodiscard]] Session* TakeOver(const SessionKey& key, const Connect& packet,
                                  Time now);
  // The session has this connection and this will from now on.
  void Join(Connection& connection, Session& session, const Connect& packet,
            std::optional<PendingWill> will) noexcept;
  // Null where there is none.
  [[nodiscard]] Session* FindSession(const SessionKey& key) noexcept;
  // Throws std::bad_alloc, having done nothing.
  [[nodiscard]] Session& MakeSession(const SessionKey& key);
  // False where CONNACK is longer than the client accepts. Throws
  // std::bad_alloc, having done nothing.
  [[nodiscard]] bool AcknowledgeConnect(Connection& connection,
                                        const Connect& packet,
                                        bool is_session_present,
                                        std::string_view assigned_client_id);

  void AcknowledgePublish(Connection& connection, const Publish& packet,
                          ReasonCode reason, Time now);
  void Release(Connection& connection, PacketId id, Time now);
  // What a PUBLISH packet comes to. Its topic is there afterwards, also where
  // an alias stood for it. Throws std::bad_alloc: then nobody got it.
  [[nodiscard]] ReasonCode Accept(Connection& connection, Publish& packet,
                                  Time now);
  [[nodiscard]] ReasonCode AcceptRequest(Connection& connection,
                                         const RequestTopic& topic,
                                         const Publish& request, Time now);

  // Reads the topic of `packet`, also where an alias stands for it. Fails the
  // connection and returns nothing where it has none.
  [[nodiscard]] std::optional<std::string_view> FindTopic(
      Connection& connection, const Publish& packet, Time now);
  // Sends what waits for the client: messages, then retained ones.
  void Send(Connection& connection, Time now);
  // Sends a packet, or fails the connection where the client accepts none so
  // long. Throws std::bad_alloc, having done nothing.
  template <typename Encode>
  void Reply(Connection& connection, const Encode& encode, Time now);

  // Ends the connection with `reason`: 5.0 tells the client. Without a word
  // before CONNECT.
  void Fail(Connection& connection, ReasonCode reason, std::string_view why,
            Time now);
  void FailConnect(Connection& connection, ReasonCode reason, Time now);
  void BeginClose(Connection& connection, Time now);
  // The same, but the transport knows.
  void End(Connection& connection, Time now);
  // The session has no connection from now on. Its will is due.
  void Detach(Session& session, Time now);
  void EndSession(Session& session, Time now);
  void PublishWill(Session& session, Time now);

  // --- Want of memory ---

  // Frees what the session holds. It is ended by EndGivenUp.
  void GiveUp(Session& session) noexcept;
  enum class Share : std::uint8_t { kQueues, kSessions, kConnections };
  [[nodiscard]] static std::size_t HeldBytes(const Session& session,
                                             Share share) noexcept;
  // Gives up the session that holds most of `share`. False where that is
  // `spared`, or none holds any worth it.
  [[nodiscard]] bool FreeMemory(Share share, const Session* spared) noexcept;
  // Calls `allocate`, again after FreeMemory where it throws std::bad_alloc.
  // Throws that where no memory can be freed.
  template <typename Allocate>
  auto WithRoom(Share share, const Session* spared, const Allocate& allocate);
  // The same for a packet that comes in.
  template <typename Allocate>
  void WithInputRoom(Connection& connection, Time now,
                     const Allocate& allocate);
  // Ends the connection whose large packet has been coming in for longest.
  // False where that is `spared`, or none takes long.
  [[nodiscard]] bool EndSlowestInput(const Connection& spared, Time now);
  // Ends the sessions that were given up.
  void EndGivenUp(Time now);
  // Records the request of a lasting session, or gives 0. Throws
  // std::bad_alloc, having done nothing.
  [[nodiscard]] RequestNumber NumberRequest(Session& session,
                                            const Publish& request, Time now);
  void RecordSession(Session& session);
  // Both end the request at once where it can't be answered, and give the
  // session up where memory has no room for its answer.
  void DeclineRequest(Session& session, const OwnRequest& request, Time now);
  void BeginAgain(Session& session, OwnRequest& request, Time now);
  // Both by `take`, which says what became of the request.
  template <typename Take>
  void HandOver(Session& session, const OwnRequest& request, Time now,
                const Take& take);
  // Begins all requests that wait for their mark, which is durable.
  void BeginMarkedRequests(Time now);
  // A client has sent more than it may: it has so many messages of QoS 2 that
  // it has not released. A client of 3.1.1 is told no receive maximum.
  static constexpr std::size_t kMaxUnreleased = 1024;

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
  // Recording::changes() when the packet that is handled began.
  std::uint64_t changes_before_packet_ = 0;
  // The step of the marks that requests wait for; 0 where none waits.
  std::uint64_t marks_step_ = 0;
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
  // Nothing is acknowledged that a restart would undo.
  const bool has_changed = recording_.changes() != changes_before_packet_;
  connection.output.Hold(has_changed ? recording_.newest_step()
                                     : NeededStep(*connection.session));
}

}  // namespace answerbox::daemon::mqtt
