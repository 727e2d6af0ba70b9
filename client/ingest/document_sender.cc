#include "client/ingest/document_sender.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <iterator>
#include <span>
#include <thread>

#include "client/rpc/message.h"
#include "engine/text/text_block.h"
#include "engine/text/utf8.h"
#include "protocol/audit/digest.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

using Pages = std::span<const engine::PageMark>;
using Headings = std::span<const engine::HeadingMark>;
using Blocks = std::span<const engine::TextBlock>;

// Members at their defaults are left out: a table of 100,000 cells would take
// twice the bytes.
json::object ToJson(const engine::TextBlock& block, std::size_t number) {
  json::object fields{{"kind", engine::NameOf(block.kind)},
                      {"begin", block.range.begin},
                      {"end", block.range.end}};
  if (block.level > 1) fields["level"] = block.level;
  if (block.parent_distance != 0) {
    fields["parent"] = number - block.parent_distance;
  }
  if (block.row != 0) fields["row"] = block.row;
  if (block.column != 0) fields["column"] = block.column;
  if (block.row_span > 1) fields["rows"] = block.row_span;
  if (block.column_span > 1) fields["columns"] = block.column_span;
  const bool heads_column = (block.flags & engine::kHeadsColumn) != 0;
  const bool heads_row = (block.flags & engine::kHeadsRow) != 0;
  if (heads_column || heads_row) {
    fields["header"] =
        heads_column && heads_row ? "both" : (heads_row ? "row" : "column");
  }
  if ((block.flags & engine::kNumbered) != 0) fields["number"] = block.number;
  if ((block.flags & engine::kContinued) != 0) fields["continued"] = true;
  return fields;
}

// Adds the marks of a part. If the document has blocks, its headings are among
// them.
//   first_block  number of the first of `blocks` in the document
void AddMarks(Pages pages, Headings headings, Blocks blocks,
              std::size_t first_block, json::object& params) {
  if (!blocks.empty()) {
    json::array list;
    for (const engine::TextBlock& block : blocks) {
      list.push_back(ToJson(block, first_block++));
    }
    params["blocks"] = std::move(list);
  }
  if (!pages.empty()) {
    json::array list;
    for (const engine::PageMark& mark : pages) {
      json::array& page =
          list.emplace_back(json::array{mark.offset, mark.number}).as_array();
      if (mark.recognition > 0) page.push_back(mark.recognition - 1);
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
std::size_t BeginOf(const engine::TextBlock& block) {
  return block.range.begin;
}

Headings HeadingsBeside(const ConvertedDocument& content) {
  return content.blocks.empty() ? Headings(content.headings) : Headings();
}

// Removes and returns the first marks, at most `most`, that begin before `end`.
template <typename Mark>
std::span<const Mark> TakeMarks(std::span<const Mark>& marks, std::size_t end,
                                std::size_t most) {
  const auto window = marks.first(std::min(marks.size(), most));
  const auto past =
      std::find_if(window.begin(), window.end(),
                   [end](const Mark& mark) { return BeginOf(mark) >= end; });
  const auto count = static_cast<std::size_t>(past - window.begin());
  marks = marks.subspan(count);
  return window.first(count);
}

// Whether the error would meet every further document, so that sending ends. A
// disk that is full for one document is full for the next. If the daemon
// refuses one document's text or name, sending goes on.
bool EndsAll(const RemoteError& error) {
  constexpr std::string_view kKinds[] = {"storage", "shutting_down", "internal",
                                         "corrupt", "timeout"};
  return std::find(std::begin(kKinds), std::end(kKinds), error.kind) !=
             std::end(kKinds) ||
         (error.kind == "invalid_params" &&
          TextAt(error.data, "param") == "collection");
}

json::object WithoutPages(json::object account) {
  account["further_pages"] =
      NumberAt(account, "further_pages") + ArrayAt(account, "pages").size();
  account.erase("pages");
  return account;
}

bool IsBusy(const RemoteError& error) { return error.kind == "busy"; }

}  // namespace

SenderLimits SenderLimits::From(const json::object& status) {
  const json::object& daemon = ObjectAt(status, "limits");
  SenderLimits limits;
  if (const std::uint64_t most = NumberAt(daemon, "max_in_flight"); most > 0) {
    limits.requests_in_flight = static_cast<std::size_t>(
        std::min<std::uint64_t>(most, limits.requests_in_flight));
  }
  const std::uint64_t line = NumberAt(daemon, "max_line_bytes");
  if (line == 0) return limits;
  limits.request_bytes = static_cast<std::size_t>(
      std::min<std::uint64_t>(line, limits.request_bytes));
  // Escaped quotes and line ends may double the text in JSON. If escapes add
  // more, the line turns out too long and the document is sent in parts.
  limits.text_bytes = std::min(limits.text_bytes, limits.request_bytes / 2);
  // A byte of text takes at most 6 bytes of JSON. Of twelve shares of a request
  // six are for text, one for pages and headings, four for blocks; one is left
  // for the rest.
  constexpr std::size_t kTwoMarks = 48;
  constexpr std::size_t kBlock = 200;
  const std::size_t twelfth = limits.request_bytes / 12;
  limits.part_bytes = std::min(limits.part_bytes, twelfth);
  // Base64 makes 4 bytes of 3.
  limits.picture_bytes = std::min(limits.picture_bytes, 6 * twelfth);
  limits.marks_per_part = std::min(limits.marks_per_part, twelfth / kTwoMarks);
  limits.blocks_per_part =
      std::min(limits.blocks_per_part, 4 * twelfth / kBlock);
  return limits;
}

Outcome<void> DocumentSender::Send(std::size_t ticket, const std::string& name,
                                   const ConvertedDocument& content,
                                   const json::object& account) {
  // Pictures come in parts of their own.
  if (content.text.size() <= limits_.text_bytes &&
      content.page_pictures.empty()) {
    json::object params{
        {"collection", collection_}, {"name", name}, {"text", content.text}};
    AddMarks(content.pages, HeadingsBeside(content), content.blocks, 0, params);
    if (!account.empty()) params["account"] = account;
    if (how_.change) params["change"] = *how_.change;
    if (how_.force && !how_.change) params["force"] = true;
    // The line is made before anything is sent, as its length is known only
    // then.
    const std::uint64_t id = connection_.TakeId();
    Whole whole{ticket, RequestLine(id, "documents.add", params)};
    if (whole.line.size() <= limits_.request_bytes) {
      if (auto room = WaitForRoom(whole.line.size()); !room) return room;
      return SendWhole(id, std::move(whole));
    }
  }
  return SendInParts(ticket, name, content, account);
}

// If the daemon was too busy for all requests up to the last, the upload is
// gone. It is sent again while its text is in memory, so this waits for its
// end.
Outcome<void> DocumentSender::SendInParts(std::size_t ticket,
                                          const std::string& name,
                                          const ConvertedDocument& content,
                                          const json::object& account) {
  while (true) {
    const auto upload = std::make_shared<Upload>();
    if (auto sent = SendUpload(upload, name, content, account); !sent)
      return sent;
    while (upload->unanswered > 0) {
      if (auto received = ReceiveOne(); !received) return received;
    }
    if (!upload->error) {
      Rest();
      on_sent_({ticket, std::move(upload->result)});
      return {};
    }
    if (!IsBusy(*upload->error)) {
      on_sent_({ticket, *std::move(upload->error)});
      return {};
    }
    if (auto paused = Pause(*upload->error); !paused) return paused;
  }
}

Outcome<void> DocumentSender::SendUpload(const std::shared_ptr<Upload>& upload,
                                         const std::string& name,
                                         const ConvertedDocument& content,
                                         const json::object& account) {
  json::object begin{{"collection", collection_}, {"name", name}};
  if (how_.change) begin["change"] = *how_.change;
  if (auto sent = SendOf(upload, "documents.begin", begin); !sent) return sent;
  // Parts must name the upload's number, which the first reply gives.
  while (upload->unanswered > 0) {
    if (auto received = ReceiveOne(); !received) return received;
  }
  if (upload->error) return {};
  const json::value* number = upload->result.if_contains("upload");
  if (number == nullptr || !number->is_int64()) {
    return Failure{ExitCode::kDaemonFailed, "bad_reply",
                   "the daemon began an upload without a number"};
  }
  upload->number = static_cast<std::uint64_t>(number->get_int64());
  if (auto sent = SendParts(upload, content); !sent) return sent;
  if (auto sent = SendPictures(upload, content); !sent) return sent;
  // After an error the upload is gone.
  if (upload->error) return {};
  return SendCommit(upload, account);
}

Outcome<void> DocumentSender::SendCommit(const std::shared_ptr<Upload>& upload,
                                         const json::object& account) {
  json::object commit{{"upload", *upload->number}};
  if (how_.force && !how_.change) commit["force"] = true;
  if (!account.empty()) {
    // If the daemon accepts only short lines, it gets the sums, and how many
    // pages are not named.
    const bool fits =
        json::serialize(account).size() <= limits_.request_bytes / 2;
    commit["account"] = fits ? account : WithoutPages(account);
  }
  return SendOf(upload, "documents.commit", commit);
}

// Parts are sent one after the other without waiting; the first error of any of
// them ends the loop, as the daemon then has dropped the upload.
Outcome<void> DocumentSender::SendParts(const std::shared_ptr<Upload>& upload,
                                        const ConvertedDocument& content) {
  Pages pages(content.pages);
  Headings headings = HeadingsBeside(content);
  Blocks blocks(content.blocks);
  std::string_view rest = content.text;
  std::size_t end = 0;
  while (!upload->error && !(rest.empty() && pages.empty() &&
                             headings.empty() && blocks.empty())) {
    json::object params{{"upload", *upload->number}};
    // Marks go with the text they stand in. If they are too many, some go in
    // parts of their own.
    const bool marks_wait =
        (!pages.empty() && BeginOf(pages.front()) < end) ||
        (!headings.empty() && BeginOf(headings.front()) < end) ||
        (!blocks.empty() && BeginOf(blocks.front()) < end);
    if (!marks_wait) {
      const std::string_view text =
          rest.substr(0, engine::FloorToCharacter(rest, limits_.part_bytes));
      rest.remove_prefix(text.size());
      // One past the end with the last text, so that marks at the very end go
      // with it.
      end = rest.empty() ? content.text.size() + 1 : end + text.size();
      params["text"] = text;
    }
    const Pages part_pages = TakeMarks(pages, end, limits_.marks_per_part);
    const Headings part_headings =
        TakeMarks(headings, end, limits_.marks_per_part);
    const std::size_t first_block = content.blocks.size() - blocks.size();
    AddMarks(part_pages, part_headings,
             TakeMarks(blocks, end, limits_.blocks_per_part), first_block,
             params);
    if (auto sent = SendOf(upload, "documents.part", params); !sent) {
      return sent;
    }
  }
  return {};
}

Outcome<void> DocumentSender::SendPictures(
    const std::shared_ptr<Upload>& upload, const ConvertedDocument& content) {
  std::string_view rest = content.page_pictures;
  while (!upload->error && !rest.empty()) {
    const auto piece = rest.substr(0, limits_.picture_bytes);
    rest.remove_prefix(piece.size());
    const json::object params{
        {"upload", *upload->number},
        {"pictures", protocol::ToBase64(std::as_bytes(std::span(piece)))}};
    if (auto sent = SendOf(upload, "documents.part", params); !sent) {
      return sent;
    }
  }
  return {};
}

Outcome<void> DocumentSender::SendOf(const std::shared_ptr<Upload>& upload,
                                     std::string_view method,
                                     const json::object& params) {
  const std::uint64_t id = connection_.TakeId();
  const std::string line = RequestLine(id, method, params);
  if (auto room = WaitForRoom(line.size()); !room) return room;
  ++upload->unanswered;
  bytes_in_flight_ += line.size();
  in_flight_.emplace(id, InFlight{upload, line.size()});
  return connection_.SendLine(line);
}

// Requests that the daemon was too busy for go before new documents; otherwise
// the first ones would wait for ever.
Outcome<void> DocumentSender::WaitForRoom(std::size_t bytes) {
  while (!refused_as_busy_.empty() ||
         (!in_flight_.empty() &&
          (in_flight_.size() >= limits_.requests_in_flight ||
           bytes_in_flight_ + bytes > kMaxBytesInFlight))) {
    if (auto proceeded = Proceed(); !proceeded) return proceeded;
  }
  return {};
}

Outcome<void> DocumentSender::SendWhole(std::uint64_t id, Whole whole) {
  bytes_in_flight_ += whole.line.size();
  const std::size_t bytes = whole.line.size();
  const auto entry =
      in_flight_.emplace(id, InFlight{std::move(whole), bytes}).first;
  return connection_.SendLine(std::get<Whole>(entry->second.of).line);
}

Outcome<void> DocumentSender::Proceed() {
  return in_flight_.empty() ? SendAgain() : ReceiveOne();
}

// Sends all of them at once, as they were in flight together.
Outcome<void> DocumentSender::SendAgain() {
  if (auto paused = Pause(last_busy_); !paused) return paused;
  for (auto& [id, whole] : std::exchange(refused_as_busy_, {})) {
    if (auto sent = SendWhole(id, std::move(whole)); !sent) return sent;
  }
  return {};
}

// The patience is for a daemon that stores nothing at all: Rest() restores it
// whenever a document is stored.
Outcome<void> DocumentSender::Pause(const RemoteError& busy) {
  if (paused_ >= patience_.total) return FailureFrom(busy);
  std::this_thread::sleep_for(pause_);
  paused_ += pause_;
  pause_ = std::min(2 * pause_, patience_.longest);
  return {};
}

Outcome<void> DocumentSender::ReceiveOne() {
  Outcome<Message> message = connection_.Receive(Work::kLong);
  if (!message) return message.error();
  if (std::holds_alternative<RemoteProgress>(message->content)) return {};
  // Ignores a reply to no request of ours, such as to a sign of life.
  const auto found =
      message->id ? in_flight_.find(*message->id) : in_flight_.end();
  if (found == in_flight_.end()) return {};
  const std::uint64_t id = found->first;
  InFlight in_flight = std::move(found->second);
  in_flight_.erase(found);
  bytes_in_flight_ -= in_flight.bytes;
  if (auto* error = std::get_if<RemoteError>(&message->content);
      error != nullptr && EndsAll(*error)) {
    return FailureFrom(std::move(*error));
  }
  if (auto* upload = std::get_if<std::shared_ptr<Upload>>(&in_flight.of)) {
    Settle(**upload, *std::move(message));
  } else {
    Settle(id, std::get<Whole>(std::move(in_flight.of)), *std::move(message));
  }
  return {};
}

void DocumentSender::Settle(std::uint64_t id, Whole whole, Message message) {
  if (auto* error = std::get_if<RemoteError>(&message.content)) {
    if (!IsBusy(*error)) return on_sent_({whole.ticket, std::move(*error)});
    last_busy_ = std::move(*error);
    refused_as_busy_.emplace(id, std::move(whole));
    return;
  }
  Rest();
  on_sent_({whole.ticket, AsObject(std::get<json::value>(message.content))});
}

void DocumentSender::Settle(Upload& upload, Message message) {
  --upload.unanswered;
  if (auto* error = std::get_if<RemoteError>(&message.content)) {
    if (!upload.error) upload.error = std::move(*error);
    return;
  }
  upload.result = AsObject(std::get<json::value>(message.content));
}

void DocumentSender::Rest() {
  pause_ = patience_.first;
  paused_ = std::chrono::milliseconds(0);
}

Outcome<void> DocumentSender::Finish() {
  while (!in_flight_.empty() || !refused_as_busy_.empty()) {
    if (auto proceeded = Proceed(); !proceeded) return proceeded;
  }
  return {};
}

}  // namespace answerbox::client
