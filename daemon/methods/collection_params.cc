#include "daemon/methods/collection_params.h"

#include <utility>

#include "daemon/error.h"
#include "daemon/exam/guard_text.h"
#include "daemon/methods/ask_params.h"
#include "protocol/json/params.h"

namespace answerbox::daemon {

bool MaySee(const Access& access, std::string_view collection) noexcept {
  return access.Has(Right::kAsk, collection) ||
         access.Has(Right::kRead, collection);
}

std::string_view ToString(engine::Profile profile) noexcept {
  return profile == engine::Profile::kPaper ? "paper" : "default";
}

namespace {

// {"bank": text, "must_pass": 12 or "90%"}, or null.
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
  Params params(*object, {"bank", "must_pass"});
  const std::string_view bank = params.Text("bank");
  MustPass must_pass;
  if (params.Has("must_pass")) {
    const boost::json::value& value = object->at("must_pass");
    if (value.is_int64()) {
      must_pass.count = static_cast<std::uint32_t>(
          params.Integer("must_pass", 0, kMaxGuardQuestions));
    } else {
      const auto parsed = ParseMustPass(params.Text("must_pass"));
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
  Params params(object, {"name", "theta", "precision", "answer_rate", "profile",
                         "window", "overlap"});
  CreateParams create{params.Text("name"), defaults, {}};
  CollectionSettings& settings = create.settings;
  create.threshold = ReadThreshold(params);
  const std::string_view profile =
      params.TextOr("profile", ToString(defaults.profile));
  if (profile == "paper") {
    settings.profile = engine::Profile::kPaper;
  } else if (profile == "default") {
    settings.profile = engine::Profile::kDefault;
  } else {
    params.Fail("profile", "must be \"default\" or \"paper\".");
  }
  engine::Chunking& chunking = settings.chunking;
  chunking.window_words = static_cast<std::uint16_t>(
      params.IntegerOr("window", chunking.window_words, engine::kMinWindowWords,
                       engine::kMaxWindowWords));
  chunking.overlap_words = static_cast<std::uint16_t>(params.IntegerOr(
      "overlap", chunking.overlap_words, 0, engine::kMaxWindowWords / 2));
  if (!engine::IsValid(chunking)) {
    params.Fail("overlap", "must be at most half the window.");
  }
  if (params.error()) return *params.error();
  return create;
}

Result<SetParams> DecodeSet(const boost::json::object& object) {
  Params params(object, {"name", "theta", "precision", "answer_rate",
                         "synonyms", "exam"});
  const std::string_view name = params.Text("name");
  const auto threshold = ReadThreshold(params);
  std::optional<std::string_view> synonyms;
  if (params.Has("synonyms")) synonyms = params.Text("synonyms");
  std::optional<std::optional<std::string>> exam;
  if (const boost::json::value* given = object.if_contains("exam")) {
    auto read = ReadExam(*given);
    if (!read) return read.error();
    exam = std::move(*read);
  }
  if (!threshold && !synonyms && !exam) {
    params.Fail("theta",
                "is missing; or give \"precision\", \"answer_rate\", "
                "\"synonyms\" or \"exam\".");
  }
  if (params.error()) return *params.error();
  return SetParams{name, threshold, synonyms, std::move(exam)};
}

Result<std::string_view> DecodeName(const boost::json::object& object) {
  Params params(object, {"name"});
  const std::string_view name = params.Text("name");
  if (params.error()) return *params.error();
  return name;
}

Result<MaintenanceParams> DecodeMaintenance(const boost::json::object& object) {
  Params params(object, {"collection", "progress"});
  const MaintenanceParams maintenance{
      params.TextOr("collection", kDefaultCollection),
      params.BoolOr("progress", false)};
  if (params.error()) return *params.error();
  return maintenance;
}

Result<void> DecodeNothing(const boost::json::object& object) {
  const Params params(object, {});
  if (params.error()) return *params.error();
  return {};
}

}  // namespace answerbox::daemon
