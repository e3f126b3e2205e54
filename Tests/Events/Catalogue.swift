import AgentProtocol
import Delivery
import Filters
import Frames

@testable import Events
@testable import Intake
@testable import Portal

/// One of each of everything that may be told, and more of those that vary.
enum Catalogue {
    static let agent = AgentDescription(
        generation: 3, processID: 4711, backend: "x11", screen: ":1", place: "screen", isStandby: false, wantsCast: false, needKiB: 6144,
        attachedAt: .zero)
    static let target = TargetSubject(id: 2, maskedURL: "rtmp://live.example.com/app/***")
    private static let geometry = FrameGeometry(size: PixelSize(width: 1280, height: 720))!

    static func error(_ code: DeliveryError.Code) -> DeliveryError { DeliveryError(code, "rtmp://live.example.com/app/***: \(code.rawValue)") }

    static let session: [BroadcastEvent] = [
        .session(.started), .session(.ending), .session(.failing(code: "failed", message: "every target has failed")),
        .networkUp("eth0"), .message(id: 1_795_298_087_123, bytes: 10, repeats: 100), .chapter(name: "Questions", recordings: 2),
        .hook(.failed(number: 2, pattern: "target.*", code: "target.live", why: "it ended with status 1, saying: no")), .hook(.dropped(1)),
        .hotkey(.ready(1, by: "the X server")), .hotkey(.ready(3, by: "the desktop")), .hotkey(.unavailable(action: "", keys: "", why: "no desktop")),
        .hotkey(.unavailable(action: "mark", keys: "F8", why: "another program has it")),
        .hotkey(.used(action: "mark", keys: "F8", isHeld: true)), .hotkey(.used(action: "push-to-talk", keys: "F9", isHeld: false)),
        .hotkey(.failed(action: "mark", keys: "F8", why: "nothing records")), .hook(.dropped(12)),
        .replaySaved(file: "/videos/clip.mkv", span: .seconds(30), bytes: 12_000_000),
        .recording(target, .began("/videos/talk.mkv")), .recording(target, .wentOn("/videos/talk-0002.mkv")),
        .recording(target, .deleted("/videos/old.mkv", bytes: 12_000_000)), .recording(target, .notKept("the disk keeps no attributes")),
        .recording(target, .diskFilling("/videos/talk.mkv", freeBytes: 460_000_000, left: .seconds(540))),
        .recording(target, .diskFilling("/videos/talk.mkv", freeBytes: 200_000_000, left: .zero)),
    ]

    static let targets: [BroadcastEvent] =
        [
            TargetEvent.added, .removed, .connecting, .connected, .unchecked, .firstFrameSent, .live,
            .networkPoor(queued: .milliseconds(2100), bitsPerSecond: 800_000),
            .networkRecovered(bitsPerSecond: 2_000_000), .keyframesOnly, .allFrames, .sendTimedOut(error(.timedOut)), .connectionLost(error(.lost)),
            .retry(number: 2, most: 5, delay: .milliseconds(500)), .retry(number: 1, most: nil, delay: .seconds(2)),
            .freshAddress, .hookFailed(error(.badSetting)),
            .gaveUp(attempts: 5, error(.refused)), .gaveUp(attempts: 5, nil), .paused, .resumed, .closed,
        ].map { BroadcastEvent.target(target, $0) } + DeliveryError.Code.allCases.map { BroadcastEvent.target(target, TargetEvent(final: error($0))) }

    static let encoder: [BroadcastEvent] = [
        .encoder(.overloaded(perPicture: .milliseconds(41), budget: .milliseconds(33))), .encoder(.recovered(perPicture: .milliseconds(20))),
        .encoder(.effort("superfast", of: "veryfast", perPicture: .milliseconds(41), budget: .milliseconds(33))),
        .encoder(.loadShed(.frameRate(15), .overload)), .encoder(.loadShed(.size(PixelSize(width: 640, height: 360)), .network)),
        .encoder(.loadShed(.poorPicture, .network)), .encoder(.loadShed(.audioAlone, .network)), .encoder(.loadRestored(.frameRate(30))),
        .encoder(.bitRate(from: 3_500_000, to: 2_000_000)), .encoder(.limits(ceiling: 2_000_000, floor: 300_000)),
        .encoder(.notFollowing(told: 500_000, encoded: 900_000)), .encoder(.replaced("h264_vaapi", by: "x264", why: "it does not answer")),
    ]

    static let picture: [BroadcastEvent] = [
        PictureEvent.holding(.start), .holding(.nothing), .slate(.agent(3)), .slate(.attachment(3)), .slate(.nothing), .slate(.shownSource), .paused,
        .back,
        .slateIncomplete("no font is installed"), .audioAlone(.agent(3)), .audioAlone(.nothing), .lost,
        .desktop(cause: "locked", words: "the screen is locked", isAway: true, shows: "slate"),
        .desktop(cause: "locked", words: "the screen is locked", isAway: false, shows: "slate"), .clipPreparing("/a.mp4"), .clipReady("/a.mp4"),
        .clipFailed("'/a.mp4' is a folder"),
        .clipNotKept("/a.mp4", why: "No space left on device"), .clipRefused("its headers are not those of the stream"),
        .layerUnseen("cam", why: "off the canvas: 300x300 at 880,320, and the canvas has 640x360", remedy: "give another place"), .layerSeen("cam"),
    ].map {
        BroadcastEvent.picture($0)
    }

    static let filters: [BroadcastEvent] = [
        FilterEvent.tooSlow(perPicture: .microseconds(31_200), share: .microseconds(16_666)), .failed,
        .ended(why: "it was ended by signal 9"), .silent(for: .seconds(1)), .back, .refused(why: "it said hello once more"),
        .gaveUp(runs: 6, why: "it ended with exit code 1"),
        .tooSlow(perPicture: .milliseconds(50), share: .milliseconds(50), isLonger: true),
    ].map { BroadcastEvent.filter(2, source: "cam", $0) }

    static let agents: [BroadcastEvent] =
        [
            AgentEvent.started(pid: 4711, limits: "memory 16M (cgroup v1), sandbox strict", isFirst: true),
            .started(pid: 1, limits: "", isFirst: false),
            .attached(agent), .live(agent, geometry), .live(agent, geometry, isPaused: true), .tookOver(agent, from: 2), .detached(agent), .paused(3),
            .resumed(3), .ignoresPause(3),
            .refused("x11 agent, pid 1: too many"), .tooFast(agent, asked: 30, sent: 200),
            .remarked(agent, .stalled, "x.mkv has sent nothing for 2.0 s"), .remarked(agent, .goesOn, "x.mkv sends again"),
            .remarked(agent, .other, "x.mkv is damaged"), .needsMore(3, need: "20M", limit: "8M"),
            .memoryLimit(pid: 4711, limit: "8M"), .restarting(after: .milliseconds(500), why: "a crash"),
            .waiting(why: "no display :1"), .gaveUp(why: "a crash"), .gaveUp(why: "a crash", source: "cam"), .requestFailed("there is no agent 9"),
        ].map { BroadcastEvent.agent($0) } + EndReason.allCases.map { BroadcastEvent.agent(.ended(agent, $0, message: "words", isTold: false)) }

    static let audio: [BroadcastEvent] = [
        AudioEvent.sourceAdded(id: "mic-2", "Guest"), .sourceRemoved(id: "mic-2"),
        .sourceLive(id: "mic", "Studio: live"), .sourceLost(id: "mic", "Studio: lost"), .sourceBack(id: "mic", "Studio: live"),
        .sourceLate(id: "mic", "Studio: too late"),
        .defaultChanged(id: "mic", from: "Studio", to: "Headset", "Headset: live"), .clipping(source: "mic", peakDecibels: 0),
        .clipping(source: nil, peakDecibels: 0), .speakingMuted(id: "mic", isAllMuted: false), .speakingMuted(id: "mic-2", isAllMuted: true),
        .loudness("too loud"), .musicPlaying("music: a.ogg"), .musicFinished("music: a.ogg has ended"),
        .musicFailed("music: no such file"), .monitorFailed("monitor: a speaker"), .pushJoined(id: "game", owner: "pid 9"), .pushLeft(id: "game"),
        .pushRefused("a bad hello"),
    ].map { BroadcastEvent.audio($0) }

    static let casts: [BroadcastEvent] = [
        CastEvent.asking, .shared(CastStream(node: 42, cursor: .embedded), keepsPermission: true),
        .shared(CastStream(node: 42, size: PixelSize(width: 1280, height: 720), source: .virtual, cursor: .hidden), keepsPermission: nil),
        .refused(agent: 3, PortalError(.cancelled, "declined"), isTold: false), .refused(agent: 3, .silent, isTold: true),
        .stopped(PortalError(.stopped, "stopped")),
        .waiting(PortalError(.portalGone, "gone")),
    ].map { BroadcastEvent.cast($0) }

    static let all = session + targets + encoder + picture + filters + agents + casts + audio
}
