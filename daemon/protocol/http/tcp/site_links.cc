// What the links of an answer lead to: its printed page, the code of its
// record, and a judgement of it. Who says what of an answer was given it: the
// form leads to an address that holds what was asked and found, and that only
// the site can make.
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "daemon/protocol/http/page/page.h"
#include "daemon/protocol/http/page/picture.h"
#include "daemon/protocol/http/tcp/site.h"
#include "daemon/protocol/json_rpc.h"
#include "protocol/calls/feedback.h"
#include "protocol/reply/json_fields.h"

namespace answerbox::daemon::http {
namespace {

namespace asio = boost::asio;
namespace json = boost::json;

// Of an address, beside which a head has to hold that of the page.
constexpr std::size_t kMostBytes = 8'000;

status StatusOf(const Error& error) {
  return error.kind == ErrorKind::kBusy ? status::service_unavailable
                                        : status::conflict;
}

// Tells nobody what there is.
Response NoSuchLink() {
  return RefusalOf({status::not_found,
                    "There is nothing here. The links of an answer end after "
                    "ten minutes: ask again."},
                   false);
}

// Errors: those of `found`; kNotFound if the document was replaced since, or
// the picture is none.
Result<std::string> DrawPicture(const Result<FoundPicture>& found,
                                const PicturedPlace& place) {
  if (!found) return found.error();
  const Error none{ErrorKind::kNotFound, "There is no such picture."};
  if (found->version != place.version) return none;
  auto picture = page::RenderPicture(
      found->jpeg, page::BoxesOfAnswer(found->boxes, {place.begin, place.end}));
  if (!picture) return none;
  return *std::move(picture);
}

}  // namespace

std::string Site::PictureOf(const boost::json::object& answer,
                            const boost::json::object& reply,
                            const Identity& caller) const {
  const std::uint64_t page = protocol::NumberAt(answer, "page");
  if (page == 0 || !surroundings_.pictures_of) return {};
  PicturedPlace place{protocol::TextAt(reply, "collection"),
                      protocol::TextAt(answer, "document")};
  const auto version = surroundings_.pictures_of(
      place.collection, place.document, protocol::NumberAt(reply, "snapshot"));
  if (!version) return {};
  place.version = *version;
  place.page = static_cast<std::uint32_t>(page);
  const page::AnswerBytes bytes = page::BytesOnItsPage(answer);
  place.begin = bytes.begin;
  place.end = bytes.end;
  return links_.Make(kPicturePath, WritePlace(place), caller.name(),
                     Clock::now());
}

// The right to ask is asked again: it may be gone since the answer.
asio::awaitable<std::optional<Response>> Site::ServePicture(
    const RequestHead& head, SiteClient& client) {
  const Methods caller = FindCaller(head, client);
  if (!caller) co_return NoSuchLink();
  const auto link = ReadLink(head, *caller);
  if (!link) co_return NoSuchLink();
  PicturedPlace place = ReadPlace(link->text);
  if (!surroundings_.access.Of(caller->caller)
           .Has(Right::kAsk, place.collection)) {
    co_return NoSuchLink();
  }
  std::function<Result<std::string>()> draw =
      [find = surroundings_.find_picture, place = std::move(place)] {
        return DrawPicture(find(place), place);
      };
  co_return co_await Draw(*caller, std::move(draw), client);
}

// The head covers the record, as that was accepted before the answer left.
asio::awaitable<std::optional<Response>> Site::ServeRecordCode(
    const RequestHead& head, SiteClient& client) {
  const Methods caller = FindCaller(head, client);
  if (!caller) co_return NoSuchLink();
  auto link = ReadLink(head, *caller);
  if (!link) co_return NoSuchLink();
  std::function<Result<std::string>()> draw =
      [sign = surroundings_.sign_log,
       link = *std::move(link)]() -> Result<std::string> {
    auto signed_head = sign(link.made + std::chrono::seconds(1));
    if (!signed_head) return signed_head.error();
    const std::string text = *signed_head + " " + link.text;
    if (text.size() > page::kMaxCodeBytes) {
      return Error{ErrorKind::kLimit, "The log has too many records."};
    }
    return page::RenderCode(text);
  };
  co_return co_await Draw(*caller, std::move(draw), client);
}

std::optional<AnswerLinks::Link> Site::ReadLink(
    const RequestHead& head, const MethodTable& caller) const {
  return links_.Read(head.path, head.query.Get(kTokenField),
                     caller.caller.name(), Clock::now());
}

asio::awaitable<std::optional<Response>> Site::Draw(
    const MethodTable& caller, std::function<Result<std::string>()> draw,
    SiteClient& client) {
  // In no table of calls: it serves the links of this site alone.
  constexpr std::string_view kMethod = "draw";
  static const json::object kNoParams;
  const auto methods = std::make_shared<MethodTable>(caller.caller);
  methods->methods.push_back(
      {.name = kMethod,
       .lane = Lane::kQuestion,
       .right = {},
       .run = [draw = std::move(draw)](const auto&, const Reply& reply) {
         reply.Send(draw());
       }});
  const auto request = std::make_shared<daemon::Call>(kMethod, kNoParams);
  auto drawn = co_await Call(methods, request, client);
  if (!drawn) co_return std::nullopt;
  if (*drawn) {
    co_return Response{.content_type = page::kPictureContentType,
                       .body = *std::move(*drawn)};
  }
  if (drawn->error().kind != ErrorKind::kBusy) co_return NoSuchLink();
  co_return RefusalOf({status::service_unavailable, "Try again."}, false);
}

std::string Site::JudgedAt(const json::object& reply, std::string_view question,
                           const Identity& caller) const {
  std::string address = links_.Make(
      kFeedbackPath, json::serialize(page::JudgedParams(reply, question)),
      caller.name(), Clock::now());
  return address.size() > kMostBytes ? std::string() : address;
}

asio::awaitable<std::optional<Response>> Site::ServeFeedback(
    const RequestReader& request, SiteClient& client) {
  const RequestHead& head = request.head();
  if (head.content_type != kFormType) co_return WrongType(kFormType);
  const auto form = Form::Read(request.body());
  const Methods user = FindUser(head, client);
  const Methods caller =
      user || !settings_.kiosk_feedback ? user : KioskOf(client);
  if (!caller || !form) co_return MustLogIn();
  page::JudgedState state{
      .language = page::ChooseLanguage(form->Get(page::kLanguageField), {}),
      .is_part = form->Get(page::kPartField) == "1"};
  Response response{.content_type = kHtml};
  const auto link = ReadLink(head, *caller);
  json::value params;
  const auto judgement = form->Get(page::kJudgementField);
  if (link) params = json::parse(link->text);
  std::optional<Result<std::string>> kept;
  if (link && page::MayBeSaid(judgement, params.as_object())) {
    params.as_object()[calls::feedback::kJudgement.name] = judgement;
    auto read =
        ReadParameters({calls::kFeedbackGive.name, {}, {}},
                       json::serialize(params), bounds_.nesting, budget_);
    if (!read) {
      kept = Result<std::string>(read.error().error);
    } else {
      kept = co_await Call(caller, std::move(*read), client);
      if (!kept) co_return std::nullopt;
    }
  }
  const Error late{ErrorKind::kNotFound, ""};
  if (!kept || !*kept) {
    const Error& error = kept ? kept->error() : late;
    state.error = {ToString(error.kind), error.message};
    response.code = StatusOf(error);
  }
  response.body = page::RenderJudged(state);
  co_return response;
}

}  // namespace answerbox::daemon::http
