import ControlFixtures

@testable import Control

/// A body for each request that HTTP has, which a fake session with an agent and a target carries out.
enum SampleRequests {
    static func session() -> FakeSession {
        FakeSession(
            agents: [FakeSession.agent(1, "x11", ":0", isLive: true), FakeSession.agent(2, "x11", ":1", isStandby: true)],
            targets: [FakeSession.target(1, "/tmp/a.mkv")])
    }

    static let bodies: [ControlRequest.Word: String] = [
        .status: "{}", .stop: "{}", .reload: "{}", .restart: #"{"part":"targets"}"#, .events: #"{"since":0}"#,
        .message: #"{"text":"hello","repeat":2,"delayMilliseconds":10,"keyframesOnly":true}"#, .mark: #"{"name":"Questions"}"#,
        .trace: "{}",
        .saveReplay: #"{"file":"/videos/clip.mkv","seconds":30}"#, .snapshot: #"{"folder":"/pictures","format":"png","source":"canvas"}"#,
        .folders: "{}", .capturable: "{}",
        .bitRate: #"{"bitsPerSecond":2000000,"least":300000}"#,
        .encoding: #"{"encoding":"low","bitsPerSecond":400000,"preset":"faster","fps":15,"size":"source"}"#,
        .picture: #"{"size":"1280x720","fps":60}"#, .layer: #"{"source":"cam","set":["880,320","300x300"],"transition":"cut"}"#,
        .layout: #"{"layout":"grid","transition":"fade"}"#, .zoom: #"{"factor":2,"follow":"pointer","source":"screen"}"#,
        .camera: #"{"source":"cam","set":["zoom=2.0"]}"#, .overlays: "{}",
        .addOverlay: ##"{"text":"hi","corner":"top-right","x":0.1,"y":0.1,"letterHeight":0.1,"color":"#ffffff","opacity":1}"##,
        .removeOverlay: #"{"id":1}"#,
        .filters: "{}", .addFilter: #"{"source":"cam","set":["smooth=0.6"]}"#, .setFilter: #"{"id":1,"set":["smooth=0.6"]}"#,
        .removeFilter: #"{"id":1}"#, .background: ##"{"color":"#203040","text":"away"}"##, .clearBackground: "{}",
        .saveScene: #"{"name":"talk","folder":"/scenes"}"#, .showScene: #"{"name":"talk","folder":"/scenes","transition":"cut"}"#,
        .scenes: #"{"folder":"/nonexistent"}"#, .removeScene: #"{"name":"talk","folder":"/nonexistent"}"#,
        .addSource: #"{"source":"cam","backend":"pattern","arguments":[],"set":["z=1"]}"#, .removeSource: #"{"source":"cam"}"#,
        .targets: "{}", .addTarget: #"{"url":"rtmp://live.example.com/app/key"}"#, .removeTarget: #"{"id":1}"#, .pauseTarget: #"{"id":1}"#,
        .resumeTarget: #"{"id":1}"#, .moveTarget: #"{"id":1,"encoding":"low"}"#, .reconnect: #"{"id":1}"#, .agents: "{}",
        .operation: #"{"id":1}"#, .swap: #"{"backend":"x11","arguments":["--display",":1"],"source":"screen"}"#, .switchTo: #"{"agent":2}"#,
        .startAgent: #"{"backend":"x11","arguments":[],"source":"cam"}"#, .stopAgent: #"{"agent":1}"#, .detach: #"{"source":"screen"}"#,
        .attach: #"{"source":"cam","agent":2}"#, .pause: #"{"agent":1}"#, .resume: #"{"agent":1}"#, .audio: "{}",
        .addAudio: #"{"microphone":"default","gain":"-6dB","channels":"mono","processing":["echo"],"milliseconds":10}"#,
        .removeAudio: #"{"source":"desktop"}"#, .gain: #"{"source":"mic","gain":"-6dB"}"#, .mute: #"{"source":"mic"}"#,
        .unmute: #"{"source":"mic"}"#, .alwaysOn: #"{"source":"mic","on":true}"#, .channels: #"{"source":"mic","channels":"mono"}"#,
        .processing: #"{"source":"mic","processing":[]}"#, .offset: #"{"source":"mic","milliseconds":40}"#, .duck: #"{"decibels":12}"#,
        .monitor: #"{"sink":"headphones"}"#, .monitorOff: "{}", .playMusic: #"{"url":"/music/song.ogg","loop":true}"#, .pauseMusic: "{}",
        .resumeMusic: "{}", .stopMusic: "{}", .loopMusic: #"{"on":true}"#,
    ]
}
