/// Something that reads what a stranger wrote. It may refuse any input; it may not trap, read past the end, or break a promise.
struct Decoder {
    let name: String
    let seeds: [[UInt8]]
    /// More bytes are not given to it.
    var longest = 512
    /// Calls `onBrokenPromise` when a promise is broken.
    let take: (UnsafeRawBufferPointer) -> Void

    nonisolated(unsafe) static let all =
        wire + rtmp + [
            wayland, notices, pointerRows, channel, control, obs, messagePack, target, options, group, pushName, messages, encoderAnswers,
            hlsPlaylist, hlsPredicate,
        ]
}

/// The fuzzer ends, and keeps the input; a test notes it and goes on. Set by one thread, before the first input.
nonisolated(unsafe) var onBrokenPromise: (String) -> Void = { fatalError($0) }

func demand(_ promise: Bool, _ words: @autoclosure () -> String) { if !promise { onBrokenPromise(words()) } }

extension UnsafeRawBufferPointer {
    /// As text, with what is not UTF-8 replaced.
    var words: String { String(decoding: self, as: UTF8.self) }
}
