import Events
import Foundation
import Platform
public import Session

/// What the fake shows: decoded from JSON, which holds the field names in place as well.
extension FakeSession {
    public static func agent(
        _ id: UInt32, _ backend: String, _ screen: String, isLive: Bool = false, isStandby: Bool = false, isPaused: Bool = false
    ) -> SessionStatus.Agent {
        var agent = decoded(SessionStatus.Agent.self, agentText)
        (agent.id, agent.pid, agent.backend, agent.screen) = (id, 4000 + Int32(id), backend, screen)
        (agent.isLive, agent.isStandby, agent.isPaused) = (isLive, isStandby, isPaused)
        return agent
    }

    public static func departed(_ id: UInt32, _ backend: String, _ reason: String, _ message: String = "") -> SessionStatus.DepartedAgent {
        var agent = decoded(SessionStatus.DepartedAgent.self, departedText)
        (agent.id, agent.backend, agent.endReason, agent.message) = (id, backend, reason, message)
        return agent
    }

    public static func target(_ id: Int, _ url: String, _ state: String = "live", lastError: String = "") -> SessionStatus.Target {
        var target = decoded(SessionStatus.Target.self, targetText)
        (target.id, target.url, target.state, target.lastError) = (id, url, state, lastError)
        return target
    }

    static func event(
        _ sequence: Int, _ code: EventCode, _ words: String, _ severity: EventSeverity, remedy: String?, secondsAgo: Double
    ) -> SessionEvent {
        var event = decoded(SessionEvent.self, eventText)
        (event.sequence, event.code, event.words, event.severity, event.remedy) = (sequence, code.rawValue, words, severity, remedy)
        event.monotonicSeconds = Double(MediaTime.now().nanoseconds) / 1e9 - secondsAgo
        return event
    }

    private static let eventText = """
        {"sequence":1,"time":"2026-11-21T21:54:47.123Z","monotonicSeconds":1.5,"code":"target.live","severity":"info","target":2,
        "words":"words","fields":{"url":"rtmp://h/a/***","number":2,"delaySeconds":0.5,"isPage":false}}
        """

    /// Decoded once: the fuzzer makes a session for each input.
    static let status = decoded(SessionStatus.self, statusText)

    private static func decoded<Value: Decodable>(_ type: Value.Type, _ text: String) -> Value {
        // Literals of this file: they decode or no test here can run.
        try! JSONDecoder().decode(type, from: Data(text.utf8))
    }

    private static let agentText = """
        {"id":1,"pid":4001,"backend":"x11","screen":":0","extra":"","place":"screen","state":"started","status":2,"isPaused":false,"isLive":false,
        "isStandby":false,"isStalled":false,
        "size":"1280x720","orientation":"up","attachedForSeconds":65,"frames":1900,"waitedForSlot":3,"superseded":4,
        "grabbedPixels":5,"staleNotices":0,"unknownMessages":0,"privateKiB":2560,
        "memory":{"needKiB":6144,"limitKiB":16384,"limitKind":"cgroup v1","anonymousKiB":1200,"kernelKiB":234,"fileKiB":900,"peakKiB":1536},
        "confinement":["noNewPrivileges","filteredCalls","noFiles"]}
        """

    private static let targetText = """
        {"id":1,"url":"rtmp://live.example.com/app/***","state":"live","bitRate":3500000,"bytesSent":28000000,"picturesSent":1883,"sentSeconds":64,
        "droppedFrames":7,"queuedMilliseconds":12,"roundTripMilliseconds":24,"diet":"everything","reconnects":1,"lastError":"","encoding":"main"}
        """

    private static let departedText = """
        {"id":1,"pid":4001,"backend":"x11","endReason":"closed","message":"","secondsAgo":12.3,"attachedForSeconds":300,"frames":9000}
        """

    private static let statusText = """
        {"version":"0.1.0","group":"talk","pid":4711,"uptimeSeconds":65.5,"state":"live","bitRate":3500000,"dropped":7,"streams":"both",
        "agents":[],"departed":[],
        "picture":{"size":"1280x720","maxFps":30,"fps":29.5,"framesEncoded":1890,"keepAlives":12,"keyframes":33,"failed":0,
        "encodeMillisecondsMedian":5.5,"encodeMillisecondsWorst":21,"lastError":""},
        "microphone":{"state":"live","device":"Studio","isMuted":false,"level":60,"peakDbfs":-24,"rmsDbfs":-30,"driftPpm":12,"silenceMilliseconds":0},
        "audio":{"sources":[{"id":"mic","kind":"microphone","owner":"host","state":"live","device":"Studio","isActive":true,"isAlwaysOn":true,
        "extra":"","gainDecibels":0,"gain":100,"isMuted":false,"channels":"stereo","level":60,"peakDbfs":-24,"rmsDbfs":-30,"isClipping":false,
        "driftPpm":12,"silenceMilliseconds":0,"underruns":0,"lateMilliseconds":0,"lastError":"",
        "offsetMilliseconds":0,"processing":[]}],"levels":{"mic":60},
        "mix":{"level":60,"peakDbfs":-24,"rmsDbfs":-30,"isClipping":false,"limitedSamples":0,"isMuted":false,"warning":"",
        "processorSeconds":0.5,"filledMilliseconds":0},
        "music":{"state":"stopped","url":"","positionSeconds":0,"isLooping":false,"lastError":"","number":0},"processing":[],
        "monitor":{"state":"off","sink":"","lastError":"","number":0}},
        "sources":[{"name":"screen","state":"live","agent":1,"backend":"x11","screen":":0","size":"1280x720","layer":{"x":0,"y":0,"width":1280,
        "height":720,"aspect":"fit","z":0,"opacity":1,"isMirrored":false,"crop":"","isHidden":false,"problem":""},
        "zoom":{"factor":2,"follow":"pointer"},
        "camera":[{"name":"zoom","value":"2.5","words":[],"minimum":1,"maximum":3,"step":0.05}]}],
        "overlays":[{"id":1,"kind":"picture","content":"/pictures/logo.png","x":128,"y":72,"width":384,"height":216,"opacity":1}],
        "filters":[{"id":1,"source":"cam","settings":["smooth=0.6"],"state":"working","millisecondsPerPicture":2.5,"tookLonger":false,
        "pictures":120,"trouble":""}],
        "background":{"picture":"","color":"#202834","text":"Back in a moment",
        "clip":{"number":1,"file":"/videos/away.mp4","fromSeconds":2,"toSeconds":6,"isTrimmed":true,"state":"ready","percent":100,"problem":"",
        "shown":"/videos/away.mp4"}},
        "loss":{"rung":"slate","seconds":12.5},"desktop":{"causes":["locked"],"shows":"slate"},
        "inhibition":{"held":["sleep","idle"],"problem":""},"hooks":{"running":1,"waiting":2,"run":30,"failed":3,"dropped":4},
        "encodings":[{"name":"main","size":"1280x720","codec":"h264","pixel":"420","encoder":"x264","encoderProblem":"","fps":29.5,
        "bitRate":3400000,"framesEncoded":1900,"failed":0,
        "encodeMillisecondsMedian":5.5,"encodeMillisecondsWorst":21,"lastError":"","targets":[1]}],
        "targets":[],"replay":{"seconds":42.5,"limitSeconds":60,"bytes":23100000,"limitBytes":46000000},
        "delay":{"medianMilliseconds":9,"p95Milliseconds":15,"worstMilliseconds":40},"page":"http://127.0.0.1:8080/"}
        """
}
