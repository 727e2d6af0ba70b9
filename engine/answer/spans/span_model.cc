#include "engine/answer/spans/span_model.h"

#include <cassert>

#include "engine/answer/model/shipped_weights.h"
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

const SpanModel& ShippedSpanModel() noexcept {
  static const SpanModel model = [] {
    const auto opened = SpanModel::Open(ShippedSpanModelBytes());
    assert(opened);  // A test opens it too.
    return *opened;
  }();
  return model;
}

}  // namespace answerbox::engine
