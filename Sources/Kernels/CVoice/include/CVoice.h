#pragma once
// Signal processing for a voice at 48 kHz, one channel at a time, in quanta of 10 ms (480 samples, full scale ±1).
//
// Echo is cancelled by our own filter, since the canceller of webrtc-audio-processing 0.3 mutilates a voice that speaks while the
// desktop plays; noise suppression, gain control and high-pass are webrtc's.
//
// A handle belongs to one thread at a time. Only the `_open` and `_close` functions allocate or free.
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    cvoice_quantum = 480,
    // Samples by which `cvoice_echo_process` delays, always; and `cvoice_speech_process`, without and with noise suppression.
    cvoice_echo_delay = 128,
    cvoice_speech_delay = 46,
    cvoice_speech_noise_delay = 334,
    // The echo path that is modelled: 48 quanta from the reference to the end of the echo.
    cvoice_echo_quanta = 48,
};

// --- what the desktop sounded like, as the cancellers of both channels of a microphone need it ---

typedef struct cvoice_reference cvoice_reference;

// NULL when memory is out.
cvoice_reference *cvoice_reference_open(void);
// Takes a quantum of interleaved stereo; NULL is silence.
void cvoice_reference_push(cvoice_reference *reference, const float *stereo);
// False when all of the last 480 ms was too quiet to be heard as an echo.
bool cvoice_reference_is_active(const cvoice_reference *reference);
// Forgets all that was pushed, after a break.
void cvoice_reference_clear(cvoice_reference *reference);
void cvoice_reference_close(cvoice_reference *reference);

// --- echo ---

typedef struct cvoice_echo cvoice_echo;

typedef struct {
    // Sums of squares over the quantum: of what came in, and of what went out.
    float power_in, power_out;
    // Power of the echo expected, as a share of what came in: about 1 when nothing but echo was heard.
    float echo_share;
    // The reference was active.
    bool is_active;
} cvoice_echo_report;

// NULL when memory is out.
cvoice_echo *cvoice_echo_open(void);
// Removes from `samples`, in place, what is explained by the reference, whose quantum of the same 10 ms has been pushed.
// `from` and `to` say how much is removed at the quantum's start and end: 0 nothing, 1 all.
cvoice_echo_report cvoice_echo_process(cvoice_echo *echo, const cvoice_reference *reference, float *samples, float from, float to);
// Forgets the audio on its way through, after a break; not what was learnt.
void cvoice_echo_clear(cvoice_echo *echo);
// Copies what another has learnt, and its audio.
void cvoice_echo_copy(cvoice_echo *echo, const cvoice_echo *from);
void cvoice_echo_close(cvoice_echo *echo);

// --- noise, gain, high-pass ---

typedef struct cvoice_speech cvoice_speech;

// At least one must be wanted. NULL when memory is out or the library refuses.
cvoice_speech *cvoice_speech_open(bool noise, bool gain, bool high_pass);
void cvoice_speech_process(cvoice_speech *speech, float *samples);
void cvoice_speech_close(cvoice_speech *speech);

#ifdef __cplusplus
}
#endif
