#pragma once
// What Shared/splitcast.h says of each message, for Swift to hold against its own.
#include "../../../../Shared/splitcast.h"

/// A field of a message as the C header has it.
struct header_field {
    const char *name;
    size_t offset;
    size_t size;
    int is_signed;
};

/// The fields of a kind of message, those of its header first, up to one without a name; NULL for an unknown kind.
/// Kind 0 is a damage rectangle, which has no header.
const struct header_field *header_fields(uint8_t kind);

/// The size of that struct; 0 for an unknown kind.
size_t header_struct_size(uint8_t kind);

/// The helpers of the header, callable.
struct sc_header header_head(uint8_t kind, size_t bytes);
int header_is_whole(const void *bytes, size_t count, size_t least);
size_t header_put_text(char *to, const char *text, size_t most);
/// -1 when the text is not whole, else how many bytes it took.
ptrdiff_t header_get_text(const char *from, size_t count, char *text);
uint64_t header_slot_bytes(uint32_t stride, uint32_t height);
uint64_t header_planar_slot_bytes(uint32_t stride, uint32_t height);
