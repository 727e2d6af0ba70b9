// Makes the calls of the C library that its input asks for, all with one
// handle: one line each, its words with tabs between, an empty word for NULL.
//
//   usage: c_caller SOCKET TIMEOUT_MS [N]
//
//   N  the number of an allocation of the library that fails, from 1 on
//
// Output for each: the code, then the error's kind and text or the fields of
// the result, each ended by \x1f, and \x1e after the last.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answerbox.h"

static int allocations_left = -1;

// The linker puts these in the place of the C library's (--wrap).
void* __real_malloc(size_t bytes);
void* __real_calloc(size_t count, size_t bytes);
void* __real_realloc(void* memory, size_t bytes);
void* __wrap_malloc(size_t bytes);
void* __wrap_calloc(size_t count, size_t bytes);
void* __wrap_realloc(void* memory, size_t bytes);

static int Fails(void) {
  return allocations_left > 0 && --allocations_left == 0;
}

void* __wrap_malloc(size_t bytes) {
  return Fails() ? NULL : __real_malloc(bytes);
}

void* __wrap_calloc(size_t count, size_t bytes) {
  return Fails() ? NULL : __real_calloc(count, bytes);
}

void* __wrap_realloc(void* memory, size_t bytes) {
  return Fails() ? NULL : __real_realloc(memory, bytes);
}

static void WriteText(const char* text) {
  printf("%s\x1f", text == NULL ? "" : text);
}

static void WriteCount(int64_t count) { printf("%" PRId64 "\x1f", count); }

static void WriteNumber(double number) { printf("%.17g\x1f", number); }

static void WritePassages(const answerbox_passage* passages, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    WriteText(passages[i].text);
    WriteText(passages[i].document);
    WriteText(passages[i].section);
    WriteCount(passages[i].page);
    WriteNumber(passages[i].score);
    WriteCount(passages[i].cut);
    WriteNumber(passages[i].scan_confidence);
  }
}

// True if the result may be read.
static int WriteCode(const answerbox* box, int code) {
  WriteCount(code);
  if (code == ANSWERBOX_OK) {
    if (answerbox_error(box) != NULL || answerbox_error_kind(box) != NULL) {
      abort();
    }
    return 1;
  }
  WriteText(answerbox_error_kind(box));
  WriteText(answerbox_error(box));
  return 0;
}

static void Ask(answerbox* box, const char* collection, const char* question) {
  answerbox_reply reply;
  if (!WriteCode(box, answerbox_ask(box, collection, question, &reply))) return;
  WriteCount(reply.answered);
  WriteCount(reply.choices);
  WriteCount(reply.differ);
  WriteText(reply.reason);
  WriteText(reply.message);
  WriteNumber(reply.confidence);
  WriteNumber(reply.theta);
  WriteText(reply.run);
  WriteText(reply.asked);
  WriteText(reply.spelling);
  WritePassages(reply.answers, reply.count);
}

static void Search(answerbox* box, const char* collection, const char* words,
                   const char* count) {
  answerbox_passages found;
  if (!WriteCode(
          box, answerbox_search(box, collection, words, atoi(count), &found))) {
    return;
  }
  WriteText(found.reason);
  WriteText(found.message);
  WritePassages(found.passages, found.count);
}

// The text is in a file, as it may hold anything.
static void Add(answerbox* box, const char* collection, const char* name,
                const char* path) {
  static char text[20 << 20];
  answerbox_added added;
  FILE* const file = fopen(path, "rb");
  if (file == NULL) abort();
  const size_t bytes = fread(text, 1, sizeof text, file);
  fclose(file);
  if (!WriteCode(box,
                 answerbox_add(box, collection, name, text, bytes, &added))) {
    return;
  }
  WriteCount(added.replaced);
  WriteCount(added.bytes);
  WriteText(added.sha256);
}

static void Status(answerbox* box) {
  answerbox_status status;
  if (!WriteCode(box, answerbox_get_status(box, &status))) return;
  WriteText(status.version);
  WriteCount(status.collections);
  WriteCount(status.documents);
  WriteCount(status.max_line_bytes);
  WriteCount((int64_t)status.out_of_service);
}

static void Call(answerbox* box, const char* method, const char* params) {
  const char* result;
  const int code = answerbox_call(box, method, params, &result);
  if (WriteCode(box, code)) WriteText(result);
}

// The next word of the line, or NULL.
static char* NextWord(char** line) {
  char* const word = *line;
  if (word == NULL) return NULL;
  char* const end = strchr(word, '\t');
  *line = end == NULL ? NULL : end + 1;
  if (end != NULL) *end = 0;
  return *word == 0 ? NULL : word;
}

int main(int argc, char** argv) {
  static char line[20 << 20];
  if (argc < 3) return 2;
  if (argc > 3) allocations_left = atoi(argv[3]);
  answerbox* const box =
      answerbox_open(*argv[1] == 0 ? NULL : argv[1], atoi(argv[2]));
  if (box == NULL) return 1;
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = 0;
    char* rest = line;
    const char* const call = NextWord(&rest);
    const char* const first = NextWord(&rest);
    const char* const second = NextWord(&rest);
    const char* const third = NextWord(&rest);
    if (strcmp(call, "ask") == 0) Ask(box, first, second);
    if (strcmp(call, "search") == 0) Search(box, first, second, third);
    if (strcmp(call, "add") == 0) Add(box, first, second, third);
    if (strcmp(call, "status") == 0) Status(box);
    if (strcmp(call, "call") == 0) Call(box, first, second);
    printf("\x1e");
    fflush(stdout);
  }
  answerbox_close(box);
  return 0;
}
