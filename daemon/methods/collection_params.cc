#include "daemon/methods/collection_params.h"

#include "daemon/json/params.h"
#include "daemon/methods/ask_params.h"

namespace answerbox::daemon {

bool MaySee(const Access& access, std::string_view collection) noexcept {
  return access.Has(Right::kAsk, collection) ||
         access.Has(Right::kRead, collection);
}

std::string_view ToString(engine::Profile profile) noexcept {
  return profile == engine::Profile::kPaper ? "paper" : "default";
}

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
  Params params(object,
                {"name", "theta", "precision", "answer_rate", "synonyms"});
  const std::string_view name = params.Text("name");
  const auto threshold = ReadThreshold(params);
  std::optional<std::string_view> synonyms;
  if (params.Has("synonyms")) synonyms = params.Text("synonyms");
  if (!threshold && !synonyms) {
    params.Fail("theta",
                "is missing; or give \"precision\", \"answer_rate\" or "
                "\"synonyms\".");
  }
  if (params.error()) return *params.error();
  return SetParams{name, threshold, synonyms};
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
