/// Master playlists, written after examples that are published: of Apple's streams, of RFC 8216bis and of the reference.
enum MasterSamples {
    /// Two audio groups, HDR beside SDR: what the reference shows.
    static let reference = """
        #EXTM3U
        #EXT-X-VERSION:7
        #EXT-X-INDEPENDENT-SEGMENTS
        #EXT-X-MEDIA:TYPE=AUDIO,NAME="English",GROUP-ID="stereo",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",\
        URI="audio/en/stereo.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,NAME="French",GROUP-ID="stereo",LANGUAGE="fr",DEFAULT=NO,AUTOSELECT=YES,CHANNELS="2",\
        URI="audio/fr/stereo.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,NAME="English",GROUP-ID="atmos",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="16/JOC",\
        URI="audio/en/atmos.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,NAME="French",GROUP-ID="atmos",LANGUAGE="fr",DEFAULT=NO,AUTOSELECT=YES,CHANNELS="16/JOC",\
        URI="audio/fr/atmos.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=14516883,VIDEO-RANGE=SDR,CODECS="avc1.64001f,mp4a.40.5",FRAME-RATE=23.976,RESOLUTION=1920x1080,\
        AUDIO="stereo"
        sdr/video.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=34516883,VIDEO-RANGE=PQ,CODECS="dvh1.05.06,ec-3",FRAME-RATE=23.976,RESOLUTION=3840x1920,AUDIO="atmos"
        dovi/video.m3u8

        """

    /// Three audio groups, subtitles, captions, key frames.
    static let bipbop = """
        #EXTM3U
        #EXT-X-VERSION:6
        #EXT-X-INDEPENDENT-SEGMENTS
        #EXT-X-STREAM-INF:AVERAGE-BANDWIDTH=2168183,BANDWIDTH=2177116,CODECS="avc1.640020,mp4a.40.2",RESOLUTION=960x540,FRAME-RATE=60.000,\
        CLOSED-CAPTIONS="cc1",AUDIO="aud1",SUBTITLES="sub1"
        v5/prog_index.m3u8
        #EXT-X-STREAM-INF:AVERAGE-BANDWIDTH=7968416,BANDWIDTH=8001098,CODECS="avc1.64002a,mp4a.40.2",RESOLUTION=1920x1080,\
        FRAME-RATE=60.000,CLOSED-CAPTIONS="cc1",AUDIO="aud1",SUBTITLES="sub1"
        v9/prog_index.m3u8
        #EXT-X-STREAM-INF:AVERAGE-BANDWIDTH=2390334,BANDWIDTH=2399619,CODECS="avc1.640020,ac-3",RESOLUTION=960x540,FRAME-RATE=60.000,\
        CLOSED-CAPTIONS="cc1",AUDIO="aud2",SUBTITLES="sub1"
        v5/prog_index.m3u8
        #EXT-X-STREAM-INF:AVERAGE-BANDWIDTH=8190919,BANDWIDTH=8223601,CODECS="avc1.64002a,ec-3",RESOLUTION=1920x1080,FRAME-RATE=60.000,\
        CLOSED-CAPTIONS="cc1",AUDIO="aud3",SUBTITLES="sub1"
        v9/prog_index.m3u8
        #EXT-X-I-FRAME-STREAM-INF:AVERAGE-BANDWIDTH=186522,BANDWIDTH=187492,CODECS="avc1.64002a",RESOLUTION=1920x1080,\
        URI="v7/iframe_index.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aud1",LANGUAGE="en",NAME="English",AUTOSELECT=YES,DEFAULT=YES,CHANNELS="2",\
        URI="a1/prog_index.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aud2",LANGUAGE="en",NAME="English",AUTOSELECT=YES,DEFAULT=YES,CHANNELS="6",\
        URI="a2/prog_index.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aud3",LANGUAGE="en",NAME="English",AUTOSELECT=YES,DEFAULT=YES,CHANNELS="6",\
        URI="a3/prog_index.m3u8"
        #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="cc1",LANGUAGE="en",NAME="English",AUTOSELECT=YES,DEFAULT=YES,INSTREAM-ID="CC1"
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="sub1",LANGUAGE="en-US",NAME="English",AUTOSELECT=YES,DEFAULT=YES,FORCED=NO,\
        URI="s1/en/prog_index.m3u8"
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="sub1",LANGUAGE="de",NAME="Deutsch, mit Komma",AUTOSELECT=YES,FORCED=NO,\
        CHARACTERISTICS="public.accessibility.transcribes-spoken-dialog",URI="s1/de/prog_index.m3u8"

        """

    /// Dolby Vision on top of HLG and of PQ, by SUPPLEMENTAL-CODECS.
    static let dolbyVision = """
        #EXTM3U
        #EXT-X-VERSION:12
        #EXT-X-STREAM-INF:BANDWIDTH=9000000,AVERAGE-BANDWIDTH=7000000,CODECS="hvc1.2.20000000.L123.B0,mp4a.40.2",\
        SUPPLEMENTAL-CODECS="dvh1.08.07/db4h",RESOLUTION=1920x1080,FRAME-RATE=29.970,VIDEO-RANGE=HLG,STABLE-VARIANT-ID="hlg",\
        HDCP-LEVEL=TYPE-0
        hlg.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=25000000,CODECS="hvc1.2.20000000.L153.B0,mp4a.40.2",SUPPLEMENTAL-CODECS="dvh1.08.10/db1p,\
        hvc1.2.20000000.L153.B0/cdm4",RESOLUTION=3840x2160,FRAME-RATE=59.940,VIDEO-RANGE=PQ,STABLE-VARIANT-ID="pq",\
        REQ-VIDEO-LAYOUT="CH-MONO"
        pq.m3u8

        """

    /// The picture of one, with lossless audio and with lossy.
    static let lossless = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="English",LANGUAGE="en",DEFAULT=YES,CHANNELS="2",URI="aac-en.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="alac",NAME="English",LANGUAGE="en",DEFAULT=YES,CHANNELS="2",BIT-DEPTH=24,SAMPLE-RATE=48000,\
        URI="alac-en.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="ears",NAME="Headphones",LANGUAGE="en",DEFAULT=YES,CHANNELS="2/-/BINAURAL",URI="ears-en.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=4000000,CODECS="avc1.640028,mp4a.40.2",RESOLUTION=1920x1080,AUDIO="aac",SCORE=1.0
        hd.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=5000000,CODECS="avc1.640028,alac",RESOLUTION=1920x1080,AUDIO="alac",SCORE=2.0
        hd.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=9000000,CODECS="hvc1.2.4.L153.B0,alac",RESOLUTION=3840x2160,AUDIO="alac",VIDEO-RANGE=PQ
        uhd.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=160000,CODECS="mp4a.40.5",AUDIO="ears"
        ears-en.m3u8

        """

    /// Variables, session data, steering, keys: what few have.
    static let variables = """
        #EXTM3U
        #EXT-X-VERSION:11
        #EXT-X-DEFINE:NAME="base",VALUE="https://cdn.example.com/a"
        #EXT-X-DEFINE:QUERYPARAM="token"
        #EXT-X-START:TIME-OFFSET=-12.5,PRECISE=YES
        #EXT-X-CONTENT-STEERING:SERVER-URI="/steering?video=00012",PATHWAY-ID="CDN-A"
        #EXT-X-SESSION-DATA:DATA-ID="com.example.title",VALUE="Talk {$token}",LANGUAGE="en"
        #EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://key",KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1"
        #EXT-X-SURPRISE:FROM=THE-FUTURE
        #EXT-X-STREAM-INF:BANDWIDTH=1280000,PATHWAY-ID="CDN-A",NAME="low"
        {$base}/low.m3u8?t={$token}

        """

    static let all = [reference, bipbop, dolbyVision, lossless, variables]
}
