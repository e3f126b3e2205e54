#pragma once
#include <gnutls/gnutls.h>
#include <gnutls/crypto.h>
#include <gnutls/x509.h>

// A function pointer in a variable, which Swift 6 takes for shared state.
static inline void cgnutls_free(void *memory) { gnutls_free(memory); }
