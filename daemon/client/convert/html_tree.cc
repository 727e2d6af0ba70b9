#include "daemon/client/convert/html_tree.h"

#include <csetjmp>
#include <cstdlib>
#include <ctime>
#include <utility>

namespace answerbox::client {

// Every allocation gumbo makes, on one list: the tree is freed by walking it,
// because gumbo's own destructor recurses as deep as the page nests. Gumbo does
// not check its allocator for failure, so past the budget the parse is left
// with longjmp; there are only C frames in between.
class HtmlTree::Allocations {
 public:
  Allocations() = default;
  Allocations(const Allocations&) = delete;
  Allocations& operator=(const Allocations&) = delete;

  ~Allocations() {
    while (first_ != nullptr) Release(first_ + 1);
  }

  // Null past the budget.
  const GumboNode* Parse(std::string_view html) {
    GumboOptions options = kGumboDefaultOptions;
    options.userdata = this;
    options.allocator = [](void* self, std::size_t size) {
      return static_cast<Allocations*>(self)->Allocate(size);
    };
    options.deallocator = [](void* self, void* memory) {
      if (memory != nullptr) static_cast<Allocations*>(self)->Release(memory);
    };
    options.max_errors = 0;
    deadline_ = std::clock() + kMaxHtmlParseSeconds * CLOCKS_PER_SEC;
    if (setjmp(escape_) != 0) return nullptr;
    return gumbo_parse_with_options(&options, html.data(), html.size())->root;
  }

 private:
  struct alignas(std::max_align_t) Header {
    Header* previous;
    Header* next;
    std::size_t size;
  };
  static constexpr unsigned kAllocationsPerClockCheck = 64;

  void* Allocate(std::size_t size) {
    const bool late =
        ++count_ % kAllocationsPerClockCheck == 0 && std::clock() > deadline_;
    if (late || size > kMaxHtmlTreeBytes - used_) std::longjmp(escape_, 1);
    void* memory = std::malloc(sizeof(Header) + size);
    if (memory == nullptr) std::longjmp(escape_, 1);
    auto* header = new (memory) Header{nullptr, first_, size};
    if (first_ != nullptr) first_->previous = header;
    first_ = header;
    used_ += size;
    return header + 1;
  }

  void Release(void* memory) {
    Header* header = static_cast<Header*>(memory) - 1;
    Header*& link =
        header->previous == nullptr ? first_ : header->previous->next;
    link = header->next;
    if (header->next != nullptr) header->next->previous = header->previous;
    used_ -= header->size;
    std::free(header);
  }

  std::jmp_buf escape_;
  Header* first_ = nullptr;
  std::size_t used_ = 0;  // At most kMaxHtmlTreeBytes, headers not counted.
  unsigned count_ = 0;
  std::clock_t deadline_ = 0;
};

HtmlTree::HtmlTree(std::unique_ptr<Allocations> allocations,
                   const GumboNode* root)
    : allocations_(std::move(allocations)), root_(root) {}
HtmlTree::HtmlTree(HtmlTree&&) noexcept = default;
HtmlTree& HtmlTree::operator=(HtmlTree&&) noexcept = default;
HtmlTree::~HtmlTree() = default;

Conversion<HtmlTree> HtmlTree::Parse(std::string_view html) {
  auto allocations = std::make_unique<Allocations>();
  const GumboNode* root = allocations->Parse(html);
  if (root == nullptr) {
    return Rejection{RejectionReason::kTooComplex,
                     "the page nests too deep or is too large to parse: "
                     "split it or save it as text"};
  }
  return HtmlTree(std::move(allocations), root);
}

}  // namespace answerbox::client
