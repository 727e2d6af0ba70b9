#include "client/convert/html_element.h"

#include <string>
#include <string_view>

#include "client/convert/html_tree.h"

namespace answerbox::client {
namespace {

bool HidesByStyle(const char* style) {
  std::string compact;
  for (const char c : std::string_view(style)) {
    if (c != ' ') compact += static_cast<char>(c | 0x20);  // ASCII lower case.
  }
  return compact.find("display:none") != std::string::npos ||
         compact.find("visibility:hidden") != std::string::npos;
}

}  // namespace

bool IsHidden(const GumboElement& element) {
  if (element.tag_namespace == GUMBO_NAMESPACE_SVG) return true;
  switch (element.tag) {
    case GUMBO_TAG_HEAD:
    case GUMBO_TAG_TITLE:
    case GUMBO_TAG_SCRIPT:
    case GUMBO_TAG_STYLE:
    case GUMBO_TAG_TEMPLATE:
    case GUMBO_TAG_NOSCRIPT:
    case GUMBO_TAG_IFRAME:
    case GUMBO_TAG_NOFRAMES:
    case GUMBO_TAG_NOEMBED:
    case GUMBO_TAG_OBJECT:
    case GUMBO_TAG_AUDIO:
    case GUMBO_TAG_VIDEO:
    case GUMBO_TAG_CANVAS:
    case GUMBO_TAG_SELECT:
    case GUMBO_TAG_DATALIST:
    case GUMBO_TAG_RP:
      return true;
    default:
      break;
  }
  if (gumbo_get_attribute(&element.attributes, "hidden") != nullptr) {
    return true;
  }
  const GumboAttribute* style =
      gumbo_get_attribute(&element.attributes, "style");
  return style != nullptr && HidesByStyle(style->value);
}

bool IsBlock(GumboTag tag) {
  switch (tag) {
    case GUMBO_TAG_ADDRESS:
    case GUMBO_TAG_ARTICLE:
    case GUMBO_TAG_ASIDE:
    case GUMBO_TAG_BLOCKQUOTE:
    case GUMBO_TAG_BODY:
    case GUMBO_TAG_CAPTION:
    case GUMBO_TAG_CENTER:
    case GUMBO_TAG_DETAILS:
    case GUMBO_TAG_DIR:
    case GUMBO_TAG_DIV:
    case GUMBO_TAG_DL:
    case GUMBO_TAG_FIELDSET:
    case GUMBO_TAG_FIGCAPTION:
    case GUMBO_TAG_FIGURE:
    case GUMBO_TAG_FOOTER:
    case GUMBO_TAG_FORM:
    case GUMBO_TAG_HEADER:
    case GUMBO_TAG_HGROUP:
    case GUMBO_TAG_HR:
    case GUMBO_TAG_LEGEND:
    case GUMBO_TAG_LISTING:
    case GUMBO_TAG_MAIN:
    case GUMBO_TAG_MENU:
    case GUMBO_TAG_NAV:
    case GUMBO_TAG_OL:
    case GUMBO_TAG_P:
    case GUMBO_TAG_PRE:
    case GUMBO_TAG_SECTION:
    case GUMBO_TAG_SUMMARY:
    case GUMBO_TAG_TABLE:
    case GUMBO_TAG_UL:
    case GUMBO_TAG_XMP:
      return true;
    default:
      return HeadingLevel(tag) != 0;
  }
}

std::uint8_t HeadingLevel(GumboTag tag) {
  switch (tag) {
    case GUMBO_TAG_H1:
      return 1;
    case GUMBO_TAG_H2:
      return 2;
    case GUMBO_TAG_H3:
      return 3;
    case GUMBO_TAG_H4:
      return 4;
    case GUMBO_TAG_H5:
      return 5;
    case GUMBO_TAG_H6:
      return 6;
    default:
      return 0;
  }
}

bool IsDataRow(const GumboNode* row) {
  bool running_text = true;
  WalkHtml(
      row,
      [&running_text](const GumboNode* node) {
        if (node->type != GUMBO_NODE_ELEMENT || !running_text) return false;
        const GumboTag tag = node->v.element.tag;
        // A cell may wrap its words in one paragraph or division.
        running_text =
            !IsBlock(tag) || tag == GUMBO_TAG_P || tag == GUMBO_TAG_DIV;
        return running_text;
      },
      [](const GumboNode*) {});
  return running_text;
}

}  // namespace answerbox::client
