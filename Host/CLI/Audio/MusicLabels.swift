import Control
import Session

/// Music in one line.
enum MusicLabels {
    static func of(_ music: AudioStatus.Music) -> String {
        let name = music.url.split(separator: "/").last.map(String.init) ?? music.url
        var words = music.url.contains("://") ? AddressMask.masking(music.url) : name
        if ["playing", "paused"].contains(music.state) {
            words += ", \(Figure.clock(music.positionSeconds))" + (music.durationSeconds.map { " of \(Figure.clock($0))" } ?? "")
        }
        if music.isLooping { words += ", looping" }
        // One that could not be opened while another plays on.
        if !music.lastError.isEmpty { words += (music.state == "failed" ? ": " : "; another could not be played: ") + music.lastError }
        return PlainText.of("\(music.state): \(words)")
    }
}
