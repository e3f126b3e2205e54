public import Codec
import Platform
import Synchronization

/// Somebody who watches an encoding live: gets its packets as they come, in no order between picture and audio, from a key frame on.
///
/// What waits for a viewer is bounded. One that is too slow loses all of it and goes on with a key frame.
public final class LiveViewer: Sendable {
    private static let longestQueue = Duration.seconds(2)
    private static let mostBytes = 4 << 20

    private struct State: Sendable {
        var packets: [Packet] = []
        var byteCount = 0
        var awaitsKeyframe: Bool
        var isEnded = false
        var reader: CheckedContinuation<Void, Never>?

        mutating func clear() { (packets, byteCount) = ([], 0) }
    }

    private let codings: Set<Coding>
    private let keyframes: KeyframeRequests
    private let hasPictures: Bool
    private let state: Mutex<State>

    /// - Parameter codings: of the streams that it gets.
    init(_ codings: Set<Coding>, keyframes: KeyframeRequests) {
        (self.codings, self.keyframes) = (codings, keyframes)
        hasPictures = codings.contains { $0.kind == .video }
        state = Mutex(State(awaitsKeyframe: hasPictures))
        if hasPictures { keyframes.request() }
    }

    var isEnded: Bool { state.withLock { $0.isEnded } }

    /// The fan-out's thread, and the one that encodes audio.
    func offer(_ packet: Packet) {
        guard codings.contains(packet.coding) else { return }
        let reader: CheckedContinuation<Void, Never>? = state.withLock { state in
            guard !state.isEnded else { return nil }
            if state.awaitsKeyframe {
                guard packet.kind == .video, packet.isKeyframe else { return nil }
                state.awaitsKeyframe = false
            }
            guard fits(packet, state) else {
                state.clear()
                state.awaitsKeyframe = hasPictures
                return nil
            }
            state.packets.append(packet)
            state.byteCount += packet.byteCount
            return Self.wake(&state)
        }
        reader?.resume()
    }

    private func fits(_ packet: Packet, _ state: State) -> Bool {
        guard let first = state.packets.first else { return true }
        return state.byteCount + packet.byteCount <= Self.mostBytes && packet.dts - first.dts <= Self.longestQueue
    }

    private static func wake(_ state: inout State) -> CheckedContinuation<Void, Never>? {
        defer { state.reader = nil }
        return state.reader
    }

    /// What has come since the last call; waits for it. Nothing when there will be no more, and when the task is cancelled. One reader.
    public func next() async -> [Packet] {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isThere, asks): (Bool, Bool) = state.withLock { state in
                    guard state.packets.isEmpty, !state.isEnded else { return (true, false) }
                    state.reader = continuation
                    return (false, state.awaitsKeyframe)
                }
                // Now there is room for one: asked earlier, a viewer that is too slow would keep the encoder at key frames.
                if asks { keyframes.request() }
                if isThere { continuation.resume() }
            }
        } onCancel: {
            end()
        }
        return state.withLock { state in
            defer { state.clear() }
            return state.isEnded ? [] : state.packets
        }
    }

    /// It gets no more. Any thread.
    public func end() {
        let reader = state.withLock { state in
            state.isEnded = true
            state.clear()
            return Self.wake(&state)
        }
        reader?.resume()
    }
}
