#include "lab/evaluate/run/memory_index.h"

namespace answerbox::lab {

engine::Result<void> MemoryIndex::Open() {
  const auto finished = builder_.Finish();
  if (!finished) return finished.error();
  auto reader = engine::SegmentReader::Open(sink_.bytes());
  if (!reader) return reader.error();
  reader_ = *reader;
  removed_ = engine::DocumentSet(reader_->counts().documents);
  return {};
}

void MemoryIndex::Clear() {
  reader_.reset();
  sink_.Clear();
  builder_.Reset();
}

}  // namespace answerbox::lab
