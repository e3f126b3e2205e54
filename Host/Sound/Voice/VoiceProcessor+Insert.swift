public import AppGroup

extension VoiceProcessor: SoundInsert {
    public var delay: Duration { Self.lookahead }
}
