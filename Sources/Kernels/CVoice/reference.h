#pragma once
#include "CVoice.h"
#include "fft.h"

// Two signals make a stereo reference: the middle, and the side, which is skipped while the desktop plays mono.
enum { signals = 2, partitions = cvoice_echo_quanta };

struct cvoice_reference {
    // The last 48 quanta, each with what came before it: spectra and their powers, by age from `newest` on.
    fft_spectrum spectra[signals][partitions];
    float powers[signals][partitions][fft_stride];
    float energies[signals][partitions];
    float windows[signals][fft_size];
    bool is_active[signals];
    int newest;
};

// Where the quantum of that age lies.
static inline int reference_place(const cvoice_reference *reference, int age) { return (reference->newest + age) % partitions; }
