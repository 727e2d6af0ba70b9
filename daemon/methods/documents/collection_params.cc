#include "daemon/methods/documents/collection_params.h"

#include <array>
#include <chrono>
#include <utility>

#include "protocol/calls/collections.h"
#include "protocol/calls/question.h"
#include "protocol/exam/guard_text.h"
#include "protocol/json/params.h"

namespace answerbox::daemon {
namespace {

// Members of `exam`. How many must pass is a number, or a share as text.
constexpr TextParam kBank{.name = "bank", .is_required = true};
constexpr IntegerParam kMustPass{.name = "must_pass",
                                 .most = kMaxGuardQuestions};
constexpr TextParam kMustPassShare{.name = kMustPass.name};

// Reads {"bank": text, "must_pass": 12 or "90%"}. Returns nothing for null.
Result<std::optional<std::string>> ReadExam(const boost::json::value& given) {
  if (given.is_null()) return std::optional<std::string>();
  const boost::json::object* const object = given.if_object();
  if (object == nullptr) {
    return Error{
        ErrorKind::kInvalidParams,
        "\"exam\" must be an object with \"bank\" and \"must_pass\", or "
        "null.",
        "exam"};
  }
  Params params(*object, {kBank.name, kMustPass.name});
  const std::string_view bank = params.Text(kBank);
  MustPass must_pass;
  if (params.Has(kMustPass)) {
    // A whole number counts questions; a text may be a share of them, such as
    // "90%".
    if (object->at(kMustPass.name).is_int64()) {
      must_pass.count = params.Integer<std::uint32_t>(kMustPass);
    } else {
      const auto parsed = ParseMustPass(params.Text(kMustPassShare));
      if (!parsed) return parsed.error();
      must_pass = *parsed;
    }
  }
  if (params.error()) return *params.error();
  auto text = MakeGuardText(bank, must_pass);
  if (!text) return text.error();
  return std::optional(std::move(*text));
}

}  // namespace

Result<CreateParams> DecodeCreate(const boost::json::object& object,
                                  const CollectionSettings& defaults) {
  using engine::Profile;
  using namespace calls::collections;
  constexpr std::array kProfiles = {Profile::kDefault, Profile::kPaper};
  // The protocol and the engine each state these bounds; they must agree.
  static_assert(kProfiles.size() == kProfileNames.size());
  static_assert(kWindow.least == engine::kMinWindowWords);
  static_assert(kWindow.most == engine::kMaxWindowWords);
  Params params(object, calls::kCollectionsCreate);
  CreateParams create{params.Text(kName), defaults, {}};
  CollectionSettings& settings = create.settings;
  create.threshold = ReadThreshold(params);
  if (params.Has(kProfile)) {
    settings.profile = kProfiles[params.Choice(kProfile)];
  }
  engine::Chunking& chunking = settings.chunking;
  chunking.window_words =
      params.Integer<std::uint16_t>(kWindow, chunking.window_words);
  chunking.overlap_words =
      params.Integer<std::uint16_t>(kOverlap, chunking.overlap_words);
  if (!engine::IsValid(chunking)) {
    params.Fail(kOverlap, "must be at most half the window.");
  }
  if (params.error()) return *params.error();
  return create;
}

Result<SetParams> DecodeSet(const boost::json::object& object) {
  using namespace calls::collections;
  Params params(object, calls::kCollectionsSet);
  const std::string_view name = params.Text(kName);
  const auto threshold = ReadThreshold(params);
  std::optional<std::string_view> synonyms;
  if (params.Has(kSynonyms)) synonyms = params.Text(kSynonyms);
  std::optional<std::optional<std::string>> exam;
  bool keep_must_pass = false;
  // A null is not the same as a missing member: it removes the exam.
  if (const boost::json::value* given = object.if_contains(kExam.name)) {
    auto read = ReadExam(*given);
    if (!read) return read.error();
    exam = std::move(*read);
    const auto* const object_given = given->if_object();
    keep_must_pass = object_given && !object_given->contains(kMustPass.name);
  }
  if (!threshold && !synonyms && !exam) {
    params.Fail(calls::kTheta,
                "is missing; or give \"precision\", \"answer_rate\", "
                "\"synonyms\" or \"exam\".");
  }
  const bool drop_feedback = params.Flag(kDropFeedback);
  if (params.error()) return *params.error();
  return SetParams{name,           threshold,    synonyms, std::move(exam),
                   keep_must_pass, drop_feedback};
}

namespace {

// Nobody can follow a faster bar, and every message takes the client's time.
constexpr std::chrono::milliseconds kProgressInterval{100};

}  // namespace

Result<UpkeepParams> DecodeUpkeep(const boost::json::object& object,
                                  const calls::Call& call) {
  Params params(object, call);
  const UpkeepParams upkeep{params.Text(calls::kCollection),
                            params.Flag(calls::kProgress)};
  if (params.error()) return *params.error();
  return upkeep;
}

Progress ReportTo(const Reply& reply, bool is_wanted) {
  using Steady = std::chrono::steady_clock;
  if (!is_wanted) return [](std::uint64_t, std::uint64_t) {};
  return [reply, last = Steady::time_point()](std::uint64_t done,
                                              std::uint64_t total) mutable {
    const Steady::time_point now = Steady::now();
    // The last step is always reported, so that a progress bar ends full.
    if (now - last < kProgressInterval && done != total) return;
    last = now;
    reply.Progress({done, total});
  };
}

}  // namespace answerbox::daemon
