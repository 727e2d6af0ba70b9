#include <array>
#include <functional>

#include "daemon/protocol/http/page/page.h"
#include "engine/embedded_file.h"

ANSWERBOX_EMBED_FILE(answerbox_page_style, ANSWERBOX_PAGE_FOLDER "/page.css");
ANSWERBOX_EMBED_FILE(answerbox_page_script, ANSWERBOX_PAGE_FOLDER "/page.js");
ANSWERBOX_EMBED_FILE(answerbox_care_style, ANSWERBOX_PAGE_FOLDER "/care.css");
ANSWERBOX_EMBED_FILE(answerbox_care_script, ANSWERBOX_PAGE_FOLDER "/care.js");
ANSWERBOX_EMBED_FILE(answerbox_tabs_script, ANSWERBOX_PAGE_FOLDER "/tabs.js");
ANSWERBOX_EMBED_FILE(answerbox_page_icon, ANSWERBOX_PAGE_FOLDER "/icon.svg");

namespace answerbox::daemon::page {
namespace {

PageFile File(std::string_view path, std::string_view content_type,
              std::string_view bytes) {
  // It tells versions of one file apart, no more.
  const std::size_t hash = std::hash<std::string_view>{}(bytes);
  return {path, content_type, bytes, '"' + std::to_string(hash) + '"'};
}

}  // namespace

std::span<const PageFile> PageFiles() {
  using engine::EmbeddedText;
  static const std::array files = {
      File("/page.css", "text/css; charset=utf-8",
           EmbeddedText(answerbox_page_style, answerbox_page_style_end)),
      File("/page.js", "text/javascript; charset=utf-8",
           EmbeddedText(answerbox_page_script, answerbox_page_script_end)),
      File("/care.css", "text/css; charset=utf-8",
           EmbeddedText(answerbox_care_style, answerbox_care_style_end)),
      File("/care.js", "text/javascript; charset=utf-8",
           EmbeddedText(answerbox_care_script, answerbox_care_script_end)),
      File("/tabs.js", "text/javascript; charset=utf-8",
           EmbeddedText(answerbox_tabs_script, answerbox_tabs_script_end)),
      File("/icon.svg", "image/svg+xml",
           EmbeddedText(answerbox_page_icon, answerbox_page_icon_end))};
  return files;
}

}  // namespace answerbox::daemon::page
