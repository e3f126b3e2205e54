import Foundation
import Session

enum StatusSample {
    // A literal of this file: it decodes or no test here can run.
    static let status = try! JSONDecoder().decode(SessionStatus.self, from: Data(text.utf8))

    private static let text = """
        {"version":"0.1.0","group":"talk","pid":4711,"uptimeSeconds":65.4,"state":"live","bitRate":3500000,"dropped":7,"streams":"both",
        "agents":[{"id":1,"pid":4712,"backend":"x11","screen":":0","extra":"","place":"screen","state":"started","status":2,
        "isPaused":false,"isLive":true,"isStandby":false,"isStalled":false,
        "staleNotices":0,"unknownMessages":0,"confinement":["noNewPrivileges","filteredCalls"],
        "memory":{"needKiB":6144,"limitKiB":16384,"limitKind":"cgroup v1","anonymousKiB":1200,"kernelKiB":300,"fileKiB":0,"peakKiB":1536},
        "size":"1920x1080",
        "orientation":"up","attachedForSeconds":65,"frames":1900,"waitedForSlot":3,"superseded":4,"grabbedPixels":5,"privateKiB":2560}],
        "departed":[],
        "picture":{"size":"1280x720","maxFps":30,"fps":29.94,"framesEncoded":1890,"keepAlives":12,"keyframes":33,"failed":0,
        "encodeMillisecondsMedian":5.5,"encodeMillisecondsWorst":21,"lastError":""},
        "microphone":{"state":"live","device":"Studio","isMuted":false,"level":60,"peakDbfs":-24,"rmsDbfs":-30,"driftPpm":12,"silenceMilliseconds":0},
        "sources":[],"overlays":[],"filters":[],"background":{"picture":"","color":"#202834","text":"x"},"encodings":[],"targets":[
        {"id":1,"url":"rtmp://live.example.com/app/***","state":"live","bitRate":3500000,"bytesSent":28000000,"picturesSent":1883,"sentSeconds":64,
        "droppedFrames":7,"queuedMilliseconds":12,"diet":"everything","reconnects":1,"lastError":"","encoding":"main"},
        {"id":2,"url":"/videos/talk.mkv","state":"connecting","bitRate":0,"bytesSent":0,"picturesSent":0,"sentSeconds":0,"droppedFrames":0,
        "queuedMilliseconds":0,"diet":"everything","reconnects":0,
        "lastError":"disk full","encoding":"main"}],
        "delay":{"medianMilliseconds":9,"p95Milliseconds":15,"worstMilliseconds":40},"page":"http://127.0.0.1:8080/"}
        """
}
