#include "reference.h"

#include <stdlib.h>
#include <string.h>

// Mean square below which 480 ms of a signal cannot be heard as an echo: −90 dBFS.
static const float silence = 1e-9f;

cvoice_reference *cvoice_reference_open(void) {
    fft_prepare();
    return calloc(1, sizeof(cvoice_reference));
}

void cvoice_reference_close(cvoice_reference *reference) { free(reference); }

void cvoice_reference_clear(cvoice_reference *reference) { memset(reference, 0, sizeof *reference); }

void cvoice_reference_push(cvoice_reference *reference, const float *stereo) {
    reference->newest = (reference->newest + partitions - 1) % partitions;
    int place = reference->newest;
    for (int signal = 0; signal < signals; signal++) {
        float *window = reference->windows[signal], *newest = window + fft_size - cvoice_quantum;
        memmove(window, window + cvoice_quantum, (fft_size - cvoice_quantum) * sizeof(float));
        float sign = signal == 0 ? 0.5f : -0.5f, energy = 0;
        for (int i = 0; i < cvoice_quantum; i++) {
            float value = stereo ? 0.5f * stereo[2 * i] + sign * stereo[2 * i + 1] : 0;
            newest[i] = value;
            energy += value * value;
        }
        // What is not a number, or beyond all loudness, is no reference and would never leave the filter again.
        if (!(energy < 1e6f)) {
            memset(newest, 0, cvoice_quantum * sizeof(float));
            energy = 0;
        }
        reference->energies[signal][place] = energy;
        float total = 0;
        for (int i = 0; i < partitions; i++) total += reference->energies[signal][i];
        reference->is_active[signal] = total > silence * partitions * cvoice_quantum;

        fft_spectrum *spectrum = &reference->spectra[signal][place];
        float *powers = reference->powers[signal][place];
        fft_forward(window, spectrum);
        for (int k = 0; k < fft_bins; k++) powers[k] = spectrum->re[k] * spectrum->re[k] + spectrum->im[k] * spectrum->im[k];
    }
}

bool cvoice_reference_is_active(const cvoice_reference *reference) { return reference->is_active[0] || reference->is_active[1]; }
