#include "daemon/protocol/http/tcp/site.h"

#include <algorithm>
#include <boost/asio/dispatch.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>
#include <utility>

#include "platform/service/account_files.h"
#include "protocol/calls/ask.h"
#include "protocol/calls/exam.h"
#include "protocol/calls/inbox.h"
#include "protocol/json/json_writer.h"
#include "protocol/reply/json_fields.h"

namespace answerbox::daemon::http {
namespace {

namespace asio = boost::asio;

// For bodies other than those of users to /rpc: a question, a login. They are
// bounded by the number of connections alone.
constexpr std::size_t kSmallBodyBytes = std::size_t{8} << 10;
// Users' bodies may take this part of the budget, and those of one address this
// part of that.
constexpr std::size_t kBodyShare = 4;
constexpr std::size_t kAddressShare = 2;

// A member of a JSON object, if it is a string.
std::string_view TextAt(const boost::json::object& object,
                        std::string_view name) {
  const auto* const value = object.if_contains(name);
  const auto* const text = value == nullptr ? nullptr : value->if_string();
  return text == nullptr ? std::string_view() : std::string_view(*text);
}

Error KioskOnlyAsks(std::string_view method) {
  return {ErrorKind::kForbidden,
          "Without a name, only `ask` may be called here, not " +
              std::string(method.substr(0, 64)) + "."};
}

// A password must not cross the network in the clear.
bool MayLogIn(const SiteClient& client) {
  return client.is_tls || client.peer.is_loopback;
}

Response TooMany(std::chrono::seconds wait) {
  Response response =
      ErrorOf(status::too_many_requests,
              {ErrorKind::kBusy,
               "This address asks more often than the option "
               "http_requests_per_minute allows; try again in " +
                   std::to_string(wait.count()) + " s."});
  response.fields = "Retry-After: " + std::to_string(wait.count()) + "\r\n";
  response.closes = true;
  return response;
}

// Returns null for a path of no file.
const page::PageFile* FindFile(std::string_view path) {
  for (const page::PageFile& file : page::PageFiles()) {
    if (file.path == path) return &file;
  }
  return nullptr;
}

// A browser that has the file already gets no second copy.
Response FileResponse(const page::PageFile& file, const RequestHead& head) {
  Response response{.content_type = file.content_type,
                    .file = file.bytes,
                    .fields = "ETag: " + file.etag + "\r\n",
                    .is_kept = true};
  if (head.if_none_match == file.etag) {
    response.code = status::not_modified;
    response.file = {};
  }
  return response;
}

std::string_view LanguageOf(const RequestHead& head) {
  return page::ChooseLanguage(head.query.Get(page::kLanguageField),
                              head.accept_language);
}

// Where a form leads that was shown in that language; empty: in none that it
// named.
std::string AddressIn(std::string_view path, std::string_view lang) {
  std::string address(path);
  if (lang.empty()) return address;
  return address + "?" + std::string(page::kLanguageField) + "=" +
         std::string(page::ChooseLanguage(lang, {}));
}

// The form for logins, or what to do where a password must not be typed.
Response SignInPage(const RequestHead& head, const SiteClient& client) {
  const bool may_sign_in = MayLogIn(client);
  return {.code = may_sign_in ? status::ok : status::forbidden,
          .content_type = kHtml,
          .body = page::RenderSignIn(
              {.language = LanguageOf(head),
               .user = {},
               .error = {},
               .may_sign_in = may_sign_in,
               .leads_to_care = head.path == page::kCarePath})};
}

Response LoginNeedsTls(const RequestHead& head, const SiteClient& client) {
  if (head.content_type != kJson) return SignInPage(head, client);
  return ErrorOf(status::forbidden,
                 {ErrorKind::kForbidden,
                  "Only this machine may send a password by http: log in by "
                  "https."});
}

// Of a file, so that its Base64 fits into a body with what a call has besides.
std::size_t PieceBytes(std::size_t body_bytes) {
  constexpr std::size_t kCallBytes = 1024;
  return std::min((body_bytes - kCallBytes) / 4 * 3,
                  calls::inbox::kMaxPieceBytes);
}

}  // namespace

Response MustLogIn() {
  Response response =
      ErrorOf(status::unauthorized,
              {ErrorKind::kForbidden,
               "Log in first, by POST /login: nobody is served here without a "
               "name, unless the option http_kiosk lets them ask."});
  response.fields = "WWW-Authenticate: Cookie realm=\"answerbox\"\r\n";
  return response;
}

Response WrongType(std::string_view wanted) {
  return ErrorOf(
      status::unsupported_media_type,
      {ErrorKind::kInvalidRequest,
       "The body must have Content-Type: " + std::string(wanted) + "."});
}

Site::Site(const HttpSettings& settings, const RequestBounds& bounds,
           std::vector<std::string> kiosk, SiteSurroundings surroundings,
           LoginQueue& logins, MemoryBudget& memory)
    : settings_(settings),
      bounds_(bounds),
      kiosk_(std::move(kiosk)),
      surroundings_(std::move(surroundings)),
      logins_(logins),
      budget_(std::shared_ptr<void>(), &memory),
      bodies_(std::max(settings.memory_bytes / kBodyShare, settings.body_bytes),
              memory),
      names_(platform::HostName(), settings.names),
      rate_(settings.requests_per_minute) {}

std::optional<Response> Site::CheckHead(const RequestHead& head,
                                        SiteClient& client) {
  const RouteRow* const row = FindRoute(head.path);
  const bool is_json = row != nullptr && row->route == Route::kRpc;
  if (!client.peer.is_loopback) {
    if (const auto wait = rate_.Count(client.peer.address, Clock::now())) {
      return TooMany(*wait);
    }
  }
  if (const auto refusal = CheckSource(head, names_, client.is_tls)) {
    Response response = RefusalOf(*refusal, is_json);
    response.closes = true;
    return response;
  }
  if (row == nullptr) {
    const page::PageFile* const file = FindFile(head.path);
    if (file == nullptr) {
      return RefusalOf({status::not_found, "There is nothing here."}, false);
    }
    const bool is_read = head.method == verb::get || head.method == verb::head;
    return is_read ? FileResponse(*file, head) : MethodNotAllowed("GET, HEAD");
  }
  if (!row->Allows(head.method)) return MethodNotAllowed(row->allowed());
  // Only a page of this box can make a browser send this type: others' are
  // asked first, and get no answer.
  if (is_json && head.content_type != kJson) return WrongType(kJson);
  if (is_json && !FindCaller(head, client)) return MustLogIn();
  if (row->route == Route::kLogin && !MayLogIn(client)) {
    return LoginNeedsTls(head, client);
  }
  return std::nullopt;
}

// A program of this machine may serve many people: its share is all users'.
BodyRoom Site::RoomForBody(const RequestHead& head, SiteClient& client) {
  const bool is_large =
      FindRoute(head.path)->route == Route::kRpc && FindUser(head, client);
  if (!is_large) return {kSmallBodyBytes, *budget_};
  if (client.peer.is_loopback) return {settings_.body_bytes, bodies_};
  if (client.bodies) return {settings_.body_bytes, *client.bodies};
  const auto found = bodies_of_address_.find(client.peer.address);
  if (found != bodies_of_address_.end()) client.bodies = found->second.lock();
  if (!client.bodies) {
    std::erase_if(bodies_of_address_,
                  [](const auto& known) { return known.second.expired(); });
    client.bodies = std::make_shared<MemoryBudget>(
        std::max(bodies_.limit_bytes() / kAddressShare, settings_.body_bytes),
        bodies_);
    bodies_of_address_.insert_or_assign(client.peer.address, client.bodies);
  }
  return {settings_.body_bytes, *client.bodies};
}

asio::awaitable<std::optional<Response>> Site::Serve(
    const RequestReader& request, SiteClient& client) {
  const RequestHead& head = request.head();
  switch (FindRoute(head.path)->route) {
    case Route::kPage:
      co_return co_await ServePage(head, client);
    case Route::kPicture:
      co_return co_await ServePicture(head, client);
    case Route::kRecordCode:
      co_return co_await ServeRecordCode(head, client);
    case Route::kRpc:
      co_return co_await ServeRpc(request, client);
    case Route::kCare:
      co_return ServeCare(head, client);
    case Route::kFeedback:
      co_return co_await ServeFeedback(request, client);
    case Route::kLogin:
      co_return co_await ServeLogin(request, client);
    case Route::kLogout:
      co_return ServeLogout(request, client);
    case Route::kHealth:
      co_return ServeHealth();
    case Route::kMetrics:
      co_return ServeMetrics(head, client);
    case Route::kWebSocket:
      break;  // Taken over by the connection, where that is offered.
  }
  co_return RefusalOf({status::not_found, "There is nothing here."}, false);
}

// A user without an entry, or with another entry or password than at login, is
// nobody any more.
Site::Methods Site::FindUser(const RequestHead& head, SiteClient& client) {
  const std::string_view id = FindId(head.cookies, client.is_tls);
  const auto* const session = users_.Find(id, Clock::now());
  if (session == nullptr) return nullptr;
  const auto principals = surroundings_.access.principals();
  const Identity& caller = session->methods->caller;
  const Principal* const user = FindPrincipal(*principals, caller.name());
  if (user == nullptr || user->number != caller.entry()) {
    users_.End(id);
    return nullptr;
  }
  return session->methods;
}

Site::Methods Site::KioskOf(SiteClient& client) {
  if (kiosk_.empty() || client.kiosk) return client.kiosk;
  const auto found = kiosks_.find(client.peer.origin());
  if (found != kiosks_.end()) client.kiosk = found->second.lock();
  if (client.kiosk) return client.kiosk;
  client.kiosk = std::make_shared<const MethodTable>(
      surroundings_.make_methods(Identity::Kiosk()));
  std::erase_if(kiosks_,
                [](const auto& known) { return known.second.expired(); });
  kiosks_.insert_or_assign(std::string(client.peer.origin()), client.kiosk);
  return client.kiosk;
}

Site::Methods Site::FindCaller(const RequestHead& head, SiteClient& client) {
  if (auto user = FindUser(head, client)) return user;
  return KioskOf(client);
}

// The answer comes on any thread, perhaps during this call, and perhaps when
// the connection is gone: what it needs is shared.
asio::awaitable<std::optional<Result<std::string>>> Site::Call(
    Methods methods, std::shared_ptr<const daemon::Call> request,
    SiteClient& client) {
  using Outcome = std::optional<Result<std::string>>;
  const auto outcome = std::make_shared<Outcome>();
  const std::shared_ptr<Waiting> waiting = client.waiting;
  const Reply reply(
      [outcome, waiting](Result<std::string> result) {
        const auto executor = waiting->executor();
        asio::dispatch(
            executor, [outcome, waiting, result = std::move(result)]() mutable {
              outcome->emplace(std::move(result));
              waiting->Wake();
            });
      },
      [](const WorkDone&) {}, [waiting] { return waiting->is_awaited(); });
  // One request of a connection runs at a time, so none overtakes another.
  static_cast<void>(surroundings_.dispatcher.Dispatch(
      methods, std::move(request), reply, [] {}));
  const bool is_here = co_await waiting->For<Result<std::string>>(outcome);
  if (!is_here) co_return std::nullopt;
  co_return std::move(*outcome);
}

asio::awaitable<std::optional<Response>> Site::ServeRpc(
    const RequestReader& request, SiteClient& client) {
  const Methods methods = FindCaller(request.head(), client);
  if (!methods) co_return MustLogIn();
  auto read = ReadRequest(request.body(), bounds_.nesting, budget_);
  if (!read) {
    if (!read.error().id) co_return Response{.code = status::no_content};
    co_return Response{.code = status::bad_request,
                       .content_type = kJson,
                       .body = ErrorLine(*read.error().id, read.error().error)};
  }
  const std::optional<std::string> id = (*read)->id();
  std::optional<Result<std::string>> outcome;
  if (methods == client.kiosk && (*read)->method() != calls::kAsk.name) {
    outcome = Result<std::string>(KioskOnlyAsks((*read)->method()));
  } else {
    outcome = co_await Call(methods, std::move(*read), client);
    if (!outcome) co_return std::nullopt;
  }
  if (!id) co_return Response{.code = status::no_content};
  co_return Response{.content_type = kJson,
                     .body = ReplyLine(*id, std::move(*outcome)).Join()};
}

std::vector<std::string> Site::CollectionsOf(const MethodTable& caller) const {
  std::vector<std::string> collections = surroundings_.list_collections();
  const Access access = surroundings_.access.Of(caller.caller);
  std::erase_if(collections, [&](const std::string& name) {
    return !access.Has(Right::kAsk, name);
  });
  return collections;
}

asio::awaitable<std::optional<Result<std::string>>> Site::Ask(
    std::string_view collection, std::string_view question, Methods caller,
    SiteClient& client) {
  const std::string params =
      boost::json::serialize(page::AskParams(collection, question));
  auto read = ReadParameters({calls::kAsk.name, {}, {}}, params,
                             bounds_.nesting, budget_);
  if (!read) co_return Result<std::string>(read.error().error);
  co_return co_await Call(std::move(caller), std::move(*read), client);
}

asio::awaitable<std::optional<std::vector<std::string>>> Site::FindSimilar(
    std::string_view collection, std::string_view question, Methods caller,
    SiteClient& client) {
  std::vector<std::string> similar;
  if (!surroundings_.access.Of(caller->caller).Has(Right::kRead, collection)) {
    co_return similar;
  }
  const std::string params = boost::json::serialize(
      boost::json::object{{calls::kCollection.name, collection},
                          {calls::kQuestion.name, question}});
  auto read = ReadParameters({calls::kExamSimilar.name, {}, {}}, params,
                             bounds_.nesting, budget_);
  if (!read) co_return similar;
  const auto found = co_await Call(std::move(caller), std::move(*read), client);
  if (!found) co_return std::nullopt;
  if (!*found) co_return similar;
  boost::system::error_code failed;
  const boost::json::value reply = boost::json::parse(**found, failed);
  for (const auto& each :
       protocol::ArrayAt(protocol::AsObject(reply), "questions")) {
    if (each.is_string()) similar.emplace_back(each.get_string());
  }
  co_return similar;
}

// What comes of the question is made into a page here, so that it works without
// JavaScript.
asio::awaitable<std::optional<Response>> Site::ServePage(
    const RequestHead& head, SiteClient& client) {
  const Methods user = FindUser(head, client);
  const Methods caller = user ? user : KioskOf(client);
  page::PageState state;
  state.language = LanguageOf(head);
  const bool is_part = head.query.Get(page::kPartField) == "1";
  if (!caller) co_return is_part ? MustLogIn() : SignInPage(head, client);
  state.may_sign_in = MayLogIn(client);
  const std::vector<std::string> collections = CollectionsOf(*caller);
  state.collections = collections;
  state.question = head.query.Get(page::kQuestionField);
  state.collection = head.query.Get(page::kCollectionField);
  if (state.collection.empty() && !collections.empty()) {
    state.collection = collections.front();
  }
  state.picture_of = [&](const boost::json::object& answer) {
    return PictureOf(answer, *state.reply, caller->caller);
  };
  state.code_of = [&](std::string_view run) {
    return links_.Make(kRecordCodePath, run, caller->caller.name(),
                       Clock::now());
  };
  state.judged_at = [&] {
    return (user || settings_.kiosk_feedback) &&
                   surroundings_.takes_feedback(state.collection)
               ? JudgedAt(*state.reply, state.question, caller->caller)
               : std::string();
  };
  if (user) {
    const Access access = surroundings_.access.Of(user->caller);
    state.user = user->caller.local_name();
    state.may_care =
        access.HasInEvery(Right::kManage) || !CaredFor(access).empty();
  }
  std::optional<Result<std::string>> answer;
  if (!state.question.empty()) {
    answer = co_await Ask(state.collection, state.question, caller, client);
    if (!answer) co_return std::nullopt;
    // The answer does not wait for them where others wait for answers.
    const bool is_idle =
        surroundings_.dispatcher.activity().questions_in_flight == 0;
    if (*answer && is_idle) {
      auto similar = co_await FindSimilar(state.collection, state.question,
                                          caller, client);
      if (!similar) co_return std::nullopt;
      state.similar = *std::move(similar);
    }
  }
  co_return PageOf(state, answer, is_part);
}

Response Site::PageOf(page::PageState& state,
                      const std::optional<Result<std::string>>& answer,
                      bool is_part) {
  Response response{.content_type = kHtml};
  boost::json::value result;
  if (answer && !*answer) {
    const Error& error = answer->error();
    state.error = {ToString(error.kind), error.message};
    if (error.kind == ErrorKind::kBusy) {
      response.code = status::service_unavailable;
    }
  } else if (answer) {
    boost::system::error_code failed;
    result = boost::json::parse(**answer, failed);
    state.reply = failed ? nullptr : result.if_object();
  }
  response.body = is_part ? page::RenderAnswer(state) : page::RenderPage(state);
  return response;
}

// The hash takes long, and guesses are made to wait: another thread does it.
asio::awaitable<std::optional<std::optional<Identity>>> Site::CheckPassword(
    std::string_view user, Password password, SiteClient& client) {
  using Checked = std::optional<std::optional<Identity>>;
  const auto checked = std::make_shared<Checked>();
  const std::shared_ptr<Waiting> waiting = client.waiting;
  logins_.Check(
      user, std::move(password), client.peer.address,
      [checked, waiting](std::optional<Identity> identity) {
        checked->emplace(std::move(identity));
        waiting->Wake();
      },
      [waiting] { return waiting->is_awaited(); });
  const bool is_here = co_await waiting->For<std::optional<Identity>>(checked);
  if (!is_here) co_return std::nullopt;
  co_return std::move(*checked);
}

Result<std::string> Site::LogIn(const Identity& user, const RequestHead& head,
                                SiteClient& client) {
  const auto id = users_.Begin(
      std::make_shared<const MethodTable>(surroundings_.make_methods(user)),
      Clock::now());
  if (!id) {
    return Error{ErrorKind::kInternal, "The system gives no random numbers."};
  }
  users_.End(FindId(head.cookies, client.is_tls));
  return SetCookie(*id, client.is_tls);
}

Result<Site::Login> Site::ReadLogin(const RequestReader& request,
                                    bool is_form) const {
  const Error missing{ErrorKind::kInvalidParams,
                      "A login has the text fields `user` and `password`."};
  if (is_form) {
    const auto form = Form::Read(request.body());
    if (!form || form->Get(page::kUserField).empty()) return missing;
    return Login{std::string(form->Get(page::kUserField)),
                 std::string(form->Get(page::kLanguageField)),
                 Password(form->Get(page::kPasswordField)),
                 form->Get(page::kCareField) == "1"};
  }
  const auto read =
      ReadParameters({"login", {}, {}}, request.body(), 1, budget_);
  if (!read) return read.error().error;
  const boost::json::object& params = (*read)->params();
  if (TextAt(params, page::kUserField).empty()) return missing;
  return Login{std::string(TextAt(params, page::kUserField)),
               {},
               Password(TextAt(params, page::kPasswordField))};
}

Response Site::LoginFailure(const Error& error, const Login& login,
                            bool is_form) {
  if (!is_form) return ErrorOf(status::forbidden, error);
  const std::string_view language = page::ChooseLanguage(login.language, {});
  return {.code = status::forbidden,
          .content_type = kHtml,
          .body = page::RenderSignIn(
              {.language = language,
               .user = login.user,
               .error = {ToString(error.kind), error.message},
               .leads_to_care = login.leads_to_care})};
}

asio::awaitable<std::optional<Response>> Site::ServeLogin(
    const RequestReader& request, SiteClient& client) {
  const RequestHead& head = request.head();
  if (head.method != verb::post) co_return SignInPage(head, client);
  const bool is_form = head.content_type == kFormType;
  if (!is_form && head.content_type != kJson) co_return WrongType(kFormType);
  auto login = ReadLogin(request, is_form);
  if (!login) co_return ErrorOf(status::bad_request, login.error());
  const std::string user = login->user;
  const auto checked =
      co_await CheckPassword(user, std::move(login->password), client);
  if (!checked) co_return std::nullopt;
  if (!*checked) {
    co_return LoginFailure(
        {ErrorKind::kForbidden, "Wrong name or password, or too many tries."},
        *login, is_form);
  }
  const auto cookie = LogIn(**checked, head, client);
  if (!cookie) {
    co_return ErrorOf(status::service_unavailable, cookie.error());
  }
  Response response;
  if (is_form) {
    response = SeeOther(AddressIn(login->leads_to_care ? page::kCarePath : "/",
                                  login->language));
  } else {
    JsonWriter json;
    json.BeginObject().Key("user").String(user).EndObject();
    response = {.content_type = kJson, .body = json.Take() + "\n"};
  }
  response.fields += *cookie;
  co_return response;
}

Response Site::ServeLogout(const RequestReader& request, SiteClient& client) {
  const RequestHead& head = request.head();
  if (head.content_type != kFormType && head.content_type != kJson) {
    return WrongType(kFormType);
  }
  users_.End(FindId(head.cookies, client.is_tls));
  Response response{.code = status::no_content};
  if (head.content_type == kFormType) {
    const auto form = Form::Read(request.body());
    response = SeeOther(AddressIn(
        "/", form ? form->Get(page::kLanguageField) : std::string_view()));
  }
  response.fields += SetCookie({}, client.is_tls);
  return response;
}

std::vector<page::CollectionRights> Site::CaredFor(const Access& access) const {
  std::vector<page::CollectionRights> rights;
  for (std::string& name : surroundings_.list_collections()) {
    const bool may_read = access.Has(Right::kRead, name);
    const bool may_add = access.Has(Right::kAdd, name);
    const bool may_manage = access.Has(Right::kManage, name);
    if (may_read || may_add || may_manage) {
      rights.push_back({std::move(name), may_read, may_add, may_manage});
    }
  }
  return rights;
}

// The kiosk gets what nobody gets: the form for logins.
Response Site::ServeCare(const RequestHead& head, SiteClient& client) {
  const Methods user = FindUser(head, client);
  if (!user) return SignInPage(head, client);
  const Access access = surroundings_.access.Of(user->caller);
  const auto collections = CaredFor(access);
  return {.content_type = kHtml,
          .body = page::RenderCare(
              {.language = LanguageOf(head),
               .user = user->caller.local_name(),
               .manages_all = access.HasInEvery(Right::kManage),
               .collections = collections,
               .piece_bytes = PieceBytes(settings_.body_bytes)})};
}

// Nothing secret: who may know nothing else may ask this.
Response Site::ServeHealth() const {
  const std::vector<std::string> outages = surroundings_.list_outages();
  if (outages.empty()) return {.body = "ok\n"};
  Response response{.code = status::service_unavailable};
  for (const std::string& outage : outages) {
    response.body += "out of service: " + outage + "\n";
  }
  return response;
}

Response Site::ServeMetrics(const RequestHead& head, SiteClient& client) {
  const Methods user = FindUser(head, client);
  std::optional<std::string> text;
  if (surroundings_.metrics) {
    text = surroundings_.metrics(
        {client.peer.is_loopback, user ? &user->caller : nullptr});
  }
  if (!text)
    return RefusalOf({status::not_found, "There is nothing here."}, false);
  return {.content_type = "text/plain; version=0.0.4; charset=utf-8",
          .body = std::move(*text)};
}

void Site::Tick(Clock::time_point now) {
  users_.EndIdle(now);
  if (now < last_drop_ + bounds_.upload_idle) return;
  last_drop_ = now;
  users_.ForEach([&](const Methods& methods) {
    if (!methods->drop_stale_work || !methods->holds_work ||
        !methods->holds_work()) {
      return;
    }
    surroundings_.dispatcher.DropStaleWork(methods, now - bounds_.upload_idle,
                                           [](const auto&) {});
  });
}

}  // namespace answerbox::daemon::http
