// What is served: finds out who asks, and makes the reply to a request.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/json/object.hpp>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/dispatch/dispatcher.h"
#include "daemon/error.h"
#include "daemon/identity/access_control.h"
#include "daemon/protocol/http/codec/answer_links.h"
#include "daemon/protocol/http/codec/http_settings.h"
#include "daemon/protocol/http/codec/request_rate.h"
#include "daemon/protocol/http/codec/request_reader.h"
#include "daemon/protocol/http/codec/response.h"
#include "daemon/protocol/http/codec/routes.h"
#include "daemon/protocol/http/codec/same_host.h"
#include "daemon/protocol/http/codec/user_sessions.h"
#include "daemon/protocol/http/page/page.h"
#include "daemon/protocol/http/tcp/waiting.h"
#include "daemon/protocol/json_rpc.h"
#include "daemon/protocol/tcp/addresses.h"
#include "daemon/protocol/tcp/login_queue.h"
#include "protocol/json/memory_budget.h"
#include "protocol/pictures/page_pictures.h"

namespace answerbox::daemon::http {

inline constexpr std::string_view kFormType =
    "application/x-www-form-urlencoded";

// 401, and 415 for a body that is not of the type that is wanted.
[[nodiscard]] Response MustLogIn();
[[nodiscard]] Response WrongType(std::string_view wanted);

// Who asks at this moment.
struct MetricsReader {
  bool is_loopback = false;
  const Identity* user = nullptr;  // Null: nobody has logged in.
};

// A page's picture, and where blocks are printed on it.
struct FoundPicture {
  std::string jpeg;
  std::vector<protocol::BlockBox> boxes;  // Ascending by offset.
  std::uint64_t version = 0;              // Of the document's pictures.
};

// What the site uses of the daemon. All of it outlives the site. The functions
// are called on the sockets' thread, but for those that wait for the disk.
struct SiteSurroundings {
  Dispatcher& dispatcher;
  MakeMethods make_methods;
  const AccessControl& access;
  // The names of all collections.
  std::function<std::vector<std::string>()> list_collections;
  // Whether what people say of the collection's answers is kept.
  std::function<bool(std::string_view collection)> takes_feedback;
  // What can't be served, for who may know nothing else: "users", "audit".
  std::function<std::vector<std::string>()> list_outages;
  // The text of GET /metrics; nothing for a reader who may not have it. May be
  // empty: there are no metrics.
  std::function<std::optional<std::string>(const MetricsReader&)> metrics = {};
  // The version of a document's pictures; nothing if it has none, or the
  // snapshot is not the collection's newest.
  std::function<std::optional<std::uint64_t>(std::string_view collection,
                                             std::string_view document,
                                             std::uint64_t snapshot)>
      pictures_of = {};
  // Waits for the disk: called on a thread for questions. Empty as
  // `pictures_of`: there are no pictures.
  std::function<Result<FoundPicture>(const PicturedPlace&)> find_picture = {};
  // The text of a signed head that covers all records of the audit log that
  // were accepted up to this moment. Waits for the disk, as `find_picture`.
  std::function<Result<std::string>(std::chrono::steady_clock::time_point)>
      sign_log = {};
};

// The client of a connection, which holds it.
struct SiteClient {
  NetworkPeer peer;
  bool is_tls = false;
  std::shared_ptr<Waiting> waiting;
  // Kept from one request to the next; null: it has not asked as the kiosk.
  std::shared_ptr<const MethodTable> kiosk = {};
  // For bodies from its address; null: no user has sent one.
  std::shared_ptr<MemoryBudget> bodies = {};
};

// The longest body that a client may send, and who pays for it.
struct BodyRoom {
  std::size_t most_bytes;
  MemoryBudget& budget;  // Lives as long as the client and the site.
};

// Used on the sockets' thread.
class Site {
 public:
  // `logins` and `memory` outlive it.
  //   kiosk  collections that everybody may ask
  Site(const HttpSettings& settings, const RequestBounds& bounds,
       std::vector<std::string> kiosk, SiteSurroundings surroundings,
       LoginQueue& logins, MemoryBudget& memory);

  // Returns the reply to a request that is refused for its head alone: for
  // where it comes from, how often its address asks, its path or its method, or
  // as nobody is served there, or no password taken.
  [[nodiscard]] std::optional<Response> CheckHead(const RequestHead& head,
                                                  SiteClient& client);
  // Returns what the body of a request that CheckHead has let pass may take.
  [[nodiscard]] BodyRoom RoomForBody(const RequestHead& head,
                                     SiteClient& client);
  // Carries out a request that CheckHead has let pass. Nothing if the
  // connection was closed before the reply was known.
  [[nodiscard]] boost::asio::awaitable<std::optional<Response>> Serve(
      const RequestReader& request, SiteClient& client);

  // Ends what is idle. Call it now and then.
  void Tick(std::chrono::steady_clock::time_point now);
  void ChangeBounds(const RequestBounds& bounds) noexcept { bounds_ = bounds; }

 private:
  template <typename T>
  using Awaitable = boost::asio::awaitable<T>;
  using Clock = std::chrono::steady_clock;
  using Methods = std::shared_ptr<const MethodTable>;

  // Null: nobody who may do anything.
  [[nodiscard]] Methods FindCaller(const RequestHead& head, SiteClient& client);
  [[nodiscard]] Methods FindUser(const RequestHead& head, SiteClient& client);
  [[nodiscard]] Methods KioskOf(SiteClient& client);

  [[nodiscard]] Awaitable<std::optional<Response>> ServeRpc(
      const RequestReader& request, SiteClient& client);
  [[nodiscard]] Awaitable<std::optional<Response>> ServePage(
      const RequestHead& head, SiteClient& client);
  [[nodiscard]] Awaitable<std::optional<Response>> ServePicture(
      const RequestHead& head, SiteClient& client);
  [[nodiscard]] Awaitable<std::optional<Response>> ServeRecordCode(
      const RequestHead& head, SiteClient& client);
  [[nodiscard]] Awaitable<std::optional<Response>> ServeFeedback(
      const RequestReader& request, SiteClient& client);
  [[nodiscard]] Awaitable<std::optional<Response>> ServeLogin(
      const RequestReader& request, SiteClient& client);
  // What a login brings. The password is wiped with it.
  struct Login {
    std::string user;
    std::string language;
    Password password;
    bool leads_to_care = false;
  };
  // Errors: as ReadParameters, kInvalidParams.
  [[nodiscard]] Result<Login> ReadLogin(const RequestReader& request,
                                        bool is_form) const;
  [[nodiscard]] static Response LoginFailure(const Error& error,
                                             const Login& login, bool is_form);
  [[nodiscard]] Response ServeLogout(const RequestReader& request,
                                     SiteClient& client);
  [[nodiscard]] Response ServeCare(const RequestHead& head, SiteClient& client);
  [[nodiscard]] Response ServeHealth() const;
  [[nodiscard]] Response ServeMetrics(const RequestHead& head,
                                      SiteClient& client);

  // The collections that the caller may ask.
  [[nodiscard]] std::vector<std::string> CollectionsOf(
      const MethodTable& caller) const;
  // The collections that the caller may read, add to or manage.
  [[nodiscard]] std::vector<page::CollectionRights> CaredFor(
      const Access& access) const;
  // As Call.
  [[nodiscard]] Awaitable<std::optional<Result<std::string>>> Ask(
      std::string_view collection, std::string_view question, Methods caller,
      SiteClient& client);
  // Questions of the collection's exam that are like this one; none for who may
  // not read the collection, or if there is no place for the request now.
  // Nothing as Call.
  [[nodiscard]] Awaitable<std::optional<std::vector<std::string>>> FindSimilar(
      std::string_view collection, std::string_view question, Methods caller,
      SiteClient& client);
  // What a link of an answer says; nothing if it is not of this caller.
  [[nodiscard]] std::optional<AnswerLinks::Link> ReadLink(
      const RequestHead& head, const MethodTable& caller) const;
  // Replies with the SVG file that `draw` makes, in the caller's turn among
  // questions.
  [[nodiscard]] Awaitable<std::optional<Response>> Draw(
      const MethodTable& caller, std::function<Result<std::string>()> draw,
      SiteClient& client);
  // The address of the picture of an answer's page; empty: there is none.
  //   reply  of which the answer is
  [[nodiscard]] std::string PictureOf(const boost::json::object& answer,
                                      const boost::json::object& reply,
                                      const Identity& caller) const;
  // The address to which a judgement of the reply goes; empty: none does.
  [[nodiscard]] std::string JudgedAt(const boost::json::object& reply,
                                     std::string_view question,
                                     const Identity& caller) const;
  // The page with what came of the question, if one was asked.
  [[nodiscard]] Response PageOf(
      page::PageState& state, const std::optional<Result<std::string>>& answer,
      bool is_part);

  // Nothing if the connection was closed before.
  [[nodiscard]] Awaitable<std::optional<Result<std::string>>> Call(
      Methods methods, std::shared_ptr<const daemon::Call> request,
      SiteClient& client);
  [[nodiscard]] Awaitable<std::optional<std::optional<Identity>>> CheckPassword(
      std::string_view user, Password password, SiteClient& client);
  // Begins a session, and ends the one that the request had. Returns the field
  // that sets its cookie. Errors: kInternal.
  [[nodiscard]] Result<std::string> LogIn(const Identity& user,
                                          const RequestHead& head,
                                          SiteClient& client);

  const HttpSettings& settings_;
  RequestBounds bounds_;
  const std::vector<std::string> kiosk_;
  const SiteSurroundings surroundings_;
  LoginQueue& logins_;
  const std::shared_ptr<MemoryBudget> budget_;
  MemoryBudget bodies_;  // The share of it for users' bodies.
  const HostNames names_;
  RequestRate rate_;
  UserSessions users_;
  const AnswerLinks links_;
  // By address, so that tablets take turns as connections do.
  std::map<std::string, std::weak_ptr<const MethodTable>, std::less<>> kiosks_;
  // By address: what it may have of `bodies_`.
  std::map<std::string, std::weak_ptr<MemoryBudget>, std::less<>>
      bodies_of_address_;
  Clock::time_point last_drop_{};
};

}  // namespace answerbox::daemon::http
