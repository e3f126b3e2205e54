import Downloads
import Platform

/// What `splitcast hls list` shows.
struct TalkListing: Encodable {
    struct OneTalk: Encodable {
        var title: String
        /// Its folder's name, which `play` and `rm` take too.
        var name: String
        var folder: String
        /// `complete`, `incomplete` or `fetching`.
        var state: String
        var seconds: Double
        var bytes: Int
        var begun: String
        /// "1920x1080"; absent for audio alone.
        var size: String?
        var badges: [String]
        var languages: [String]
        var artwork: String?
        /// Where it comes from, with what may be secret left out.
        var url: String
    }

    var talks: [OneTalk]

    init(_ library: TalkLibrary) {
        talks = library.talks().map { talk in
            let manifest = talk.manifest
            return OneTalk(
                title: manifest.title, name: talk.name, folder: talk.folder,
                state: talk.isBeingFetched ? "fetching" : manifest.isComplete ? "complete" : "incomplete", seconds: manifest.seconds,
                bytes: manifest.bytes, begun: manifest.begun, size: manifest.variants.first?.size, badges: manifest.variants.first?.badges ?? [],
                languages: Self.languages(manifest.tracks), artwork: manifest.artworkName.map { talk.folder + "/" + $0 },
                url: MaskedAddress(manifest.url).description)
        }
    }

    /// Each once, in the order of the tracks.
    private static func languages(_ tracks: [TalkManifest.Track]) -> [String] {
        tracks.compactMap(\.language).reduce(into: []) { found, one in if !found.contains(one) { found.append(one) } }
    }

    var text: String {
        guard !talks.isEmpty else { return "no talk was fetched: 'splitcast hls fetch URL' fetches one\n" }
        var table = TextTable(heading: [
            ("TITLE", .left), ("NAME", .left), ("STATE", .left), ("LENGTH", .right), ("SIZE", .right), ("PICTURE", .left), ("LANGUAGES", .left),
            ("FROM", .left),
        ])
        for talk in talks {
            table.rows.append([
                talk.title, talk.name, talk.state, Figure.clock(talk.seconds), Figure.bytes(UInt64(clamping: talk.bytes)), talk.size ?? "–",
                talk.languages.isEmpty ? "–" : talk.languages.joined(separator: ","), talk.url,
            ])
        }
        return table.lines().joined(separator: "\n") + "\n"
    }
}
