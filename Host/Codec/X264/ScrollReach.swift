import CX264

/// How far libx264 looks for what was scrolled. By itself it goes on from the vectors around and those of the picture before, to what looks more
/// alike step by step: text that moved by a line or two looks like nothing on the way. What libx264 does not find it encodes anew, picture after
/// picture, until one macroblock comes across it. A value, told of each picture of libx264's.
struct ScrollReach {
    /// What libx264 searches with.
    struct Search: Equatable {
        /// `X264_ME_DIA`...`X264_ME_TESA`, the more thorough the higher.
        var method: Int32
        /// Pixels.
        var range: Int32

        /// Rings of hexagons, one behind the other as far as the range goes; of which libx264 leaves out a quarter where the vectors around are much
        /// the same.
        static let rings: Int32 = X264_ME_UMH

        /// Made to look as far as `rows`. More thorough searches look at all that is in their range, and stay as they are.
        func reaching(_ rows: Int) -> Search {
            method > Self.rings ? self : Search(method: Self.rings, range: max(range, Int32(clamping: rows * 4 / 3 + 4)))
        }
    }

    /// How many rows further down most of what changed stood in libx264's last picture; 0 where nothing was scrolled.
    var rows = 0
    /// What libx264 searches with where nothing was.
    var usual: Search
    /// By how many rows libx264's last picture had moved; 0 for none.
    private var lastRows = 0
    /// So many rows more or less than before, it finds from the vectors of the picture before.
    private static let mostOther = 2
    /// Of what moves further, it loses more than it finds again by itself.
    private static let mostFollowed = 48

    init(usual: Search) { self.usual = usual }

    /// What libx264 has to search with, which gets a picture.
    mutating func search(isKeyframe: Bool) -> Search {
        let moved = isKeyframe ? 0 : rows
        defer { lastRows = moved }
        return moved != 0 && (abs(moved - lastRows) > Self.mostOther || abs(moved) > Self.mostFollowed) ? usual.reaching(abs(moved)) : usual
    }
}

extension x264_param_t {
    var search: ScrollReach.Search { ScrollReach.Search(method: analyse.i_me_method, range: analyse.i_me_range) }

    /// - Returns: whether it was otherwise.
    mutating func setSearch(_ new: ScrollReach.Search) -> Bool {
        guard search != new else { return false }
        (analyse.i_me_method, analyse.i_me_range) = (new.method, new.range)
        return true
    }
}
