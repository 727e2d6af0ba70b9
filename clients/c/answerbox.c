/* Three layers, from the bottom up: a strict reader of JSON, a connection with
 * a deadline, and the calls. Bytes of the daemon are not trusted: a line is
 * checked as a whole before anything is read from it. */
#define _POSIX_C_SOURCE 200809L

#include "answerbox.h"

#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/* ---- JSON (RFC 8259) ---- */

enum { kMaxDepth = 32 }; /* The daemon's own bound for requests. */

/* A value as it stands in a line; empty where there is none. */
typedef struct {
  const char *at, *end;
} Json;

static int Take(Json* text, char wanted) {
  if (text->at == text->end || *text->at != wanted) return 0;
  ++text->at;
  return 1;
}

static int TakeWord(Json* text, const char* word) {
  while (*word != 0) {
    if (!Take(text, *word++)) return 0;
  }
  return 1;
}

static void SkipBlanks(Json* text) {
  while (Take(text, ' ') || Take(text, '\t') || Take(text, '\n') ||
         Take(text, '\r')) {
  }
}

static int IsSurrogate(uint32_t code) { return (code & 0xFFFFF800u) == 0xD800; }

/* Four hexadecimal digits. */
static int TakeCodeUnit(Json* text, uint32_t* unit) {
  int i;
  *unit = 0;
  for (i = 0; i < 4; ++i) {
    const char digit = (char)(text->at == text->end ? 0 : *text->at++);
    uint32_t value;
    if (digit >= '0' && digit <= '9') {
      value = (uint32_t)(digit - '0');
    } else if (digit >= 'a' && digit <= 'f') {
      value = (uint32_t)(digit - 'a') + 10;
    } else if (digit >= 'A' && digit <= 'F') {
      value = (uint32_t)(digit - 'A') + 10;
    } else {
      return 0;
    }
    *unit = *unit << 4 | value;
  }
  return 1;
}

/* What follows a backslash. */
static int TakeEscaped(Json* text, uint32_t* code) {
  static const char kLetters[] = "\"\\/bfnrt";
  static const char kMeant[] = "\"\\/\b\f\n\r\t";
  uint32_t low;
  size_t i;
  for (i = 0; kLetters[i] != 0; ++i) {
    if (!Take(text, kLetters[i])) continue;
    *code = (uint32_t)kMeant[i];
    return 1;
  }
  if (!Take(text, 'u') || !TakeCodeUnit(text, code)) return 0;
  if (!IsSurrogate(*code)) return 1;
  /* A high surrogate and a low one make one character (RFC 8259, section 7). */
  if (*code >= 0xDC00 || !TakeWord(text, "\\u") || !TakeCodeUnit(text, &low) ||
      low < 0xDC00 || low > 0xDFFF) {
    return 0;
  }
  *code = 0x10000 + ((*code - 0xD800) << 10) + (low - 0xDC00);
  return 1;
}

/* One character of UTF-8 (RFC 3629), in its shortest form. */
static int TakeUtf8(Json* text, uint32_t* code) {
  static const uint32_t kLeast[] = {0, 0x80, 0x800, 0x10000};
  const unsigned char first = (unsigned char)*text->at++;
  const int further = first < 0x80   ? 0
                      : first < 0xC0 ? -1
                      : first < 0xE0 ? 1
                      : first < 0xF0 ? 2
                      : first < 0xF8 ? 3
                                     : -1;
  int i;
  if (further < 0) return 0;
  *code = further == 0 ? first : first & (0x3Fu >> further);
  for (i = 0; i < further; ++i) {
    if (text->at == text->end || ((unsigned char)*text->at & 0xC0) != 0x80) {
      return 0;
    }
    *code = *code << 6 | ((unsigned char)*text->at++ & 0x3Fu);
  }
  return *code >= kLeast[further] && *code <= 0x10FFFF && !IsSurrogate(*code);
}

/* One character of a string. Precondition: `text` is not at its end. */
static int TakeCharacter(Json* text, uint32_t* code) {
  if (Take(text, '\\')) return TakeEscaped(text, code);
  return (unsigned char)*text->at >= 0x20 && TakeUtf8(text, code);
}

static int SkipString(Json* text) {
  uint32_t code;
  if (!Take(text, '"')) return 0;
  while (text->at != text->end) {
    if (Take(text, '"')) return 1;
    if (!TakeCharacter(text, &code)) return 0;
  }
  return 0;
}

static int IsDigit(char byte) { return byte >= '0' && byte <= '9'; }

static int SkipDigits(Json* text) {
  const char* const begin = text->at;
  while (text->at != text->end && IsDigit(*text->at)) ++text->at;
  return text->at != begin;
}

static int SkipNumber(Json* text) {
  Take(text, '-');
  if (!Take(text, '0') && !SkipDigits(text)) return 0;
  if (Take(text, '.') && !SkipDigits(text)) return 0;
  if (Take(text, 'e') || Take(text, 'E')) {
    if (!Take(text, '+')) Take(text, '-');
    return SkipDigits(text);
  }
  return 1;
}

static int SkipValue(Json* text, int depth);

static int SkipKey(Json* text) {
  SkipBlanks(text);
  if (!SkipString(text)) return 0;
  SkipBlanks(text);
  return Take(text, ':');
}

/* An object if `close` is '}', else an array. */
static int SkipContainer(Json* text, int depth, char close) {
  if (depth == kMaxDepth) return 0;
  ++text->at;
  SkipBlanks(text);
  if (Take(text, close)) return 1;
  do {
    if (close == '}' && !SkipKey(text)) return 0;
    if (!SkipValue(text, depth + 1)) return 0;
    SkipBlanks(text);
  } while (Take(text, ','));
  return Take(text, close);
}

static int SkipValue(Json* text, int depth) {
  SkipBlanks(text);
  if (text->at == text->end) return 0;
  switch (*text->at) {
    case '{':
      return SkipContainer(text, depth, '}');
    case '[':
      return SkipContainer(text, depth, ']');
    case '"':
      return SkipString(text);
    case 't':
      return TakeWord(text, "true");
    case 'f':
      return TakeWord(text, "false");
    case 'n':
      return TakeWord(text, "null");
    default:
      return SkipNumber(text);
  }
}

/* True if the text is one value and nothing else. All that follows here takes
 * texts of which this was found. */
static int IsJson(Json text) {
  if (!SkipValue(&text, 0)) return 0;
  SkipBlanks(&text);
  return text.at == text.end;
}

static Json TakeValue(Json* text) {
  Json value;
  SkipBlanks(text);
  value.at = text->at;
  SkipValue(text, 0);
  value.end = text->at;
  return value;
}

static int Is(Json value, const char* text) {
  const size_t length = strlen(text);
  return (size_t)(value.end - value.at) == length &&
         memcmp(value.at, text, length) == 0;
}

static int BeginsWith(Json value, char wanted) {
  return value.at != value.end && *value.at == wanted;
}

/* True if the key is this name, which is ASCII. */
static int TakeKey(Json* text, const char* name) {
  int is_name = 1;
  Take(text, '"');
  while (!Take(text, '"')) {
    uint32_t code;
    TakeCharacter(text, &code);
    is_name = is_name && *name != 0 && code == (uint32_t)*name;
    if (is_name) ++name;
  }
  return is_name && *name == 0;
}

/* The member of that name, the last of several. Empty if there is none, if it
 * is null, or if `object` is no object. */
static Json Member(Json object, const char* name) {
  Json found = {NULL, NULL};
  if (!Take(&object, '{')) return found;
  SkipBlanks(&object);
  while (BeginsWith(object, '"')) {
    const int is_wanted = TakeKey(&object, name);
    SkipBlanks(&object);
    Take(&object, ':');
    const Json value = TakeValue(&object);
    if (is_wanted) found = value;
    SkipBlanks(&object);
    Take(&object, ',');
    SkipBlanks(&object);
  }
  if (Is(found, "null")) found.at = found.end;
  return found;
}

/* Goes through an array: `array` begins behind its bracket, and element by
 * element it shrinks. False at its end. */
static int NextElement(Json* array, Json* element) {
  SkipBlanks(array);
  Take(array, ',');
  SkipBlanks(array);
  if (array->at == array->end || *array->at == ']') return 0;
  *element = TakeValue(array);
  return 1;
}

/* strtod reads the point that the program's language has. It gets up to 19
 * digits and an exponent instead, and no point: numbers of 17 digits, the most
 * that a daemon writes, are read exactly. False if the number is too large. */
static int NumberOf(Json text, double* number) {
  char written_out[48];
  const int is_negative = Take(&text, '-');
  uint64_t digits = 0;
  int exponent = 0, is_fraction = 0, written = 0, sign = 1;
  for (; text.at != text.end && *text.at != 'e' && *text.at != 'E'; ++text.at) {
    if (*text.at == '.') {
      is_fraction = 1;
    } else if (digits < UINT64_C(1000000000000000000)) {
      digits = digits * 10 + (uint64_t)(*text.at - '0');
      exponent -= is_fraction;
    } else {
      exponent += !is_fraction;
    }
  }
  if (text.at != text.end) {
    ++text.at;
    if (Take(&text, '-')) sign = -1;
    Take(&text, '+');
    for (; text.at != text.end && written < 100000000; ++text.at) {
      written = written * 10 + (*text.at - '0');
    }
  }
  snprintf(written_out, sizeof written_out, "%s%" PRIu64 "e%d",
           is_negative ? "-" : "", digits, exponent + sign * written);
  *number = strtod(written_out, NULL);
  return *number >= -DBL_MAX && *number <= DBL_MAX;
}

/* A whole number of at least 0. */
static int CountOf(Json text, int64_t* count) {
  *count = 0;
  if (text.at == text.end) return 0;
  for (; text.at != text.end; ++text.at) {
    if (!IsDigit(*text.at)) return 0;
    if (*count > (INT64_MAX - 9) / 10) return 0;
    *count = *count * 10 + (*text.at - '0');
  }
  return 1;
}

/* ---- The handle ---- */

typedef struct {
  char* bytes;
  size_t length, capacity;
} Buffer;

struct answerbox {
  char* path;
  int timeout_ms;
  int64_t deadline; /* Of the call, by NowMs(). */
  int socket;       /* -1: not connected. */
  uint64_t id;      /* Of the last request. */
  Buffer request;
  int lacks_memory; /* A request of the call is not whole. */
  Buffer received;  /* The last reply's line, from the front. */
  Json result;      /* Of that reply. */
  /* Decoded strings of that reply. A string gets no longer by decoding, so
   * there is room once for the whole line. */
  Buffer strings;
  const char* missing; /* A member that the reply should have and has not. */
  const char *error_kind, *error; /* NULL: none. */
  char error_text[512];
};

/* Room for so many bytes and one. */
static int Reserve(Buffer* buffer, size_t length) {
  size_t capacity = buffer->capacity < 1024 ? 1024 : buffer->capacity;
  char* bytes;
  if (length < buffer->capacity) return 1;
  while (capacity <= length) {
    if (capacity > SIZE_MAX / 2) return 0;
    capacity *= 2;
  }
  bytes = (char*)realloc(buffer->bytes, capacity);
  if (bytes == NULL) return 0;
  buffer->bytes = bytes;
  buffer->capacity = capacity;
  return 1;
}

static void Disconnect(answerbox* box) {
  if (box->socket >= 0) close(box->socket);
  box->socket = -1;
}

/* An error of our own ends the connection: a late reply would be taken for that
 * of the next request. */
static int Fail(answerbox* box, int code, const char* kind, const char* before,
                const char* name, const char* after) {
  Disconnect(box);
  snprintf(box->error_text, sizeof box->error_text, "%s%s%s", before, name,
           after);
  box->error_kind = kind;
  box->error = box->error_text;
  return code;
}

static int FailMemory(answerbox* box) {
  return Fail(box, ANSWERBOX_NO_MEMORY, "no_memory",
              "there is no memory for the request or its reply", "", "");
}

/* ---- The connection ---- */

static int64_t NowMs(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int LeftMs(const answerbox* box) {
  const int64_t left = box->deadline - NowMs();
  return left <= 0 ? 0 : left > INT_MAX ? INT_MAX : (int)left;
}

static int FailTimeout(answerbox* box) {
  return Fail(box, ANSWERBOX_TIMEOUT, "timeout", "the daemon at ", box->path,
              " did not answer in time: see \"systemctl status answerboxd\". "
              "What it was asked for may still be done");
}

/* What was not read in time is not missing from the reply. */
static int FailReply(answerbox* box, const char* what, const char* name) {
  if (LeftMs(box) == 0) return FailTimeout(box);
  return Fail(box, ANSWERBOX_BAD_REPLY, "bad_reply",
              "the daemon's reply is not of the protocol: ", what, name);
}

static int FailConnect(answerbox* box, int error) {
  char number[32];
  if (error == ENOENT || error == ECONNREFUSED) {
    return Fail(box, ANSWERBOX_NO_DAEMON, "no_daemon", "no daemon at ",
                box->path, ": start it with \"systemctl start answerboxd\"");
  }
  if (error == EACCES) {
    return Fail(box, ANSWERBOX_NO_DAEMON, "no_daemon", "no permission to use ",
                box->path,
                ": ask for your user to be added to the socket's group");
  }
  snprintf(number, sizeof number, ": error %d of the system", error);
  return Fail(box, ANSWERBOX_NO_DAEMON, "no_daemon", "can't connect to ",
              box->path, number);
}

static int Connect(answerbox* box) {
  struct sockaddr_un address;
  memset(&address, 0, sizeof address);
  address.sun_family = AF_UNIX;
  if (strlen(box->path) >= sizeof address.sun_path) {
    return FailConnect(box, ENAMETOOLONG);
  }
  memcpy(address.sun_path, box->path, strlen(box->path));
  box->socket = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (box->socket < 0) return FailConnect(box, errno);
  for (;;) {
    /* poll can't wait for room in a daemon's queue of connections, and this
     * can. */
    const int left = LeftMs(box);
    struct timeval time;
    if (left == 0) return FailTimeout(box);
    time.tv_sec = left / 1000;
    time.tv_usec = left % 1000 * 1000;
    setsockopt(box->socket, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
    if (connect(box->socket, (struct sockaddr*)&address, sizeof address) == 0) {
      return ANSWERBOX_OK;
    }
    if (errno != EINTR && errno != EAGAIN) return FailConnect(box, errno);
  }
}

/* A daemon that was restarted, or that gave the place of an idle connection
 * away, has hung up, perhaps with last words. The next request gets a new
 * connection. */
static int IsConnected(const answerbox* box) {
  char byte;
  return box->socket >= 0 &&
         recv(box->socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0 &&
         (errno == EAGAIN || errno == EINTR);
}

static int Await(answerbox* box, short events) {
  struct pollfd ready;
  ready.fd = box->socket;
  ready.events = events;
  for (;;) {
    const int left = LeftMs(box);
    if (left == 0) return FailTimeout(box);
    if (poll(&ready, 1, left) > 0) return ANSWERBOX_OK;
  }
}

static int SendRequest(answerbox* box) {
  size_t sent = 0;
  while (sent < box->request.length) {
    const ssize_t count =
        send(box->socket, box->request.bytes + sent, box->request.length - sent,
             MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count >= 0) {
      sent += (size_t)count;
    } else if (errno == EAGAIN) {
      const int code = Await(box, POLLOUT);
      if (code != 0) return code;
    } else if (errno != EINTR) {
      break; /* It hung up. Its last words may say why. */
    }
  }
  return ANSWERBOX_OK;
}

/* Reads what is there. */
static int ReceiveSome(answerbox* box) {
  Buffer* const received = &box->received;
  ssize_t count;
  const int code = Await(box, POLLIN);
  if (code != 0) return code;
  if (!Reserve(received, received->length + 4096)) return FailMemory(box);
  count = recv(box->socket, received->bytes + received->length,
               received->capacity - received->length, MSG_DONTWAIT);
  if (count > 0) received->length += (size_t)count;
  if (count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR))) {
    return ANSWERBOX_OK;
  }
  return Fail(box, ANSWERBOX_CLOSED, "closed", "the daemon at ", box->path,
              " hung up: see its journal, then try again");
}

/* Brings a line to the front of `received`. */
static int ReceiveLine(answerbox* box, Json* line) {
  const Buffer* const received = &box->received;
  size_t searched = 0; /* Each byte is searched once. */
  for (;;) {
    const char* end = NULL;
    if (searched < received->length) {
      end = (const char*)memchr(received->bytes + searched, '\n',
                                received->length - searched);
    }
    searched = end == NULL ? received->length : (size_t)(end - received->bytes);
    if (searched > ANSWERBOX_MAX_REPLY_BYTES) {
      return FailReply(box, "a line without end", "");
    }
    line->at = received->bytes;
    line->end = end;
    if (end != NULL) return ANSWERBOX_OK;
    const int code = ReceiveSome(box);
    if (code != 0) return code;
  }
}

static void DropLine(Buffer* received, const char* end) {
  const size_t length = (size_t)(end + 1 - received->bytes);
  received->length -= length;
  memmove(received->bytes, end + 1, received->length);
}

/* ---- Reading a reply ---- */

/* A reply is read within the deadline, too: past it, nothing more is found. */
static Json Find(const answerbox* box, Json object, const char* name) {
  const Json none = {NULL, NULL};
  return LeftMs(box) == 0 ? none : Member(object, name);
}

/* NULL if it is no string, or holds U+0000, which would end it early. */
static const char* Decoded(answerbox* box, Json text) {
  char* const begin = box->strings.bytes + box->strings.length;
  char* out = begin;
  if (!Take(&text, '"')) return NULL;
  while (!Take(&text, '"')) {
    uint32_t code;
    if (!TakeCharacter(&text, &code) || code == 0) return NULL;
    if (code < 0x80) {
      *out++ = (char)code;
      continue;
    }
    const int further = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    *out++ = (char)((0xFF00u >> (further + 1) & 0xFFu) | code >> (6 * further));
    for (int i = further - 1; i >= 0; --i) {
      *out++ = (char)(0x80u | (code >> (6 * i) & 0x3Fu));
    }
  }
  *out++ = 0;
  box->strings.length += (size_t)(out - begin);
  return begin;
}

static const char* OptionalString(answerbox* box, Json object,
                                  const char* name) {
  const Json value = Find(box, object, name);
  const char* string;
  if (value.at == value.end) return NULL;
  string = Decoded(box, value);
  if (string == NULL) box->missing = name;
  return string;
}

static const char* StringMember(answerbox* box, Json object, const char* name) {
  const char* const string = OptionalString(box, object, name);
  if (string == NULL) box->missing = name;
  return string;
}

static double NumberMember(answerbox* box, Json object, const char* name) {
  const Json value = Find(box, object, name);
  double number = 0;
  if (value.at == value.end || (*value.at != '-' && !IsDigit(*value.at)) ||
      !NumberOf(value, &number)) {
    box->missing = name;
  }
  return number;
}

static int64_t CountMember(answerbox* box, Json object, const char* name) {
  int64_t count;
  if (!CountOf(Find(box, object, name), &count)) box->missing = name;
  return count;
}

static int FlagMember(answerbox* box, Json object, const char* name) {
  const Json value = Find(box, object, name);
  if (!Is(value, "true") && !Is(value, "false")) box->missing = name;
  return Is(value, "true");
}

/* Its elements, for NextElement; empty if there is no such member. */
static Json ListMember(answerbox* box, Json object, const char* name) {
  Json list = Find(box, object, name);
  if (list.at != list.end && !Take(&list, '[')) {
    box->missing = name;
    list.at = list.end;
  }
  return list;
}

/* Puts a string behind the last one, `text`, which is NULL before the first.
 * `between` takes the place of the zero byte, and is at most as long as JSON
 * has bytes between two strings. */
static const char* Extended(answerbox* box, const char* text,
                            const char* between, Json further) {
  const char* decoded;
  if (text != NULL) {
    memcpy(box->strings.bytes + box->strings.length - 1, between,
           strlen(between));
    box->strings.length += strlen(between) - 1;
  }
  decoded = Decoded(box, further);
  if (decoded == NULL) {
    box->missing = "string in a list";
    return "";
  }
  return text == NULL ? decoded : text;
}

static const char* SectionMember(answerbox* box, Json object) {
  Json headings = ListMember(box, object, "section"), heading;
  const char* section = NULL;
  while (box->missing == NULL && NextElement(&headings, &heading)) {
    section = Extended(box, section, " > ", heading);
  }
  return section == NULL ? "" : section;
}

static const char* SpellingMember(answerbox* box, Json object) {
  Json words = ListMember(box, object, "spelling"), word;
  const char* spelling = NULL;
  while (box->missing == NULL && NextElement(&words, &word)) {
    spelling = Extended(box, spelling, ", ", Find(box, word, "word"));
    if (box->missing != NULL) break;
    spelling = Extended(box, spelling, " > ", Find(box, word, "taken_for"));
  }
  return spelling;
}

static void ReadPassage(answerbox* box, Json object, const char* score,
                        answerbox_passage* passage) {
  const Json page = Find(box, object, "page");
  const Json cut = Find(box, object, "cut");
  const Json scan = Find(box, object, "scan_confidence");
  passage->text = StringMember(box, object, "text");
  passage->document = StringMember(box, object, "document");
  passage->section = SectionMember(box, object);
  passage->page = page.at == page.end ? 0 : CountMember(box, object, "page");
  passage->score = NumberMember(box, object, score);
  passage->cut = cut.at != cut.end;
  passage->scan_confidence =
      scan.at == scan.end ? 1 : NumberMember(box, object, "scan_confidence");
}

/* The daemon's own error. */
static int FailAsTold(answerbox* box, Json id, Json error) {
  double code = 0;
  const char *message, *kind;
  box->missing = NULL;
  code = NumberMember(box, error, "code");
  message = StringMember(box, error, "message");
  kind = OptionalString(box, Find(box, error, "data"), "kind");
  /* A code that became 0 would be taken for a result. */
  if (box->missing != NULL || code > -1 || code < INT_MIN ||
      code != (int)code) {
    return FailReply(box, "an error without ",
                     box->missing == NULL ? "code" : box->missing);
  }
  if (id.at == id.end) Disconnect(box); /* The daemon is about to. */
  box->error = message;
  box->error_kind = kind == NULL ? "" : kind;
  return (int)code;
}

static int IsOwn(const answerbox* box, Json id) {
  char number[24];
  snprintf(number, sizeof number, "%" PRIu64, box->id);
  return Is(id, number);
}

/* Reads a line. `is_reply` is false if it is for others, such as progress. */
static int ReadLine(answerbox* box, Json line, int* is_reply) {
  if (LeftMs(box) == 0) return FailTimeout(box);
  if (!IsJson(line)) return FailReply(box, "a line that is not JSON", "");
  SkipBlanks(&line);
  if (!BeginsWith(line, '{')) {
    return FailReply(box, "a line that is no object", "");
  }
  const Json id = Find(box, line, "id");
  const Json error = Find(box, line, "error");
  const int is_error = error.at != error.end;
  *is_reply = IsOwn(box, id) || (is_error && id.at == id.end);
  if (!*is_reply) return ANSWERBOX_OK;
  box->strings.length = 0;
  if (!Reserve(&box->strings, (size_t)(line.end - line.at))) {
    return FailMemory(box);
  }
  if (is_error) return FailAsTold(box, id, error);
  box->result = Find(box, line, "result");
  if (box->result.at == box->result.end) {
    return FailReply(box, "no ", "result");
  }
  return ANSWERBOX_OK;
}

static int ReceiveReply(answerbox* box) {
  box->received.length = 0;
  box->result.at = box->result.end = NULL; /* It was in `received`. */
  for (;;) {
    Json line = {NULL, NULL};
    int is_reply = 0;
    int code = ReceiveLine(box, &line);
    if (code == 0) code = ReadLine(box, line, &is_reply);
    if (code != 0 || is_reply) return code;
    DropLine(&box->received, line.end);
  }
}

/* ---- Writing a request ---- */

static void PutBytes(answerbox* box, const char* bytes, size_t length) {
  Buffer* const request = &box->request;
  if (!Reserve(request, request->length + length)) {
    box->lacks_memory = 1;
    return;
  }
  memcpy(request->bytes + request->length, bytes, length);
  request->length += length;
}

static void Put(answerbox* box, const char* text) {
  PutBytes(box, text, strlen(text));
}

/* How a byte stands in a string of JSON: `out` has room for six. */
static size_t Escape(char byte, char* out) {
  static const char kHex[] = "0123456789abcdef";
  if (byte == '"' || byte == '\\' || byte == '\n') {
    out[0] = '\\';
    out[1] = (char)(byte == '\n' ? 'n' : byte);
    return 2;
  }
  if ((unsigned char)byte >= 0x20) {
    out[0] = byte;
    return 1;
  }
  memcpy(out, "\\u00", 4);
  out[4] = kHex[(unsigned char)byte >> 4];
  out[5] = kHex[(unsigned char)byte & 15];
  return 6;
}

static void PutString(answerbox* box, const char* text, size_t length) {
  char escaped[6];
  Put(box, "\"");
  for (size_t i = 0; i < length; ++i) {
    PutBytes(box, escaped, Escape(text[i], escaped));
  }
  Put(box, "\"");
}

/* A request up to the first parameter. */
static void Begin(answerbox* box, const char* method) {
  char head[64];
  box->request.length = 0;
  snprintf(head, sizeof head, "{\"jsonrpc\":\"2.0\",\"id\":%" PRIu64,
           ++box->id);
  Put(box, head);
  Put(box, ",\"method\":");
  PutString(box, method, strlen(method));
  Put(box, ",\"params\":{");
}

static void PutName(answerbox* box, const char* name) {
  const Buffer* const request = &box->request;
  if (request->length > 0 && request->bytes[request->length - 1] != '{') {
    Put(box, ",");
  }
  PutString(box, name, strlen(name));
  Put(box, ":");
}

static void PutText(answerbox* box, const char* name, const char* text) {
  if (text == NULL) return;
  PutName(box, name);
  PutString(box, text, strlen(text));
}

/* A number, or other JSON. */
static void PutJson(answerbox* box, const char* name, const char* json) {
  PutName(box, name);
  Put(box, json);
}

/* Ends the request, sends it, and receives the reply. */
static int Exchange(answerbox* box) {
  int code;
  Put(box, "}}\n");
  if (box->lacks_memory) return FailMemory(box);
  code = SendRequest(box);
  return code != 0 ? code : ReceiveReply(box);
}

/* ---- The calls ---- */

/* Every call begins here. */
static int Start(answerbox* box) {
  box->error = box->error_kind = box->missing = NULL;
  box->lacks_memory = 0;
  box->deadline = NowMs() + box->timeout_ms;
  if (IsConnected(box)) return ANSWERBOX_OK;
  Disconnect(box);
  return Connect(box);
}

/* And ends here, once its result is read. */
static int Finish(answerbox* box) {
  if (box->missing != NULL) return FailReply(box, "no right ", box->missing);
  return LeftMs(box) == 0 ? FailTimeout(box) : ANSWERBOX_OK;
}

static char* Joined(const char* folder, const char* name) {
  char* const path = (char*)malloc(strlen(folder) + strlen(name) + 1);
  if (path == NULL) return NULL;
  strcpy(path, folder);
  return strcat(path, name);
}

static char* DefaultPath(void) {
  const char* const path = getenv("ANSWERBOX_SOCKET");
  const char* const folder = getenv("XDG_RUNTIME_DIR");
  if (path != NULL && *path != 0) return Joined(path, "");
  if (folder != NULL && *folder != 0) {
    char* const own = Joined(folder, "/answerbox.sock");
    if (own == NULL || access(own, F_OK) == 0) return own;
    free(own);
  }
  return Joined("/run/answerbox/answerbox.sock", "");
}

answerbox* answerbox_open(const char* path, int timeout_ms) {
  answerbox* const box = (answerbox*)calloc(1, sizeof *box);
  if (box == NULL) return NULL;
  box->socket = -1;
  box->timeout_ms = timeout_ms;
  box->path = path == NULL ? DefaultPath() : Joined(path, "");
  if (box->path != NULL) return box;
  free(box);
  return NULL;
}

void answerbox_close(answerbox* box) {
  if (box == NULL) return;
  Disconnect(box);
  free(box->path);
  free(box->request.bytes);
  free(box->received.bytes);
  free(box->strings.bytes);
  free(box);
}

static void ReadAnswers(answerbox* box, answerbox_reply* reply) {
  Json several = ListMember(box, box->result, "answers"), answer;
  if (several.at == several.end) {
    reply->count = 1;
    ReadPassage(box, Find(box, box->result, "answer"), "confidence",
                reply->answers);
    return;
  }
  while (reply->count < ANSWERBOX_MAX_ANSWERS &&
         NextElement(&several, &answer)) {
    ReadPassage(box, answer, "confidence", &reply->answers[reply->count++]);
  }
  if (reply->count == 0) box->missing = "answers";
}

static int ReadReply(answerbox* box, answerbox_reply* reply) {
  reply->answered = FlagMember(box, box->result, "answered");
  reply->confidence = NumberMember(box, box->result, "confidence");
  reply->theta = NumberMember(box, box->result, "theta");
  reply->run = OptionalString(box, box->result, "run");
  reply->asked = OptionalString(box, box->result, "asked");
  reply->spelling = SpellingMember(box, box->result);
  if (reply->answered) {
    const Json choices = Find(box, box->result, "choices");
    const Json differ = Find(box, box->result, "differ");
    ReadAnswers(box, reply);
    reply->choices =
        choices.at != choices.end && FlagMember(box, box->result, "choices");
    reply->differ = differ.at != differ.end;
  } else {
    const Json refusal = Find(box, box->result, "refusal");
    reply->reason = StringMember(box, refusal, "reason");
    reply->message = StringMember(box, refusal, "message");
  }
  return Finish(box);
}

int answerbox_ask(answerbox* box, const char* collection, const char* question,
                  answerbox_reply* reply) {
  int code = Start(box);
  memset(reply, 0, sizeof *reply);
  if (code != 0) return code;
  Begin(box, "ask");
  PutText(box, "question", question);
  PutText(box, "collection", collection);
  PutJson(box, "runners_up", "0");
  PutJson(box, "context", "false");
  code = Exchange(box);
  return code != 0 ? code : ReadReply(box, reply);
}

static int ReadPassages(answerbox* box, answerbox_passages* passages) {
  Json found = ListMember(box, box->result, "passages"), passage;
  const Json refusal = Find(box, box->result, "refusal");
  if (found.at == found.end) box->missing = "passages";
  while (passages->count < ANSWERBOX_MAX_PASSAGES &&
         NextElement(&found, &passage)) {
    ReadPassage(box, passage, "score", &passages->passages[passages->count++]);
  }
  if (refusal.at != refusal.end) {
    passages->reason = StringMember(box, refusal, "reason");
    passages->message = StringMember(box, refusal, "message");
  }
  return Finish(box);
}

int answerbox_search(answerbox* box, const char* collection, const char* words,
                     int count, answerbox_passages* passages) {
  char number[16];
  int code = Start(box);
  memset(passages, 0, sizeof *passages);
  if (code != 0) return code;
  snprintf(number, sizeof number, "%d", count);
  Begin(box, "search");
  PutText(box, "words", words);
  PutText(box, "collection", collection);
  PutJson(box, "count", number);
  code = Exchange(box);
  return code != 0 ? code : ReadPassages(box, passages);
}

/* How much of the text fits into `room` bytes of JSON, whole characters alone.
 */
static size_t PartLength(const char* text, size_t bytes, size_t room) {
  char escaped[6];
  size_t length = 0, whole, used = 0;
  while (length < bytes) {
    used += Escape(text[length], escaped);
    if (used > room) break;
    ++length;
  }
  whole = length;
  if (length == bytes) return length;
  while (whole > 0 && ((unsigned char)text[whole] & 0xC0) == 0x80) --whole;
  return whole > 0 ? whole
                   : length; /* Else it is no UTF-8: the daemon says so. */
}

/* The shortest line that a daemon's options can bound (docs/limits.md,
 * "max_line_bytes"), and what a part of a text leaves for the rest of one. */
enum { kLineBytes = 8192, kPartBytes = kLineBytes - 192 };

static int AddInParts(answerbox* box, const char* collection, const char* name,
                      const char* text, size_t bytes) {
  char upload[64];
  int code;
  Begin(box, "documents.begin");
  PutText(box, "collection", collection);
  PutText(box, "name", name);
  code = Exchange(box);
  if (code != 0) return code;
  const Json id = Find(box, box->result, "upload");
  const size_t length = (size_t)(id.end - id.at);
  if (length == 0 || length >= sizeof upload) {
    return FailReply(box, "no right ", "upload");
  }
  memcpy(upload, id.at, length);
  upload[length] = 0;
  while (bytes > 0) {
    const size_t part = PartLength(text, bytes, kPartBytes);
    Begin(box, "documents.part");
    PutJson(box, "upload", upload);
    PutName(box, "text");
    PutString(box, text, part);
    code = Exchange(box);
    if (code != 0) return code;
    text += part;
    bytes -= part;
  }
  Begin(box, "documents.commit");
  PutJson(box, "upload", upload);
  return Exchange(box);
}

static int Add(answerbox* box, const char* collection, const char* name,
               const char* text, size_t bytes) {
  enum { kRest = 4 }; /* Two quotation marks and two braces. */
  size_t used;
  Begin(box, "documents.add");
  PutText(box, "collection", collection);
  PutText(box, "name", name);
  PutName(box, "text");
  used = box->request.length + kRest;
  if (used > kLineBytes ||
      PartLength(text, bytes, kLineBytes - used) != bytes) {
    return AddInParts(box, collection, name, text, bytes);
  }
  PutString(box, text, bytes);
  return Exchange(box);
}

static int ReadAdded(answerbox* box, answerbox_added* added) {
  added->replaced = FlagMember(box, box->result, "replaced");
  added->bytes = CountMember(box, box->result, "bytes");
  added->sha256 = StringMember(box, box->result, "sha256");
  return Finish(box);
}

int answerbox_add(answerbox* box, const char* collection, const char* name,
                  const char* text, size_t bytes, answerbox_added* added) {
  int code = Start(box);
  memset(added, 0, sizeof *added);
  if (code != 0) return code;
  code = Add(box, collection, name, text, bytes);
  return code != 0 ? code : ReadAdded(box, added);
}

static int ReadStatus(answerbox* box, answerbox_status* status) {
  Json unserved = ListMember(box, box->result, "out_of_service"), one;
  status->version = StringMember(box, box->result, "version");
  status->collections = CountMember(box, box->result, "collections");
  status->documents = CountMember(box, box->result, "documents");
  status->max_line_bytes =
      CountMember(box, Find(box, box->result, "limits"), "max_line_bytes");
  while (NextElement(&unserved, &one)) ++status->out_of_service;
  return Finish(box);
}

int answerbox_get_status(answerbox* box, answerbox_status* status) {
  int code = Start(box);
  memset(status, 0, sizeof *status);
  if (code != 0) return code;
  Begin(box, "status");
  code = Exchange(box);
  return code != 0 ? code : ReadStatus(box, status);
}

int answerbox_call(answerbox* box, const char* method, const char* params,
                   const char** result) {
  Json object;
  int code;
  *result = NULL;
  object.at = params == NULL ? "{}" : params;
  object.end = object.at + strlen(object.at);
  const int is_json = IsJson(object);
  SkipBlanks(&object);
  if (!is_json || !BeginsWith(object, '{')) {
    box->error_kind = "bad_argument";
    box->error = "the parameters are no JSON object";
    return ANSWERBOX_BAD_ARGUMENT;
  }
  code = Start(box);
  if (code != 0) return code;
  object = TakeValue(&object);
  Begin(box, method);
  PutBytes(box, object.at + 1, (size_t)(object.end - object.at) - 2);
  /* Line ends can stand between values alone. */
  for (size_t i = 0; i < box->request.length; ++i) {
    if (box->request.bytes[i] == '\n') box->request.bytes[i] = ' ';
  }
  code = Exchange(box);
  if (code != 0) return code;
  *(char*)box->result.end = 0;
  *result = box->result.at;
  return ANSWERBOX_OK;
}

const char* answerbox_error(const answerbox* box) { return box->error; }

const char* answerbox_error_kind(const answerbox* box) {
  return box->error_kind;
}
