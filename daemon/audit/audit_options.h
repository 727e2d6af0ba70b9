// How the audit log is kept. Options set it: the defaults are here.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>

#include "protocol/audit/digest.h"
#include "protocol/audit/record_line.h"

namespace answerbox::daemon {

enum class Durability : std::uint8_t {
  kOff,    // There is no log.
  kNone,   // Given to the kernel soon; on the disk when the kernel writes it.
  kGroup,  // Written to the disk within 50 ms; replies do not wait for that.
  kEach,   // On the disk before the reply leaves.
};

// What happens to an answer whose record can't be stored.
enum class WhenFull : std::uint8_t {
  kRefuse,  // The caller gets an error.
  kAnswer,  // The answer is given and says so; a later record tells the number.
};

// The form of the question in a record.
enum class QuestionForm : std::uint8_t {
  kPlain,
  kHashed,  // HMAC-SHA-256 with a key of the box.
  kLeftOut,
};

// The files of the log.
struct LogOptions {
  std::filesystem::path folder{};
  // Where the kept head is stored; empty: kKeptHeadFile beside the folder.
  std::filesystem::path head_file{};
  // A new file begins when the present one has reached either bound.
  std::uint64_t file_bytes = std::uint64_t{8} << 20;
  std::chrono::microseconds file_age = std::chrono::days{30};
  // False: batches are not synced, so a power cut may tear more than one.
  bool is_synced = true;
  protocol::RecordClock clock = protocol::Now;
  // Called when a file of records is on the disk, with the hash of its first
  // line.
  std::function<void(const std::filesystem::path&, const protocol::Digest&)>
      on_begun = {};
};

struct AuditOptions {
  LogOptions log{};
  // When all files of the log have more, the oldest go. 0: no bound.
  std::uint64_t keep_bytes = 0;
  Durability durability = Durability::kGroup;
  QuestionForm questions = QuestionForm::kHashed;
  WhenFull when_full = WhenFull::kAnswer;
  std::size_t buffer_bytes = std::size_t{1} << 20;  // Records not yet written.
  std::uint64_t head_records = 4096;                // Records before a head.
  // A head is also written when the oldest record without one is this old.
  std::chrono::seconds head_interval{60};
  // Bytes of records that one caller's requests may make each second, for
  // CallerRates. 0: any number.
  std::uint64_t caller_bytes_per_s = std::uint64_t{256} << 10;
  // The longest time that a record waits for room in the buffer. After that,
  // the disk counts as hanging.
  std::chrono::milliseconds patience{5000};
  // Time for which records gather before they are written. The rest of the 50
  // ms is for writing.
  std::chrono::milliseconds gather_interval{20};
};

}  // namespace answerbox::daemon
