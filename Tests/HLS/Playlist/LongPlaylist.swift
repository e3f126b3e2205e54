/// A recording of many hours.
enum LongPlaylist {
    static func text(segments: Int) -> String {
        var text = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:1\n#EXT-X-MAP:URI=\"init.mp4\"\n"
        for number in 1...segments { text += "#EXTINF:6.0060\(number % 10),\nvideo/segment-\(number).m4s\n" }
        return text + "#EXT-X-ENDLIST\n"
    }
}
