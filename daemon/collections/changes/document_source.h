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
  // those of the upload; kStorage, also when the file in which the document
  // waited is not as it was written.
  [[nodiscard]] virtual Result<engine::DocumentText> Read() = 0;
};

}  // namespace answerbox::daemon
