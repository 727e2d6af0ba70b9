/* What the preloaded library knows of a process's files: which descriptors and
 * paths belong to the watched directory, where operations are logged, and which
 * of them are to fail. disk_log.py reads the log; io_control.py writes the
 * control page. */
#ifndef ANSWERBOX_TESTS_FAULTS_IO_RECORDER_H
#define ANSWERBOX_TESTS_FAULTS_IO_RECORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bits, so that the control page can name several. */
enum io_kind {
  IO_OPEN = 1 << 0,   /* Of a file or folder that was there. */
  IO_CREATE = 1 << 1, /* open that may make or empty a file. */
  IO_WRITE = 1 << 2,
  IO_TRUNCATE = 1 << 3,
  IO_SYNC_FILE = 1 << 4,
  IO_SYNC_FOLDER = 1 << 5,
  IO_RENAME = 1 << 6,
  IO_LINK = 1 << 7,
  IO_UNLINK = 1 << 8,
  IO_MAKE_FOLDER = 1 << 9,
  IO_REMOVE_FOLDER = 1 << 10,
  IO_SEND = 1 << 11, /* To a socket: replies, so acknowledgements. */
};

/* A page shared with the test. 64-bit words in the machine's byte order. */
struct io_control {
  uint64_t count;      /* Operations of the kinds in `mask` so far. */
  uint64_t mask;       /* Kinds that are counted. */
  uint64_t fail_first; /* Counts that fail, from 1; 0: none. */
  uint64_t fail_last;
  uint64_t error;   /* The errno they fail with. */
  uint64_t failed;  /* How many did. */
  uint64_t kill_at; /* SIGKILL before the operation of this count; 0: never. */
  uint64_t cut_writes; /* Non-zero: the first write to fail writes half. */
  uint64_t skip_syncs; /* Non-zero: syncs are logged and not carried out. */
};

enum io_verdict { IO_PROCEED, IO_FAIL, IO_CUT };

/* One operation from decision to log entry: calls between these two are never
 * interleaved with those of another thread. */
void io_lock(void);
void io_unlock(void);

/* Whether the operation may happen; sets errno for IO_FAIL. Needs the lock. */
enum io_verdict io_decide(enum io_kind kind);
bool io_skips_syncs(void);

/* Log entries. Need the lock. */
void io_log_paths(enum io_kind kind, int fd, uint64_t value, const char* path,
                  const char* second_path);
void io_log_bytes(enum io_kind kind, int fd, uint64_t offset, const void* bytes,
                  size_t size);

/* True when `path` (absolute) lies in the watched directory, or is it. */
bool io_watches_path(const char* path);

/* Descriptors of watched files and folders. */
void io_watch(int fd, bool is_folder);
void io_forget(int fd);
bool io_watches(int fd);
bool io_is_folder(int fd);

#endif
