import HLS

extension Decoder {
    /// A playlist of a server: refused or read; what is read is written so that it is read the same.
    static var hlsPlaylist: Decoder {
        let texts = [
            "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n"
                + "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"b\",CHANNELS=\"16/JOC\",URI=\"c\"\n#EXT-X-STREAM-INF:BANDWIDTH=5,"
                + "CODECS=\"dvh1.05.06,ec-3\",FRAME-RATE=23.976,RESOLUTION=3840x2160,AUDIO=\"a\"\nd\n",
            "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:9\n#EXT-X-MAP:URI=\"i\",BYTERANGE=\"7@0\"\n"
                + "#EXT-X-BYTERANGE:5@7\n#EXTINF:6.5,t\nm\n#EXT-X-BYTERANGE:5\n#EXTINF:6,\nm\n#EXT-X-DISCONTINUITY\n#EXTINF:1,\nn\n"
                + "#EXT-X-ENDLIST\n",
            "\u{FEFF}#EXTM3U\r\n#EXT-X-DEFINE:NAME=\"v\",VALUE=\"x\"\r\n#EXT-X-TARGETDURATION:4\r\n#EXT-X-KEY:METHOD=AES-128,"
                + "URI=\"{$v}\",IV=0x0102030405060708090A0B0C0D0E0F10\r\n#EXT-X-PART:DURATION=0.3,URI=\"p\"\r\n"
                + "#EXT-X-SKIP:SKIPPED-SEGMENTS=3\r\n#EXTINF:4,\r\n{$v}\r\n",
        ]
        return Decoder(name: "hlsPlaylist", seeds: texts.map { Array($0.utf8) }, longest: 4096) { bytes in
            do throws(HLSError) {
                let playlist = try Playlist(parsing: Array(bytes), PlaylistContext(variables: ["v": "x"], query: ["q": "y"]))
                if case .master(let master) = playlist {
                    for variant in master.variants {
                        demand(variant.badges.count <= Badge.allCases.count, "a variant of no kind")
                    }
                }
                if case .media(let media) = playlist {
                    demand(media.duration >= 0 && media.segments.allSatisfy { $0.byteRange?.end ?? 0 >= 0 }, "a negative length")
                }
                // What variables put in may look like another one when it is written.
                guard !playlist.text.contains("{$") else { return }
                let again = try? Playlist(parsing: Array(playlist.text.utf8), PlaylistContext(variables: ["v": "x"], query: ["q": "y"]))  // then nil
                demand(again == playlist, "is written so that it is read otherwise")
            } catch { demand(!error.message.contains("\n"), "an error of two lines") }
        }
    }

    static var hlsPredicate: Decoder {
        let texts = [
            "peakBitRate < 5000000 && videoAttributes.videoRange == PQ", "!(averageBitRate BETWEEN {1, 2}) OR NOT audioAttributes.isBinaural",
            "channels(group:\"stereo\") >= 2 AND audioAttributes.formatIDs IN {alac, 'ec-3'}", "videoAttributes.presentationSize == 1920x1080",
        ]
        return Decoder(name: "hlsPredicate", seeds: texts.map { Array($0.utf8) }) { bytes in
            do throws(HLSError) {
                let predicate = try VariantPredicate(bytes.words)
                let text = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=5,RESOLUTION=1x1\na\n"
                guard case .master(let master)? = try? Playlist(parsing: Array(text.utf8)) else { return }  // it can be read
                for variant in master.variants { _ = predicate.holds(for: variant) }
            } catch {
                demand(error.message.hasPrefix("column ") && !error.message.contains("\n"), "an error without a column")
            }
        }
    }
}
