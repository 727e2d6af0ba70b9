#include "daemon/protocol/mqtt/journal/journal_writer.h"

#include <random>
#include <span>
#include <string>

#include "daemon/protocol/mqtt/journal/journal_file.h"
#include "platform/file/atomic_file.h"

namespace answerbox::daemon::mqtt {
namespace {

std::span<const std::byte> BytesOf(std::string_view text) noexcept {
  return std::as_bytes(std::span(text));
}

// Not secret, only different from that of the file before.
std::uint64_t MakeFileId() {
  std::random_device random;
  return (std::uint64_t{random()} << 32) | random();
}

}  // namespace

// The new file is complete and synced under another name before it takes the
// place of the old one. A power cut leaves one of the two.
platform::Result<void> JournalWriter::Begin(std::string_view body,
                                            std::int64_t time_ms) {
  file_.reset();
  file_id_ = MakeFileId();
  const std::string head =
      MakeFileHead(file_id_) +
      MakeBatchHead(file_id_,
                    {.number = kFirstBatch, .time_ms = time_ms, .body = body});
  auto made = platform::AtomicFile::Create(path_);
  if (!made) return made.error();
  if (auto put = made->Append(BytesOf(head)); !put) return put;
  if (auto put = made->Append(BytesOf(body)); !put) return put;
  if (auto committed = made->Commit(); !committed) return committed;
  auto opened = platform::AppendedFile::Open(path_, head.size() + body.size());
  if (!opened) return opened.error();
  file_.emplace(std::move(*opened));
  next_batch_ = kFirstBatch + 1;
  return {};
}

platform::Result<void> JournalWriter::Append(std::string_view body,
                                             std::int64_t time_ms) {
  const std::string head = MakeBatchHead(
      file_id_, {.number = next_batch_, .time_ms = time_ms, .body = body});
  // One after the other: no copy of the body is made.
  auto done = file_->Append(BytesOf(head));
  if (done) done = file_->Append(BytesOf(body));
  if (done) done = file_->Sync();
  if (!done) file_.reset();
  ++next_batch_;
  return done;
}

}  // namespace answerbox::daemon::mqtt
