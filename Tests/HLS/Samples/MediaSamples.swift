/// Media playlists, written after examples that are published.
enum MediaSamples {
    static let plain = """
        #EXTM3U
        #EXT-X-TARGETDURATION:10
        #EXT-X-VERSION:3
        #EXT-X-PLAYLIST-TYPE:VOD
        #EXTINF:9.009,
        http://media.example.com/first.ts
        #EXTINF:9.009,A title, with a comma
        http://media.example.com/second.ts
        #EXTINF:3.003,
        http://media.example.com/third.ts
        #EXT-X-ENDLIST

        """

    /// fMP4 in one file, with two headers, discontinuities and an event's times.
    static let ranges = """
        #EXTM3U
        #EXT-X-VERSION:7
        #EXT-X-TARGETDURATION:6
        #EXT-X-MEDIA-SEQUENCE:41
        #EXT-X-DISCONTINUITY-SEQUENCE:3
        #EXT-X-PLAYLIST-TYPE:EVENT
        #EXT-X-INDEPENDENT-SEGMENTS
        #EXT-X-DATERANGE:ID="ad",START-DATE="2026-03-05T11:15:00Z",DURATION=15.013,X-COM-EXAMPLE="x",SCTE35-OUT=0xFC002F
        #EXT-X-MAP:URI="main.mp4",BYTERANGE="719@0"
        #EXT-X-PROGRAM-DATE-TIME:2026-03-05T11:15:00.000Z
        #EXTINF:6.00000,
        #EXT-X-BYTERANGE:1508000@719
        main.mp4
        #EXT-X-BITRATE:2010
        #EXTINF:6.00000,
        #EXT-X-BYTERANGE:1510244
        main.mp4
        #EXT-X-DISCONTINUITY
        #EXT-X-MAP:URI="ad.mp4"
        #EXT-X-GAP
        #EXTINF:4.5,
        ad-1.m4s

        """

    /// Keys that change, and one that only a licence opens.
    static let keys = """
        #EXTM3U
        #EXT-X-VERSION:5
        #EXT-X-MEDIA-SEQUENCE:7794
        #EXT-X-TARGETDURATION:15
        #EXT-X-KEY:METHOD=AES-128,URI="https://priv.example.com/key.php?r=52"
        #EXTINF:2.833,
        fileSequence52-A.ts
        #EXT-X-KEY:METHOD=AES-128,URI="https://priv.example.com/key.php?r=53",IV=0X0102030405060708090A0B0C0D0E0F10
        #EXTINF:15.0,
        fileSequence53-A.ts
        #EXT-X-KEY:METHOD=NONE
        #EXTINF:15,
        fileSequence54-A.ts
        #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://one",KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1"
        #EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI="data:text/plain;base64,AAAA",KEYFORMAT="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"
        #EXTINF:15,
        fileSequence55-A.ts

        """

    /// Low latency: parts, a hint, reports of others.
    static let lowLatency = """
        #EXTM3U
        #EXT-X-TARGETDURATION:4
        #EXT-X-VERSION:9
        #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.0,CAN-SKIP-UNTIL=12.0
        #EXT-X-PART-INF:PART-TARGET=0.33334
        #EXT-X-MEDIA-SEQUENCE:266
        #EXT-X-PROGRAM-DATE-TIME:2026-02-14T02:13:36.106Z
        #EXT-X-MAP:URI="init.mp4"
        #EXTINF:4.00008,
        fileSequence266.mp4
        #EXT-X-PART:DURATION=0.33334,URI="filePart271.0.mp4",INDEPENDENT=YES
        #EXT-X-PART:DURATION=0.33334,URI="filePart271.1.mp4"
        #EXT-X-PART:DURATION=0.33334,URI="filePart271.2.mp4",GAP=YES
        #EXTINF:4.00008,
        fileSequence271.mp4
        #EXT-X-PART:DURATION=0.33334,URI="filePart273.0.mp4",INDEPENDENT=YES
        #EXT-X-PRELOAD-HINT:TYPE=PART,URI="filePart273.1.mp4"
        #EXT-X-RENDITION-REPORT:URI="../1M/waitForMSN.php",LAST-MSN=273,LAST-PART=2

        """

    static let delta = """
        #EXTM3U
        #EXT-X-TARGETDURATION:4
        #EXT-X-VERSION:9
        #EXT-X-MEDIA-SEQUENCE:266
        #EXT-X-SKIP:SKIPPED-SEGMENTS=1
        #EXT-X-MAP:URI="init.mp4"
        #EXTINF:4.00008,
        fileSequence271.mp4
        #EXTINF:4.00008,
        fileSequence272.mp4

        """

    static let iFrames = """
        #EXTM3U
        #EXT-X-VERSION:4
        #EXT-X-TARGETDURATION:6
        #EXT-X-I-FRAMES-ONLY
        #EXTINF:5.00500,
        #EXT-X-BYTERANGE:46056@376
        main.ts
        #EXTINF:5.00500,
        #EXT-X-BYTERANGE:41736@1536336
        main.ts
        #EXT-X-ENDLIST

        """

    static let all = [plain, ranges, keys, lowLatency, delta, iFrames]
}
