/* What every part of quietty shares: status codes, spans, the allocator hook, the
 * version. Header-only: nothing here needs a library. */
#ifndef QUIETTY_BASE_H
#define QUIETTY_BASE_H

#include <stddef.h>
#include <stdint.h>

#define QTTY_VERSION_MAJOR 0
#define QTTY_VERSION_MINOR 1
#define QTTY_VERSION_PATCH 0
#define QTTY_VERSION       "0.1.0"

#if defined(__GNUC__) || defined(__clang__)
#define QTTY_API __attribute__((visibility("default")))
#else
#define QTTY_API
#endif

/** Every status a call can return: name, number, sentence. 0 or negative. */
#define QTTY_STATUS_MAP(X)                                                               \
    X(QTTY_OK, 0, "no error")                                                            \
    X(QTTY_E_INVAL, -1, "invalid argument")                                              \
    X(QTTY_E_NOMEM, -2, "out of memory")                                                 \
    X(QTTY_E_RANGE, -3, "value out of range")                                            \
    X(QTTY_E_LIMIT, -4, "over a ceiling")                                                \
    X(QTTY_E_UNSUPPORTED, -5, "not supported here")                                      \
    X(QTTY_E_NOT_FOUND, -6, "not found")                                                 \
    X(QTTY_E_IO, -7, "a system call failed")                                             \
    X(QTTY_E_ENCODING, -8, "ill-formed text in a strict encoding")                       \
    X(QTTY_E_CLOSED, -9, "already closed")                                               \
    X(QTTY_E_CANCELLED, -10, "cancelled")                                                \
    X(QTTY_E_TIMEOUT, -11, "timed out")                                                  \
    X(QTTY_E_NOT_EXECUTABLE, -12, "cannot be executed")                                  \
    X(QTTY_E_SEND_ACTIVE, -20, "a send is already live")                                 \
    X(QTTY_E_LINE_TOO_LONG, -21, "the line would be cut by the terminal")                \
    X(QTTY_E_NO_FOREGROUND, -22, "no foreground process group")                          \
    X(QTTY_E_NO_SESSION, -30, "no such session")                                         \
    X(QTTY_E_FOREIGN_SESSION, -31, "the session belongs to another owner")               \
    X(QTTY_E_DUPLICATE_NAME, -32, "the name is in use")                                  \
    X(QTTY_E_NO_BACKEND, -33, "no such backend")                                         \
    X(QTTY_E_DUPLICATE_BACKEND, -34, "the backend type is registered already")           \
    X(QTTY_E_OWNER_NOT_LIVE, -35, "the owner is disposed or being disposed")             \
    X(QTTY_E_SERVICE_DISPOSING, -36, "the registry is being disposed")

typedef enum qtty_status {
#define QTTY_STATUS_ENUM(name, number, text) name = number,
    QTTY_STATUS_MAP(QTTY_STATUS_ENUM)
#undef QTTY_STATUS_ENUM
} qtty_status;

/** Borrowed bytes. Never owned, never NUL-terminated unless a doc says so. */
typedef struct qtty_span {
    const uint8_t *data;
    size_t len; /* bytes */
} qtty_span;

/**
 * Memory of a root handle. `resize` behaves as realloc(3), with one addition: 0 bytes
 * frees the block (NULL is fine) and returns NULL. It may return NULL for lack of memory
 * at any call; every object stays usable then.
 */
typedef struct qtty_allocator {
    void *(*resize)(void *context, void *block, size_t bytes);
    void *context;
} qtty_allocator;

/** In fields whose zero means "the default": none at all. */
#define QTTY_NONE UINT32_MAX

/** A moment in ns that never comes. */
#define QTTY_NEVER UINT64_MAX

#endif
