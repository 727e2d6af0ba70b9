#include <cstring>
#include <utility>

#include "client/convert/markup/markdown_source.h"

namespace answerbox::client {
namespace {

// The heap of the current parse in this thread. It cannot be an argument, as
// cmark passes only sizes to its allocator.
thread_local ParserHeap* heap_of_parse = nullptr;

void* AllocateZeroed(std::size_t count, std::size_t size) {
  // Calls with more than one element are for structures, so the product can't
  // overflow.
  void* memory = heap_of_parse->Allocate(count * size);
  std::memset(memory, 0, count * size);
  return memory;
}

void* Reallocate(void* memory, std::size_t size) {
  return heap_of_parse->Reallocate(memory, size);
}

void Release(void* memory) { heap_of_parse->Release(memory); }

cmark_mem allocator = {AllocateZeroed, Reallocate, Release};

}  // namespace

MarkdownTree::MarkdownTree(std::unique_ptr<ParserHeap> heap, cmark_node* root)
    : heap_(std::move(heap)), root_(root) {}

// The lambda owns nothing with a destructor: when the budget is spent, the heap
// leaves it by longjmp, and frees the parser's memory itself.
Conversion<MarkdownTree> MarkdownTree::Parse(std::string_view markdown,
                                             ParserBudget& budget) {
  auto heap = std::make_unique<ParserHeap>(budget);
  heap_of_parse = heap.get();
  cmark_node* root = nullptr;
  const bool parsed = heap->Run([&root, markdown] {
    cmark_parser* parser =
        cmark_parser_new_with_mem(CMARK_OPT_DEFAULT, &allocator);
    cmark_parser_feed(parser, markdown.data(), markdown.size());
    root = cmark_parser_finish(parser);
    cmark_parser_free(parser);
  });
  heap_of_parse = nullptr;
  if (!parsed) return ParserBudget::Spent();
  return MarkdownTree(std::move(heap), root);
}

}  // namespace answerbox::client
