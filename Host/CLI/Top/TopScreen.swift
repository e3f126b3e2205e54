import Control
import Events
import Session

/// What `splitcast top` shows: as much as the terminal has room for, never wider or higher.
struct TopScreen {
    static let keys = "p pause  r resume  m mute the microphone  M mute everything  c reconnect  k chapter  q quit"
    /// However much else there is to show.
    private static let fewestEvents = 3

    var status: SessionStatus
    /// The newest last.
    var events: [SessionEvent]
    /// What came of the last key; empty for nothing.
    var note = ""

    /// - Returns: at most as many lines as there are rows, the last one with the keys.
    func lines(columns: Int, rows: Int) -> [String] {
        guard rows > 1 else { return [Self.cut(Self.keys, columns)] }
        var body = StatusTable.text(status).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        if let audio = status.audio, status.streams != "videoOnly" {
            body += [""] + AudioTable.text(audio, showsAll: true).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        }
        let told = events.flatMap { EventText.of($0).split(separator: "\n").map(String.init) }
        let room = rows - 2
        let most = max(min(Self.fewestEvents, told.count, room / 3), room - body.count - 1)
        let shown = told.suffix(max(0, most))
        body = Array(body.prefix(room - (shown.isEmpty ? 0 : shown.count + 1)))
        if !shown.isEmpty { body += [""] + shown }
        body += Array(repeating: "", count: room - body.count)
        return (body + [note, Self.keys]).map { Self.cut($0, columns) }
    }

    /// What others wrote tells the terminal nothing.
    private static func cut(_ line: String, _ columns: Int) -> String { String(PlainText.of(line).prefix(max(0, columns))) }
}
