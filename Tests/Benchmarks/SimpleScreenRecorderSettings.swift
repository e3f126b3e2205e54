/// A file of settings with which SimpleScreenRecorder streams the first screen and the microphone of the fixture without being asked.
///
/// The encoder is `other`, since its own H.264 knows no bit rate. A value with commas has to stand in quotes.
struct SimpleScreenRecorderSettings {
    private let stream: Contender.Stream

    init(_ stream: Contender.Stream) { self.stream = stream }

    var text: String {
        """
        [welcome]
        skip_page=true

        [input]
        video_area=screen
        video_area_screen=0
        video_x=0
        video_y=0
        video_w=\(stream.width)
        video_h=\(stream.height)
        video_frame_rate=30
        video_scale=false
        video_record_cursor=true
        audio_enabled=true
        audio_backend=pulseaudio
        audio_pulseaudio_source=mic

        [output]
        file=\(stream.url)
        separate_files=false
        add_timestamp=false
        container=other
        container_av=flv
        video_codec=other
        video_codec_av=libx264
        video_kbit_rate=\(stream.kilobits)
        video_options="preset=veryfast,tune=zerolatency,g=60,x264-params=vbv-maxrate=\(stream.kilobits):vbv-bufsize=\(stream.kilobits / 2)"
        video_allow_frame_skipping=true
        audio_codec=other
        audio_codec_av=aac
        audio_kbit_rate=128

        [record]
        enable_recording_hotkey=false
        show_schedule=false

        """
    }
}
