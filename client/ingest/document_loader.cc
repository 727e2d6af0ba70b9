#include "client/ingest/document_loader.h"

#include <utility>

#include "client/convert/pdf.h"
#include "client/ingest/input_file.h"

namespace answerbox::client {

Conversion<ConvertedDocument> LoadDocument(const std::filesystem::path& path,
                                           Format format) {
  const Conversion<InputFile> file = InputFile::Open(path);
  if (!file) return file.error();
  if (format == Format::kPdf) {
    Conversion<ConvertedDocument> document =
        ConvertPdf(file->fd(), file->size());
    // A file that is still being copied looks damaged: say what is the matter.
    if (const auto same = file->CheckUnchanged(); !same) return same.error();
    return document;
  }
  Conversion<std::string> bytes = file->ReadAll(kMaxTextFileBytes);
  if (!bytes) return bytes.error();
  return ConvertBytes(format, *std::move(bytes));
}

}  // namespace answerbox::client
