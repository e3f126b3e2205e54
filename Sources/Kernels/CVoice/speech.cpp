#include "CVoice.h"

#include <memory>
#include <new>

#include "webrtc/modules/audio_processing/include/audio_processing.h"

using namespace webrtc;

struct cvoice_speech {
    std::unique_ptr<AudioProcessing> processing;
};

extern "C" cvoice_speech *cvoice_speech_open(bool noise, bool gain, bool high_pass) {
    Config config;
    // Moves the volume of a microphone that we do not have.
    config.Set<ExperimentalAgc>(new ExperimentalAgc(false));
    std::unique_ptr<AudioProcessing> processing(AudioProcessing::Create(config));
    if (!processing) return nullptr;
    const StreamConfig mono(48000, 1);
    ProcessingConfig streams;
    streams.input_stream() = streams.output_stream() = mono;
    streams.reverse_input_stream() = streams.reverse_output_stream() = mono;
    bool is_fine = processing->Initialize(streams) == AudioProcessing::kNoError;
    if (noise) {
        NoiseSuppression *suppression = processing->noise_suppression();
        is_fine = is_fine && suppression->set_level(NoiseSuppression::kHigh) == 0 && suppression->Enable(true) == 0;
    }
    if (gain) {
        GainControl *control = processing->gain_control();
        is_fine = is_fine && control->set_mode(GainControl::kAdaptiveDigital) == 0 && control->set_target_level_dbfs(8) == 0 &&
                  control->set_compression_gain_db(30) == 0 && control->enable_limiter(true) == 0 && control->Enable(true) == 0;
    }
    if (high_pass) is_fine = is_fine && processing->high_pass_filter()->Enable(true) == 0;
    if (!is_fine) return nullptr;
    auto *speech = new (std::nothrow) cvoice_speech;
    if (speech) speech->processing = std::move(processing);
    return speech;
}

extern "C" void cvoice_speech_process(cvoice_speech *speech, float *samples) {
    const StreamConfig mono(48000, 1);
    float *channel[1] = {samples};
    speech->processing->ProcessStream(channel, mono, mono, channel);
}

extern "C" void cvoice_speech_close(cvoice_speech *speech) { delete speech; }
