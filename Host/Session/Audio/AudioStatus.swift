/// All about the audio of a session at one moment: what `splitcast audio --json` prints. Levels are of the last tenth of a second,
/// in dBFS or 0...100 (−60 dBFS and below is 0). Field names are part of the interface: add, never rename.
public struct AudioStatus: Codable, Sendable {
    public struct Source: Codable, Sendable {
        /// `mic`, `mic-2` and so on, `desktop`, `music`, or the name that a pushed source gave itself.
        public var id: String
        /// `microphone`, `desktop`, `music` or `pushed`.
        public var kind: String
        /// Who sends it: `host`, or the process that pushes it.
        public var owner: String
        /// `opening`, `live`, `absent` or `lost`; `closed` for one that is muted and not always on; of music as in `Music`.
        public var state: String
        public var device: String
        /// Whether it can be heard: live, not muted, and above −60 dBFS.
        public var isActive: Bool
        public var isAlwaysOn: Bool
        /// What the source says of itself, free-form.
        public var extra: String
        public var gainDecibels: Double
        /// 0...100 is linear in amplitude; more is amplified.
        public var gain: Double
        public var isMuted: Bool
        /// `stereo`, `mono`, `left`, `right` or `swapped`.
        public var channels: String
        /// After gain, before mute.
        public var level: Double
        public var peakDbfs: Double
        public var rmsDbfs: Double
        public var isClipping: Bool
        /// How much faster than this host's its clock runs, in parts per million.
        public var driftPpm: Double
        public var silenceMilliseconds: Double
        public var underruns: Int
        /// How much later than the others it is heard, because it arrives that late.
        public var lateMilliseconds: Double
        public var lastError: String
        /// How much later than captured it is to be heard; below 0 earlier.
        public var offsetMilliseconds: Double
        /// Of a microphone: as in `AudioStatus.processing`.
        public var processing: [String]
    }

    public struct Mix: Codable, Sendable {
        public var level: Double
        public var peakDbfs: Double
        public var rmsDbfs: Double
        public var isClipping: Bool
        /// Samples that the limiter took down.
        public var limitedSamples: Int
        /// EBU R 128, of everything so far; absent while there was too little audio.
        public var integratedLufs: Double?
        /// Of the last three seconds.
        public var shortTermLufs: Double?
        public var isMuted: Bool
        /// What is wrong with its loudness and what to do; empty when nothing is.
        public var warning: String
        /// Processor time of the mixer since it was started, without the encoders.
        public var processorSeconds: Double
        /// Quanta of silence sent because the mixer got no turn.
        public var filledMilliseconds: Double
    }

    public struct Music: Codable, Sendable {
        /// `stopped`, `opening`, `playing`, `paused`, `finished` or `failed`.
        public var state: String
        public var url: String
        public var positionSeconds: Double
        public var durationSeconds: Double?
        public var isLooping: Bool
        public var lastError: String
        /// Counts what was asked to be played.
        public var number: Int
    }

    public struct Monitor: Codable, Sendable {
        /// `off`, `opening`, `live`, `lost` or `failed`.
        public var state: String
        public var sink: String
        public var lastError: String
        /// Counts what was asked.
        public var number: Int
    }

    public var sources: [Source]
    /// Level by source: of the active ones.
    public var levels: [String: Double]
    public var mix: Mix
    public var music: Music
    /// Of the first microphone: `echo`, `noise`, `gain`, `high-pass`, `gate`, `equalizer`, `compressor`.
    public var processing: [String]
    /// By how much echo cancellation lowers what the microphone picks up of the speakers; absent when it is off or has not heard any.
    public var echoReductionDecibels: Double?
    /// By how many decibels music and desktop step back under speech; absent when they do not.
    public var ducking: Double?
    public var monitor: Monitor
    /// The source that was added last while live; absent when none was.
    public var added: String?
}
