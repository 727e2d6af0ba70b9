// What people said of answers: the questions that they propose for a
// collection's exam, and the file that keeps them. docs/state-directory.md,
// "Feedback".
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/collections/snapshots/snapshot.h"
#include "daemon/error.h"
#include "protocol/exam/bank.h"

namespace answerbox::daemon {

// A collection keeps so many, in a file of so many bytes. One caller may fill a
// quarter of either, and a name of many people, as the kiosk's, half. A full
// file takes nothing new: else whoever may ask could push out what others said.
inline constexpr std::size_t kMaxProposals = 1024;
inline constexpr std::size_t kMaxProposalsBytes = std::size_t{512} << 10;

// In the order of calls::feedback::kJudgementNames.
enum class Judgement : std::uint8_t {
  kRight,
  kWrong,
  kAnswerable,    // Refused, though the documents answer it.
  kUnanswerable,  // Rightly refused.
};

struct Proposal {
  std::string question;
  Judgement judgement = Judgement::kRight;
  // Where the answer was found, or the closest place; empty and 0: not told.
  std::string document = {};
  std::uint32_t page = 0;
  std::string text = {};    // The sentence that decided.
  std::string by = {};      // Name of the caller's identity.
  std::uint64_t given = 0;  // By the clock, in seconds since 1970.

  // 16 hexadecimal digits of all but judgement and time: who says something
  // again of the same answer changes what he said before. Callers who share a
  // name do not: there the judgement counts, too.
  [[nodiscard]] std::string id() const;

  [[nodiscard]] bool operator==(const Proposal&) const = default;
};
using Proposals = std::vector<Proposal>;  // The oldest first.

// The object of a proposal, as the file and `feedback.list` have it.
[[nodiscard]] std::string ProposalJson(const Proposal& proposal);
// With the id of another one, of which this shows a part.
[[nodiscard]] std::string ProposalJson(const Proposal& shown,
                                       std::string_view id);

[[nodiscard]] std::string EncodeProposals(std::span<const Proposal> proposals);
// Returns nothing unless EncodeProposals could have written the text.
[[nodiscard]] std::optional<Proposals> DecodeProposals(std::string_view text);

// All get the collection's folder. Those that write sync the file before they
// return; the writing thread calls them (CollectionStore::Write).

// None if there is no file. Errors: kStorage; kCorrupt, which names the file.
[[nodiscard]] Result<Proposals> LoadProposals(
    const std::filesystem::path& folder);
// Adds the proposal, or replaces the one of its id. Errors: those of
// LoadProposals; kLimit.
[[nodiscard]] Result<void> AddProposal(const std::filesystem::path& folder,
                                       const Proposal& proposal);
// Removes the proposal of the id, or all if the id is "all". Errors: those of
// LoadProposals; kNotFound.
[[nodiscard]] Result<void> RemoveProposal(const std::filesystem::path& folder,
                                          std::string_view id);

// Returns the proposal without its text if its document does not say it, and
// without document and page, too, if there is no such document. Errors:
// kCorrupt.
[[nodiscard]] Result<Proposal> WithoutUncited(const Snapshot& now,
                                              Proposal proposal);
// The same for all that are kept, so that nothing of what was erased stays.
//   was  a snapshot of which they hold already; null: none
// Errors: those of LoadProposals; kCorrupt.
[[nodiscard]] Result<void> ForgetUncited(const std::filesystem::path& folder,
                                         const Snapshot* was,
                                         const Snapshot& now);

// kNotFound: it was accepted or thrown away.
[[nodiscard]] Error NoSuchProposal(std::string_view id);

// Returns the guard's text with the question in place of the one of its id, or
// at its end. An equal one leaves it unchanged.
//   guard  its present text; nothing: there is none
// Errors: kLimit when it is full, kCorrupt.
[[nodiscard]] Result<std::string> GuardWith(
    const protocol::BankQuestion& question,
    std::optional<std::string_view> guard);

// The id of a question that was accepted begins so.
inline constexpr std::string_view kAcceptedPrefix = "feedback-";
// Returns how many accepted questions of the guard the next one lacks.
//   next  nothing: there will be none
[[nodiscard]] std::size_t CountDropped(std::string_view guard,
                                       std::optional<std::string_view> next);

}  // namespace answerbox::daemon
