public import Audio

/// A source that is put into the mix while live, and what it begins with.
public struct AudioAddition: Hashable, Sendable {
    public enum Source: Hashable, Sendable {
        case microphone(MicrophoneChoice)
        case desktop(DesktopChoice)
    }

    public var source: Source
    public var gain = AudioGain.unchanged
    public var channels = ChannelMap.stereo
    /// Of a microphone.
    public var processing: VoiceProcessing = []
    public var offset = AudioOffset.none

    public init(_ source: Source) { self.source = source }

    /// For people.
    var text: String {
        switch source {
        case .microphone(let choice): choice.text
        case .desktop(let choice): choice.words.isEmpty ? "the default sink" : choice.words
        }
    }

    /// What is wrong with it, and what to do; `nil` when nothing is.
    public var problem: String? {
        guard case .desktop = source, !processing.isEmpty else { return nil }
        return "desktop is not a microphone: processing is for microphones"
    }
}
