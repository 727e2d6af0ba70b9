#include "client/convert/html_tree.h"

#include <utility>

namespace answerbox::client {

HtmlTree::HtmlTree(std::unique_ptr<ParserHeap> heap, const GumboNode* root)
    : heap_(std::move(heap)), root_(root) {}

Conversion<HtmlTree> HtmlTree::Parse(std::string_view html,
                                     ParserBudget& budget) {
  auto heap = std::make_unique<ParserHeap>(budget);
  GumboOptions options = kGumboDefaultOptions;
  options.userdata = heap.get();
  options.allocator = [](void* self, std::size_t size) {
    return static_cast<ParserHeap*>(self)->Allocate(size);
  };
  options.deallocator = [](void* self, void* memory) {
    static_cast<ParserHeap*>(self)->Release(memory);
  };
  options.max_errors = 0;
  const GumboNode* root = nullptr;
  const bool parsed = heap->Run([&options, &root, html] {
    root = gumbo_parse_with_options(&options, html.data(), html.size())->root;
  });
  if (!parsed) return ParserBudget::Spent();
  return HtmlTree(std::move(heap), root);
}

}  // namespace answerbox::client
