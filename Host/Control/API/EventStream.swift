import Events
import Platform
import Session

/// What happens, as it happens: events and, where they are wanted, levels, ten times a second (server-sent events).
///
/// Nothing is queued for a reader: what it has not got yet stays in the journal, and levels that it was too slow for were never sent.
struct EventStream {
    private static let interval = Duration.milliseconds(100)
    /// A silent connection would be closed; and the end of a reader is noticed by writing.
    private static let quietTime = Duration.seconds(10)

    /// Of one source, or of the mix.
    struct Level: Encodable {
        var level, peakDbfs, rmsDbfs: Double
        var isClipping: Bool
    }

    struct Levels: Encodable {
        var sources: [String: Level]
        /// Absent in a broadcast without audio.
        var mix: Level?
    }

    let session: any SessionControl
    /// Events up to this number are known; without it those that are still to come are sent.
    let since: Int?
    let hasLevels: Bool

    /// Returns when the reader is gone, or when the task is cancelled: what happened until then is sent.
    func follow(_ stream: PageStream) async throws {
        var last = since ?? session.events(since: .max).newest
        var unsent = try await Self.send("retry: 2000\n\n", to: stream)
        var spoke = MediaTime.now()
        while !Task.isCancelled, stream.channel.isActive {
            var (text, hasMore) = try events(after: &last)
            if hasLevels { text += try Self.message("levels", ControlJSON.encode(levels)) }
            let now = MediaTime.now()
            if text.isEmpty, now - spoke > Self.quietTime { text = ":\n\n" }
            if !text.isEmpty {
                unsent = try await Self.send(text, to: stream)
                spoke = now
            }
            if !hasMore { try? await Task.sleep(for: Self.interval) }  // ended early, the loop ends
        }
        // The end of the broadcast itself may be among it.
        let text = try unsent + events(after: &last).text
        if !text.isEmpty, stream.channel.isActive { try await stream.sendLast(text) }
    }

    /// - Returns: what the end of the task kept from being sent.
    private static func send(_ text: String, to stream: PageStream) async throws -> String {
        do { try await stream.send(text) } catch {
            guard Task.isCancelled else { throw error }
            return text
        }
        return ""
    }

    /// What happened since, as messages, and whether there is more of it; `last` is the number of the newest of them afterwards.
    private func events(after last: inout Int) throws -> (text: String, hasMore: Bool) {
        let page = session.events(since: last)
        // Another session counts from 1.
        if page.newest < last { last = 0 }
        var text = ""
        for event in page.events {
            text += try Self.message("event", ControlJSON.encode(event), id: event.sequence)
            last = event.sequence
        }
        return (text, page.hasMore)
    }

    private var levels: Levels {
        guard let audio = session.audioStatus() else { return Levels(sources: [:]) }
        let sources = audio.sources.map { source in
            (source.id, Level(level: source.level, peakDbfs: source.peakDbfs, rmsDbfs: source.rmsDbfs, isClipping: source.isClipping))
        }
        let mix = audio.mix
        return Levels(
            sources: Dictionary(sources) { first, _ in first },
            mix: Level(level: mix.level, peakDbfs: mix.peakDbfs, rmsDbfs: mix.rmsDbfs, isClipping: mix.isClipping))
    }

    /// JSON has no line breaks of its own here.
    private static func message(_ name: String, _ json: [UInt8], id: Int? = nil) -> String {
        (id.map { "id: \($0)\n" } ?? "") + "event: \(name)\ndata: \(String(decoding: json, as: UTF8.self))\n\n"
    }
}
