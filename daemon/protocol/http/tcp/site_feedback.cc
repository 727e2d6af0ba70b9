// What people say of answers. Who says it was given the answer: the form leads
// to an address that holds what was asked and found, and that only the site can
// make.
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <optional>
#include <string>
#include <utility>

#include "daemon/protocol/http/page/page.h"
#include "daemon/protocol/http/tcp/site.h"
#include "daemon/protocol/reply_lines.h"
#include "protocol/calls/feedback.h"

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

}  // namespace

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
