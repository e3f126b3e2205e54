import Downloads
import Fixtures
import Foundation
import HLS
import Platform

/// A library of a test's own, and what is fetched into it.
struct FetchFixture {
    let scratch = Scratch()
    var library: TalkLibrary { TalkLibrary(directory: scratch.file("library")) }

    /// Tries again nothing, so that what fails does so at once.
    func request(_ url: String, title: String = "Talk") -> FetchRequest {
        var request = FetchRequest(url: url, title: title)
        request.origin.retries = 0
        return request
    }

    @discardableResult
    func fetch(_ request: FetchRequest) async throws -> Talk { try await TalkFetch(request, into: library).run() }

    /// Waits on a thread of its own: what is waited for may need those of the tests.
    static func waiting(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await Worker.run(name: "waiting") { Result { try body() } }.get()
    }

    /// The bytes of a track's segments, in the order of its playlist; and of its header.
    static func bytes(_ talk: Talk, track: Int = 0) throws -> (header: Data?, segments: [Data]) {
        let folder = talk.folder + "/" + talk.manifest.tracks[track].folder
        guard case .media(let playlist) = try Playlist(parsing: bytesOfFile(folder + "/index.m3u8")) else { return (nil, []) }
        let header = playlist.segments.first?.map.map { Data(bytesOfFile(folder + "/" + $0.uri)) }
        return (header, playlist.segments.map { Data(bytesOfFile(folder + "/" + $0.uri)) })
    }
}
