import Delivery

extension Session {
    private static let servedMaster = "master.m3u8"

    /// Waits until what is asked for is there, three target durations at most.
    public func ladder(_ request: LadderRequest) async -> LadderReply {
        guard let ladder = targets.servedLadder, let board = ladder.board else { return .unknown }
        // The master, whatever its file is called.
        if request.name == Self.servedMaster, let path = ladder.file(ladder.playlistName) { return .file(path) }
        switch await board.answer(request.name, number: request.number, part: request.part, skips: request.skips) {
        case .playlist(let text): return .playlist(text)
        case .part(let bytes): return .part(bytes)
        case .unknown: return ladder.file(request.name).map { .file($0) } ?? .unknown
        case .tooFar: return .refused
        case .late: return .late
        }
    }
}

extension SessionControl {
    /// A session without a ladder.
    public func ladder(_ request: LadderRequest) async -> LadderReply { .unknown }
}

/// Where the page's server shows a ladder.
enum LadderAddress {
    /// - Parameter page: the page's own address, which may end with a token; empty where nothing is served.
    static func text(_ ladder: Ladder, page: String) -> String? {
        guard !page.isEmpty, let stem = ladder.url.playlistStem else { return nil }
        let end = page.firstIndex(of: "?") ?? page.endIndex
        return page[..<end] + "ladder/\(stem).m3u8" + page[end...]
    }
}
