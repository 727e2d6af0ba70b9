#include "daemon/collections/snapshots/proposals.h"

#include <algorithm>
#include <array>
#include <boost/json/parse.hpp>
#include <cerrno>
#include <cstdio>
#include <set>
#include <utility>
#include <variant>

#include "daemon/collections/files/errors.h"
#include "daemon/collections/files/names.h"
#include "daemon/collections/snapshots/summaries.h"
#include "engine/index/format/checksum.h"
#include "engine/text/content_id.h"
#include "platform/file/mapped_file.h"
#include "protocol/calls/feedback.h"
#include "protocol/exam/guard_text.h"
#include "protocol/json/json_writer.h"
#include "protocol/reply/json_fields.h"

namespace answerbox::daemon {
namespace {

using protocol::NumberAt;
using protocol::TextAt;

constexpr std::string_view kFeedbackLine = "answerbox-feedback 1\n";
constexpr std::string_view kChecksumKey = "crc32c ";
// The bounds are divided into so many parts, and a caller has at most one: else
// one caller could keep all others from saying anything.
constexpr std::size_t kShares = 4;
// The same for a name of many people.
constexpr std::size_t kSharesOfMany = 2;
constexpr auto& kNames = calls::feedback::kJudgementNames;

// A name without a source is of many people, as that of the kiosk.
bool IsOfMany(std::string_view caller) {
  return caller.find(':') == caller.npos;
}

std::string LastLine(std::string_view before) {
  std::array<char, 24> line{};
  std::snprintf(line.data(), line.size(), "crc32c %08x\n",
                static_cast<unsigned>(
                    engine::ComputeChecksum(std::as_bytes(std::span(before)))));
  return line.data();
}

// Returns nothing for a line that is no JSON. What else may be wrong,
// DecodeProposals notices when it writes the line again.
std::optional<Proposal> ReadLine(std::string_view line) {
  boost::system::error_code failed;
  const boost::json::value read = boost::json::parse(line, failed);
  if (failed) return std::nullopt;
  const boost::json::object& object = protocol::AsObject(read);
  const auto judgement = std::ranges::find(kNames, TextAt(object, "judgement"));
  if (judgement == kNames.end()) return std::nullopt;
  return Proposal{
      .question = TextAt(object, "question"),
      .judgement = static_cast<Judgement>(judgement - kNames.begin()),
      .document = TextAt(object, "document"),
      .page = static_cast<std::uint32_t>(NumberAt(object, "page")),
      .text = TextAt(object, "text"),
      .by = TextAt(object, "by"),
      .given = NumberAt(object, "given")};
}

Error TooMuch() {
  return LimitError(
      "Enough is kept of what people said of answers here: somebody who may "
      "manage the collection has to look at it first, by /care or `answerbox "
      "exam feedback`.");
}

Result<void> Store(const std::filesystem::path& folder,
                   std::span<const Proposal> proposals) {
  const std::string text = EncodeProposals(proposals);
  if (proposals.size() > kMaxProposals || text.size() > kMaxProposalsBytes) {
    return TooMuch();
  }
  return WriteStoredText(folder / kFeedbackFileName, text);
}

struct LiveDocument {
  const StoredSegment* segment;
  engine::DocumentRecord record;
};

Result<std::optional<LiveDocument>> FindLive(const Snapshot& now,
                                             std::string_view name) {
  const auto place = FindDocument(now.segments(), name);
  if (!place) return place.error();
  if (!*place) return std::nullopt;
  const StoredSegment& segment = *now.segments()[(*place)->segment].stored;
  const auto record = segment.reader.Document((*place)->document);
  if (!record) return CorruptError(segment.file_name, record.error());
  return LiveDocument{&segment, *record};
}

// A proposal has blanks for what ends lines in the document.
char AsSaid(char stored) {
  const auto byte = static_cast<unsigned char>(stored);
  return byte < 0x20 || byte == 0x7F ? ' ' : stored;
}

// Whether the document holds the text, which is not empty (Knuth, Morris and
// Pratt, SIAM Journal on Computing 6(2), 1977). All changes wait for it, so its
// time may not be the product of both lengths, whoever chose them.
bool Says(std::string_view document, std::string_view text) {
  // How much of the text's beginning ends at each of its bytes.
  std::vector<std::size_t> overlaps(text.size());
  const auto next = [&](std::size_t matched, char byte) {
    while (matched > 0 && AsSaid(text[matched]) != AsSaid(byte)) {
      matched = overlaps[matched - 1];
    }
    return matched + (AsSaid(text[matched]) == AsSaid(byte) ? 1 : 0);
  };
  for (std::size_t i = 1; i < text.size(); ++i) {
    overlaps[i] = next(overlaps[i - 1], text[i]);
  }
  std::size_t matched = 0;
  for (const char byte : document) {
    matched = next(matched, byte);
    if (matched == text.size()) return true;
  }
  return false;
}

// Takes away the text, unless the document says it.
Result<void> DropUnsaid(const LiveDocument& document, Proposal& proposal) {
  // A text cited from a longer one is not worth the time of all changes.
  constexpr std::size_t kMostSearched = std::size_t{1} << 20;
  if (proposal.text.empty()) return {};
  const auto text = document.segment->reader.Text(document.record);
  if (!text) return CorruptError(document.segment->file_name, text.error());
  if (text->size() > kMostSearched || !Says(*text, proposal.text)) {
    proposal.text.clear();
  }
  return {};
}

void DropPlace(Proposal& proposal) {
  proposal.document.clear();
  proposal.page = 0;
  proposal.text.clear();
}

// Returns the bank with this question in place of the one of its id.
std::string Replaced(std::string_view bank,
                     const protocol::BankQuestion& question) {
  std::string replaced;
  while (!bank.empty()) {
    const std::string_view line =
        bank.substr(0, std::min(bank.find('\n'), bank.size() - 1) + 1);
    const auto read = protocol::ReadBank(line);
    const auto* const one = std::get_if<protocol::Bank>(&read);
    if (one != nullptr && one->front().id == question.id) {
      replaced += protocol::WriteBankLine(question);
    } else {
      replaced += line;
    }
    bank.remove_prefix(line.size());
  }
  return replaced;
}

}  // namespace

std::string Proposal::id() const {
  std::string all = by;
  // One of them does not take back what another said.
  if (IsOfMany(by)) {
    all += '\0';
    all += kNames.at(static_cast<std::size_t>(judgement));
  }
  for (const std::string& part :
       {question, document, std::to_string(page), text}) {
    all += '\0';
    all += part;
  }
  const engine::Sha256 hash = engine::ComputeSha256(all);
  JsonWriter json;
  json.Hexadecimal(std::span(hash).first(8));
  return json.Take().substr(1, 16);
}

std::string ProposalJson(const Proposal& proposal) {
  return ProposalJson(proposal, proposal.id());
}

std::string ProposalJson(const Proposal& proposal, std::string_view id) {
  JsonWriter json;
  json.BeginObject().Key("id").String(id);
  json.Key("judgement")
      .String(kNames.at(static_cast<std::size_t>(proposal.judgement)));
  json.Key("question").String(proposal.question);
  if (!proposal.document.empty()) {
    json.Key("document").String(proposal.document);
  }
  if (proposal.page > 0) json.Key("page").Integer(proposal.page);
  if (!proposal.text.empty()) json.Key("text").String(proposal.text);
  json.Key("by").String(proposal.by);
  json.Key("given").Integer(proposal.given);
  return json.EndObject().Take();
}

std::string EncodeProposals(std::span<const Proposal> proposals) {
  std::string text(kFeedbackLine);
  for (const Proposal& proposal : proposals) {
    text += ProposalJson(proposal);
    text += '\n';
  }
  return text + LastLine(text);
}

std::optional<Proposals> DecodeProposals(std::string_view text) {
  if (text.size() > kMaxProposalsBytes || !text.starts_with(kFeedbackLine)) {
    return std::nullopt;
  }
  const std::size_t last = text.rfind(kChecksumKey);
  if (last == std::string_view::npos ||
      text.substr(last) != LastLine(text.substr(0, last))) {
    return std::nullopt;
  }
  Proposals proposals;
  std::string_view lines =
      text.substr(kFeedbackLine.size(), last - kFeedbackLine.size());
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    auto proposal = ReadLine(lines.substr(0, end));
    if (!proposal || proposals.size() == kMaxProposals) return std::nullopt;
    proposals.push_back(std::move(*proposal));
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  if (EncodeProposals(proposals) != text) return std::nullopt;
  return proposals;
}

Result<Proposals> LoadProposals(const std::filesystem::path& folder) {
  const auto path = folder / kFeedbackFileName;
  const auto file = platform::MappedFile::Open(path);
  if (!file) {
    if (file.error().code.value() == ENOENT) return Proposals();
    return StorageError(file.error());
  }
  auto proposals = DecodeProposals(file->text());
  if (!proposals) {
    return Error{.kind = ErrorKind::kCorrupt,
                 .message = path.string() +
                            " is damaged: move it away, and what people say of "
                            "answers is kept again.",
                 .subject = path.string(),
                 .field = "feedback"};
  }
  return *std::move(proposals);
}

Result<void> AddProposal(const std::filesystem::path& folder,
                         const Proposal& proposal) {
  auto proposals = LoadProposals(folder);
  if (!proposals) return proposals.error();
  const auto known =
      std::ranges::find(*proposals, proposal.id(), &Proposal::id);
  if (known == proposals->end()) {
    proposals->push_back(proposal);
  } else if (known->judgement != proposal.judgement) {
    *known = proposal;
  } else {
    return {};
  }
  std::size_t count = 0;
  std::size_t bytes = 0;
  for (const Proposal& one : *proposals) {
    if (one.by != proposal.by) continue;
    ++count;
    bytes += ProposalJson(one).size() + 1;
  }
  const std::size_t shares = IsOfMany(proposal.by) ? kSharesOfMany : kShares;
  if (count > kMaxProposals / shares || bytes > kMaxProposalsBytes / shares) {
    return TooMuch();
  }
  return Store(folder, *proposals);
}

Result<void> RemoveProposal(const std::filesystem::path& folder,
                            std::string_view id) {
  auto proposals = LoadProposals(folder);
  if (!proposals) return proposals.error();
  const auto removed = std::erase_if(*proposals, [&](const Proposal& one) {
    return id == "all" || one.id() == id;
  });
  if (removed == 0) return NoSuchProposal(id);
  return Store(folder, *proposals);
}

Result<Proposal> WithoutUncited(const Snapshot& now, Proposal proposal) {
  const auto document = FindLive(now, proposal.document);
  if (!document) return document.error();
  if (!*document) {
    DropPlace(proposal);
    return proposal;
  }
  if (auto dropped = DropUnsaid(**document, proposal); !dropped) {
    return dropped.error();
  }
  return proposal;
}

Result<void> ForgetUncited(const std::filesystem::path& folder,
                           const Snapshot* was, const Snapshot& now) {
  const auto proposals = LoadProposals(folder);
  if (!proposals) return proposals.error();
  Proposals kept;
  std::set<std::string> ids;
  for (Proposal one : *proposals) {
    const auto document = FindLive(now, one.document);
    if (!document) return document.error();
    Result<std::optional<LiveDocument>> before(std::nullopt);
    if (was != nullptr) before = FindLive(*was, one.document);
    if (!before) return before.error();
    if (!*document) {
      DropPlace(one);
    } else if (!*before ||
               (*before)->record.sha256 != (*document)->record.sha256) {
      if (auto dropped = DropUnsaid(**document, one); !dropped) return dropped;
    }
    // Without their places, two may be the same.
    if (ids.insert(one.id()).second) kept.push_back(std::move(one));
  }
  return kept == *proposals ? Result<void>() : Store(folder, kept);
}

Error NoSuchProposal(std::string_view id) {
  return {ErrorKind::kNotFound, "Nothing is kept under the id \"" +
                                    std::string(id.substr(0, 64)) +
                                    "\": it was accepted or thrown away."};
}

Result<std::string> GuardWith(const protocol::BankQuestion& question,
                              std::optional<std::string_view> guard) {
  const std::string line = protocol::WriteBankLine(question);
  if (!guard) return protocol::MakeGuardText(line, {});
  const auto read = protocol::ReadGuardText(*guard);
  if (!read) return read.error();
  const auto is_it = [&](const protocol::BankQuestion& known) {
    return known.id == question.id;
  };
  const auto known = std::ranges::find_if(read->bank, is_it);
  if (known != read->bank.end() && *known == question) {
    return std::string(*guard);
  }
  // The bank stays as it was given, with members that only people read.
  std::string bank(protocol::BankTextOf(*guard));
  if (!bank.ends_with('\n')) bank += '\n';
  bank = known == read->bank.end() ? bank + line : Replaced(bank, question);
  auto text = protocol::MakeGuardText(bank, read->rule.must_pass);
  if (text) return text;
  // It was right before, so it has become too large.
  return LimitError(
      "The exam has " + std::to_string(read->bank.size()) +
      " questions and is full: write it to a file by `answerbox exam bank`, "
      "take some out, and set it by `answerbox collections set --exam`.");
}

std::size_t CountDropped(std::string_view guard,
                         std::optional<std::string_view> next) {
  const auto present = protocol::ReadGuardText(guard);
  if (!present) return 0;
  protocol::Bank kept;
  if (next) {
    if (auto read = protocol::ReadGuardText(*next)) kept = read->bank;
  }
  return static_cast<std::size_t>(
      std::ranges::count_if(present->bank, [&](const auto& question) {
        return question.id.starts_with(kAcceptedPrefix) &&
               std::ranges::find(kept, question.id,
                                 &protocol::BankQuestion::id) == kept.end();
      }));
}

}  // namespace answerbox::daemon
