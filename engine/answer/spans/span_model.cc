#include "engine/answer/spans/span_model.h"

#include "engine/answer/model/trees_file.h"
#include "engine/answer/spans/span_features.h"

namespace answerbox::engine {
namespace {

constexpr TreesFileKind kSpanTreesFile = {
    .magic = 0x0A534E4150535842u,  // "BXSPANS\n"
    .version = 1,
    .features = kSpanFeatures};

// A feature's number and the count of features are a byte each.
static_assert(kSpanFeatures <= kMaxTreeFeatures);

}  // namespace

Result<SpanModel> SpanModel::Open(std::span<const std::byte> bytes) noexcept {
  const auto file = OpenTreesFile(bytes, kSpanTreesFile);
  if (!file) return file.error();
  SpanModel model;
  model.sieve_ = file->first;
  model.judge_ = file->second;
  return model;
}

}  // namespace answerbox::engine
