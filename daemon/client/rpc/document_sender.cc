#include "daemon/client/rpc/document_sender.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <iterator>
#include <span>

#include "daemon/client/rpc/json_fields.h"
#include "engine/text/utf8.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

using Pages = std::span<const engine::PageMark>;
using Headings = std::span<const engine::HeadingMark>;

void AddMarks(Pages pages, Headings headings, json::object& params) {
  if (!pages.empty()) {
    json::array list;
    for (const engine::PageMark& mark : pages) {
      list.push_back(json::array{mark.offset, mark.number});
    }
    params["pages"] = std::move(list);
  }
  if (!headings.empty()) {
    json::array list;
    for (const engine::HeadingMark& mark : headings) {
      list.push_back(json::array{mark.range.begin, mark.range.end, mark.level});
    }
    params["headings"] = std::move(list);
  }
}

std::size_t BeginOf(const engine::PageMark& mark) { return mark.offset; }
std::size_t BeginOf(const engine::HeadingMark& mark) {
  return mark.range.begin;
}

// Cuts off the first marks, at most kMarksPerPart, that begin before `end`.
template <typename Mark>
std::span<const Mark> TakeMarks(std::span<const Mark>& marks, std::size_t end) {
  const auto window = marks.first(std::min(marks.size(), kMarksPerPart));
  const auto past =
      std::find_if(window.begin(), window.end(),
                   [end](const Mark& mark) { return BeginOf(mark) >= end; });
  const auto count = static_cast<std::size_t>(past - window.begin());
  marks = marks.subspan(count);
  return window.first(count);
}

// Errors that are not about one document: nothing further can be stored.
bool EndsAll(const RemoteError& error) {
  constexpr std::string_view kKinds[] = {"storage", "shutting_down", "internal",
                                         "corrupt", "timeout",       "busy"};
  return std::find(std::begin(kKinds), std::end(kKinds), error.kind) !=
             std::end(kKinds) ||
         (error.kind == "invalid_params" &&
          TextAt(error.data, "param") == "collection");
}

}  // namespace

Outcome<void> DocumentSender::Send(std::size_t ticket, const std::string& name,
                                   const ConvertedDocument& content) {
  const auto document = std::make_shared<Document>(Document{ticket});
  if (content.text.size() <= kMaxTextInOneRequest) {
    json::object params{
        {"collection", collection_}, {"name", name}, {"text", content.text}};
    AddMarks(content.pages, content.headings, params);
    const std::uint64_t id = connection_.TakeId();
    const std::string line = RequestLine(id, "documents.add", params);
    if (line.size() <= kMaxRequestBytes) {
      return EnqueueLine(id, line, {document, Request::kAdd, line.size()});
    }
  }
  return SendInParts(document, name, content);
}

Outcome<void> DocumentSender::SendInParts(
    const std::shared_ptr<Document>& document, const std::string& name,
    const ConvertedDocument& content) {
  const json::object begin{{"collection", collection_}, {"name", name}};
  if (auto sent = Enqueue(document, Request::kBegin, "documents.begin", begin);
      !sent) {
    return sent;
  }
  // Parts need the upload's number.
  while (!document->upload && !document->error) {
    if (auto received = ReceiveOne(); !received) return received;
  }
  if (document->error) return {};
  if (auto sent = SendParts(document, content); !sent) return sent;
  return Enqueue(document, Request::kCommit, "documents.commit",
                 json::object{{"upload", *document->upload}});
}

Outcome<void> DocumentSender::SendParts(
    const std::shared_ptr<Document>& document,
    const ConvertedDocument& content) {
  Pages pages(content.pages);
  Headings headings(content.headings);
  std::string_view rest = content.text;
  std::size_t end = 0;
  // After an error the upload is gone; its commit then reports that error.
  while (!document->error &&
         !(rest.empty() && pages.empty() && headings.empty())) {
    json::object params{{"upload", *document->upload}};
    // Marks go with the text they stand in, in parts of their own where they
    // are many.
    const bool marks_wait =
        (!pages.empty() && BeginOf(pages.front()) < end) ||
        (!headings.empty() && BeginOf(headings.front()) < end);
    if (!marks_wait) {
      const std::string_view text =
          rest.substr(0, engine::FloorToCharacter(rest, kPartBytes));
      rest.remove_prefix(text.size());
      end = rest.empty() ? content.text.size() + 1 : end + text.size();
      params["text"] = text;
    }
    const Pages part_pages = TakeMarks(pages, end);
    AddMarks(part_pages, TakeMarks(headings, end), params);
    if (auto sent = Enqueue(document, Request::kPart, "documents.part", params);
        !sent) {
      return sent;
    }
  }
  return {};
}

Outcome<void> DocumentSender::Enqueue(const std::shared_ptr<Document>& document,
                                      Request request, std::string_view method,
                                      const json::object& params) {
  const std::uint64_t id = connection_.TakeId();
  const std::string line = RequestLine(id, method, params);
  return EnqueueLine(id, line, {document, request, line.size()});
}

Outcome<void> DocumentSender::EnqueueLine(std::uint64_t id,
                                          std::string_view line,
                                          InFlight in_flight) {
  while (!in_flight_.empty() &&
         (in_flight_.size() >= kMaxRequestsInFlight ||
          bytes_in_flight_ + line.size() > kMaxBytesInFlight)) {
    if (auto received = ReceiveOne(); !received) return received;
  }
  bytes_in_flight_ += in_flight.bytes;
  in_flight_.emplace(id, std::move(in_flight));
  return connection_.SendLine(line);
}

Outcome<void> DocumentSender::ReceiveOne() {
  Outcome<Message> message = connection_.Receive();
  if (!message) return message.error();
  if (std::holds_alternative<RemoteProgress>(message->content)) return {};
  const auto found =
      message->id ? in_flight_.find(*message->id) : in_flight_.end();
  if (found == in_flight_.end()) return {};
  const InFlight in_flight = std::move(found->second);
  in_flight_.erase(found);
  bytes_in_flight_ -= in_flight.bytes;
  return Settle(in_flight, *std::move(message));
}

Outcome<void> DocumentSender::Settle(const InFlight& in_flight,
                                     Message message) {
  Document& document = *in_flight.document;
  if (auto* error = std::get_if<RemoteError>(&message.content)) {
    if (EndsAll(*error)) return FailureFrom(std::move(*error));
    if (!document.error) document.error = std::move(*error);
    const bool is_last = in_flight.request == Request::kAdd ||
                         in_flight.request == Request::kBegin ||
                         in_flight.request == Request::kCommit;
    if (is_last) on_sent_({document.ticket, *document.error});
    return {};
  }
  const auto* result =
      std::get<boost::json::value>(message.content).if_object();
  const json::value* upload =
      result == nullptr ? nullptr : result->if_contains("upload");
  switch (in_flight.request) {
    case Request::kBegin:
      if (upload == nullptr || !upload->is_int64()) {
        return Failure{ExitCode::kDaemonFailed, "bad_reply",
                       "the daemon began an upload without a number"};
      }
      document.upload = static_cast<std::uint64_t>(upload->get_int64());
      return {};
    case Request::kPart:
      return {};
    case Request::kAdd:
    case Request::kCommit:
      on_sent_({document.ticket, result == nullptr ? json::object() : *result});
      return {};
  }
  return {};
}

Outcome<void> DocumentSender::Finish() {
  while (!in_flight_.empty()) {
    if (auto received = ReceiveOne(); !received) return received;
  }
  return {};
}

}  // namespace answerbox::client
