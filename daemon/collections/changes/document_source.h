// A document on its way to the writing thread.
#pragma once

#include <string>

#include "daemon/error.h"
#include "engine/text/document_text.h"

namespace answerbox::daemon {

class DocumentSource {
 public:
  virtual ~DocumentSource() = default;

  [[nodiscard]] virtual const std::string& name() const noexcept = 0;

  // The document, before CheckDocument. Valid while this object lives. Errors:
  // those of the upload; kStorage if a file can't be read, or if it was changed
  // while the document waited in it.
  [[nodiscard]] virtual Result<engine::DocumentText> Read() = 0;
};

}  // namespace answerbox::daemon
