import Foundation
import TestSupport
import Testing

/// The page's own modules that need no broadcast, run by a browser.
@Suite struct PageScriptTests {
    private let browser: ChromiumBrowser

    init() throws { browser = try ChromiumBrowser() }

    /// One of the page's files, in base64.
    private func encoded(_ file: String) throws -> String {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Host/Control/Page/Files/\(file)")
        return Data(try String(contentsOf: path, encoding: .utf8).utf8).base64EncodedString()
    }

    /// The value of an expression in which `module` is one of the page's files.
    private func evaluate(_ file: String, _ expression: String) throws -> Any? {
        try browser.evaluate("import('data:text/javascript;base64,\(try encoded(file))').then((module) => { \(expression) })")
    }

    /// The value of an expression in the page's elements, in which a broadcast with this microphone and these other sources is shown.
    private func shown(microphone: String, sources: String = "", _ expression: String) throws -> Any? {
        try evaluate(
            "figures.js",
            """
            document.body.innerHTML = atob('\(try encoded("index.html"))');
            const text = (id) => document.getElementById(id).textContent;
            module.showStatus({
              version: '', group: 'talk', pid: 1, uptimeSeconds: 1, bitRate: 0, dropped: 0, streams: 'both', agents: [], targets: [],
              delay: { medianMilliseconds: 0 },
              picture: { size: '', fps: 0, framesEncoded: 0, keepAlives: 0, encodeMillisecondsMedian: 0, encodeMillisecondsWorst: 0, lastError: '' },
              microphone: { device: 'Studio', peakDbfs: -24, rmsDbfs: -30, \(microphone) },
              audio: { sources: [\(sources)], mix: { isMuted: false } },
            });
            return \(expression);
            """)
    }

    /// Who speaks into a muted microphone sees that, unless it is closed.
    @Test func aMutedMicrophoneShowsItsLevel() throws {
        let values = "[text('mic-state'), document.getElementById('meter').getAttribute('aria-valuenow'), text('mic-level')]"
        #expect(try shown(microphone: "state: 'live', isMuted: true", values) as? [String] == ["muted", "-24", "-24 dBFS"])
        #expect(try shown(microphone: "state: 'live', isMuted: false", values) as? [String] == ["live", "-24", "-24 dBFS"])
        #expect(try shown(microphone: "state: 'closed', isMuted: true", values) as? [String] == ["muted", "-60", ""])
    }

    /// A file that was to be played next has failed, and the one before goes on.
    @Test(arguments: [("playing", false), ("failed", true)]) func musicShowsItsOwnFailureAlone(state: String, isShown: Bool) throws {
        let music = "id: 'music', kind: 'music', isMuted: false, peakDbfs: -24, gainDecibels: 0, lastError: 'words.ogg: no audio', state: '\(state)'"
        let text = try shown(microphone: "state: 'live', isMuted: false", sources: "{ \(music) }", "text('sources')") as? String
        #expect(text?.contains("music") == true && text?.contains("words.ogg") == isShown, "\(text ?? "nothing")")
    }

    /// Pictures of 5, 2 and 0.5 Mb/s; each number is what a segment came with, in Mb/s, or the name of what the viewer chose then.
    @Test func autoGoesDownAtOnceAndUpAfterTwoSegments() throws {
        func played(_ scenario: String) throws -> [String] {
            try evaluate(
                "renditions.js",
                """
                const ladder = new module.Renditions();
                ladder.update([['1080p', 5e6], ['720p', 2e6], ['360p', 5e5]].map(([name, peak]) => ({ name, peak, address: name, codecs: '' })));
                let number = 0;
                const played = [ladder.decide(number).name];
                for (const one of \(scenario)) {
                  if (typeof one === 'string') ladder.wanted = one; else ladder.note(one * 125000, 1000);
                  played.push(ladder.decide(++number).name);
                }
                return played;
                """) as? [String] ?? []
        }
        #expect(try played("[20, 20, 20]") == ["360p", "360p", "1080p", "1080p"])
        #expect(try played("[20, 20, 1, 1]") == ["360p", "360p", "1080p", "360p", "360p"])
        #expect(try played("[4, 4, 4]") == ["360p", "360p", "720p", "720p"])
        #expect(try played("[20, '720p', 0.1, 'auto']") == ["360p", "360p", "720p", "720p", "360p"])
        // What is chosen and no longer there, or never was, is Auto.
        #expect(try played("[20, 20, 'nothing']") == ["360p", "360p", "1080p", "1080p"])
    }

    @Test func aLadderIsReadWithItsAudio() throws {
        let master = """
            #EXTM3U\\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="mic",DEFAULT=NO,URI="mic.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="mix",DEFAULT=YES,URI="mix.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=500000,CODECS="avc1.64001E,mp4a.40.2",RESOLUTION=640x360,AUDIO="a"\\n360.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=5000000,CODECS="avc1.640028,mp4a.40.2",RESOLUTION=1920x1080,AUDIO="a"\\n1080.m3u8
            """.replacingOccurrences(of: "\n", with: "\\n")
        let value = try evaluate(
            "playlist.js",
            """
            const { renditions, audio } = module.parseMaster('\(master)', new URL('http://a.example/live/m.m3u8'));
            return [...renditions.map((one) => `${one.name} ${one.peak} ${one.codecs} ${one.address}`), `${audio.codecs} ${audio.address}`];
            """)
        #expect(
            value as? [String] == [
                "1080p 5000000 avc1.640028 http://a.example/live/1080.m3u8", "360p 500000 avc1.64001E http://a.example/live/360.m3u8",
                "mp4a.40.2 http://a.example/live/mix.m3u8",
            ])
        #expect(try evaluate("playlist.js", "return module.parseMaster('#EXTM3U\\n#EXTINF:2,\\na.m4s', null);") is NSNull)
    }

    @Test func partsGapsAndWhatWasLeftOutAreRead() throws {
        let media = """
            #EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=0.7\n#EXT-X-MEDIA-SEQUENCE:7
            #EXT-X-SKIP:SKIPPED-SEGMENTS=3\n#EXT-X-GAP\n#EXTINF:2.0,\na.m4s\n#EXT-X-PART:DURATION=0.2,URI="b.0.m4s",INDEPENDENT=YES
            #EXTINF:2.0,\nb.m4s
            #EXT-X-PART:DURATION=0.2,URI="c.0.m4s"\n#EXT-X-PART:DURATION=0.2,URI="c.1.m4s",GAP=YES
            #EXT-X-PRELOAD-HINT:TYPE=PART,URI="c.2.m4s"
            """.replacingOccurrences(of: "\n", with: "\\n")
        let value = try evaluate(
            "playlist.js",
            """
            const { canBlock, segments } = module.parsePlaylist('\(media)', 'h.mp4');
            const text = (one) => `${one.number} ${one.name} ${one.header} ${one.isGap} ${one.parts.map((part) => `${part.name}`)}`;
            return [`${canBlock}`, ...segments.map(text)];
            """)
        #expect(value as? [String] == ["true", "10 a.m4s h.mp4 true ", "11 b.m4s h.mp4 false b.0.m4s", "12 null h.mp4 false c.0.m4s,null"])
    }
}
