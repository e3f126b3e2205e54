import Glibc
import Platform

/// Where something came. The others have nothing, so that no system call is spent on asking them.
struct Readiness: OptionSet, Sendable {
    let rawValue: UInt8

    static let signals = Readiness(rawValue: 1)
    static let handoff = Readiness(rawValue: 2)
    static let channel = Readiness(rawValue: 4)
    static let screen = Readiness(rawValue: 8)
    static let everything: Readiness = [.handoff, .channel, .screen]
}

extension CaptureSession {
    /// Waits for the first of everything that may happen, and notes in `ready` what did.
    /// - Parameter isQuiet: the channel is left alone, until `quietUntil` at most.
    mutating func wait(for backend: Backend, quietly isQuiet: Bool) {
        var deadline = nextHeartbeat
        if isCapturing {
            if Backend.tellsPointer, !backend.hidesPointer { deadline = min(deadline, pointer.nextTime) }
            if Backend.drawsAhead ? ahead.slot == nil : isDirty && backend.canGrab, !isWaitingForSlot { deadline = min(deadline, pacing.nextTime) }
            // What a backend that waits would draw is not shown.
            if let wanted = backend.nextEventTime { deadline = min(deadline, wanted) }
        }
        if isQuiet { deadline = min(deadline, quietUntil) }
        var entries: InlineArray<4, pollfd> = [
            pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
            pollfd(fd: connection.handoff.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: isQuiet ? -1 : connection.channel.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: backend.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        let span = entries.mutableSpan
        ready = poll(span, until: deadline)
        if isQuiet { ready.insert(.channel) }
    }

    private var isCapturing: Bool { host.wish == .capture && memory != nil }

    /// Whether the channel is left alone for the moment.
    var isQuiet: Bool { isCapturing && !isWaitingForSlot && quietUntil > .now() }

    private func poll(_ entries: consuming MutableSpan<pollfd>, until deadline: MediaTime) -> Readiness {
        entries.withUnsafeMutableBufferPointer { list in
            _ = pollUntil(deadline, list.baseAddress!, list.count)
            var found: Readiness = []
            for index in 0..<list.count where list[index].revents != 0 { found.insert(Readiness(rawValue: 1 << UInt8(index))) }
            return found
        }
    }
}
