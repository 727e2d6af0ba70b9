#include "client/convert/package/shown_xml.h"

#include <expat.h>

#include <memory>

namespace answerbox::client::package {
namespace {

constexpr XML_Char kNameSeparator = '\n';
// The readers' bound (kMaxXmlDepth) is lower, but this also reads parts that
// they skip.
constexpr std::size_t kMaxElementDepth = 1'000;

std::string_view LocalName(std::string_view name) {
  return name.substr(name.rfind(kNameSeparator) + 1);
}

}  // namespace

std::string_view ShownElement::operator[](std::string_view attribute) const {
  for (const char** at = attributes; *at != nullptr; at += 2) {
    if (LocalName(at[0]) == attribute) return at[1];
  }
  return {};
}

struct ShownXml::Calls {
  static ShownXml& Of(void* self) { return *static_cast<ShownXml*>(self); }

  static void Enter(void* self, const XML_Char* name, const XML_Char** more) {
    if (Of(self).is_stopped_) return;
    if (++Of(self).depth_ > kMaxElementDepth) return Of(self).Stop();
    const std::string_view whole = name;
    const std::string_view local = LocalName(whole);
    const std::size_t space = whole.size() - local.size();
    Of(self).Enter({.space = whole.substr(0, space == 0 ? 0 : space - 1),
                    .local = local,
                    .attributes = more});
  }
  static void Leave(void* self, const XML_Char*) {
    if (Of(self).is_stopped_) return;
    --Of(self).depth_;
    Of(self).Leave();
  }
  static void Text(void* self, const XML_Char* text, int size) {
    if (!Of(self).is_stopped_)
      Of(self).Text({text, static_cast<std::size_t>(size)});
  }
  static void Skip(void* self, const XML_Char* name, int is_parameter) {
    if (is_parameter == 0 && !Of(self).is_stopped_) Of(self).Entity(name);
  }
  static void Declare(void* self, const XML_Char*, int, const XML_Char*, int,
                      const XML_Char*, const XML_Char*, const XML_Char*,
                      const XML_Char*) {
    Of(self).Stop();
  }
};

void ShownXml::Stop() {
  is_stopped_ = true;
  XML_StopParser(static_cast<XML_Parser>(parser_), XML_FALSE);
}

// Parses in one call: with several, expat would rescan a long token in each.
void ShownXml::Read(std::string_view xml) {
  const std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser{
      XML_ParserCreateNS(nullptr, kNameSeparator), XML_ParserFree};
  if (parser == nullptr) return;
  parser_ = parser.get();
  depth_ = 0;
  is_stopped_ = false;
  XML_SetUserData(parser.get(), this);
  XML_SetElementHandler(parser.get(), Calls::Enter, Calls::Leave);
  XML_SetCharacterDataHandler(parser.get(), Calls::Text);
  XML_SetSkippedEntityHandler(parser.get(), Calls::Skip);
  XML_SetEntityDeclHandler(parser.get(), Calls::Declare);
  // This makes expat assume an external document type, so that HTML's entities
  // are no error.
  XML_UseForeignDTD(parser.get(), XML_TRUE);
  XML_Parse(parser.get(), xml.data(), static_cast<int>(xml.size()), XML_TRUE);
  parser_ = nullptr;
}

}  // namespace answerbox::client::package
