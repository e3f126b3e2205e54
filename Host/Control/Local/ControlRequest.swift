public import Codec
public import Session

/// What a program asks of a running host: one JSON object in one packet, such as `{"v":1,"do":"status"}`.
///
/// Whatever is asked of agents is answered at once with an operation; `operation` tells how far that is.
public enum ControlRequest: Hashable, Sendable {
    /// Answered with the session's status.
    case status
    /// Answered with what came of each key of the configuration file that differs.
    case reload
    /// `{"do":"restart","part":"encoder"}`, `audio` or `targets`: answered with what was lost, when it is done.
    case restart(BroadcastPart)
    /// Answered when the session was told to end; it ends a little later.
    case stop
    /// Answered with who is attached and who was.
    case agents
    /// `{"do":"swap","backend":"x11","arguments":["--display",":1"]}`, `{"do":"switch","agent":4}`, `start-agent`, `stop-agent`,
    /// `detach`, `attach`, `pause`, `resume`.
    case ask(AgentRequest)
    /// Answered with all about the audio.
    case audio
    /// `{"do":"audio-add","microphone":"USB Headset","gain":"-6dB"}`, `{"do":"gain","source":"mic","gain":"-6dB"}` and what `Word` has of
    /// audio; answered with all about it, as changed.
    case sound(AudioRequest)
    /// `{"do":"operation","id":7}`: how far it is.
    case operation(id: Int)

    /// `{"do":"events","since":41}`: answered with what was told after number 41, a hundred events at most; without `since`, with
    /// the oldest that are kept.
    case events(since: Int)
    /// `{"do":"message","text":"…","repeat":100,"delayMilliseconds":0,"keyframesOnly":true}`: answered with the message's number.
    case message(MessageRequest)

    /// Answered with the targets.
    case targets
    /// `{"do":"target-add","url":"rtmp://…"}` or with `service` and `key`, `{"do":"target-remove","id":2}`, `target-pause`, `target-resume`,
    /// `{"do":"target-encoding","id":2,"encoding":"low"}`, `reconnect` (without `id`: every one): answered with the targets, as changed.
    case target(TargetRequest)

    /// `{"do":"bitrate","bitsPerSecond":2000000,"least":300000}`: the picture's highest bit rate, and how far it may fall (`least` may be
    /// left out); answered with how it is now.
    case bitRate(RateRequest)

    /// `{"do":"encoding","encoding":"low","bitsPerSecond":400000}`, also `crf`, `preset`, `fps` and `size` (`"640x360"`, `"source"`): what one
    /// at work is from now on.
    case encoding(EncodingRequest)

    /// `{"do":"picture","size":"1280x720","fps":60}`, either or both: of the whole stream from now on.
    case picture(PictureRequest)

    /// `{"do":"layer","source":"cam","set":["880,320","300x300","z=1"]}` and `{"do":"layout","layout":"pip","transition":"fade:300ms"}`
    /// (`transition` may be left out), `{"do":"zoom","factor":2.0,"follow":"pointer"}`: where sources are shown from now on; answered with the
    /// sources.
    case layer(LayerRequest)

    /// `{"do":"camera","source":"cam","set":["zoom=2.0","focus=auto"]}`: what a camera does from now on; answered with the sources.
    case camera(CameraRequest)

    /// `{"do":"overlay-add","file":"/pictures/logo.png","x":0.1,"y":0.1,"width":0.3}` or with `text`, `{"do":"overlay-remove","id":2}`: answered
    /// with the overlays.
    case overlay(OverlayRequest)
    case overlays
    /// `{"do":"filter-add","source":"cam","set":["smooth=0.6"]}`, `{"do":"filter-set","id":1,"set":["smooth=0.3"]}`,
    /// `{"do":"filter-remove","id":1}`: answered with the filters.
    case filter(FilterRequest)
    case filters
    /// `{"do":"background","file":"/pictures/away.png"}` or with `color` and `text`, `{"do":"background-clear"}`: done when it is so.
    case background(BackgroundRequest)

    /// `{"do":"scene-save","name":"talk"}`, `{"do":"scene-show","name":"talk","transition":"fade:300ms"}`, in `folder` if not in the host's user's
    /// own: answered with what was saved or shown, and what could not be.
    case scene(SceneRequest)
    /// `{"do":"scenes"}`, `{"do":"scene-remove","name":"talk"}`: answered with those that there are.
    case scenes(SceneStore)
    case removeScene(SceneName, from: SceneStore)
    /// `{"do":"source-add","source":"cam","backend":"media","arguments":["--device","/dev/video0"],"set":["bottom-right","300x300"]}`: answered with
    /// the sources, and with an operation where an agent is started. `{"do":"source-remove","source":"cam"}`.
    case source(SourceRequest)

    /// `{"do":"mark","name":"Questions"}`: a chapter in every recording that runs, without `name` "Chapter 1" and so on; answered with the
    /// chapter.
    case mark(name: String?)
    /// `{"do":"replay-save","file":"/videos/clip.mkv","seconds":30}`: without `seconds` all that is held; answered with the clip.
    case saveReplay(ReplayRequest)
    /// `{"do":"snapshot","folder":"/pictures","format":"png"}` or `"file":"/pictures/a.jpg"`: answered with the file, when it is complete.
    case snapshot(SnapshotRequest)

    /// Answered with where the host's user keeps recordings and pictures.
    case folders
    /// Answered with what could be captured on the host's machine, when its agents have been asked.
    case capturable

    /// `{"do":"preview"}`: answered with `preview`, and with the descriptor of memory that shows what viewers see.
    case preview

    /// Where the milliseconds of the next picture that changes go; answered with spans as OTLP has them.
    case trace

    /// Whether carrying it out may take time: a target's goodbye, a sound server's answer, a disk.
    var mayWait: Bool {
        switch self {
        case .target, .sound, .mark, .saveReplay, .snapshot, .preview, .trace, .overlay, .filter, .background, .scene, .scenes, .removeScene, .camera,
            .reload, .restart, .capturable, .source(.remove):
            true
        case .status, .stop, .agents, .ask, .audio, .operation, .events, .message, .targets, .bitRate, .encoding, .picture, .layer,
            .overlays, .filters, .source, .folders:
            false
        }
    }

    /// What `do` takes.
    enum Word: String, CaseIterable {
        case status, stop, agents, operation, swap
        case switchTo = "switch"
        case startAgent = "start-agent"
        case stopAgent = "stop-agent"
        case detach, attach, pause, resume
        /// Without `source`: the microphone.
        case mute, unmute
        case addAudio = "audio-add"
        case removeAudio = "audio-remove"
        case audio, gain, channels, processing, offset, duck, monitor
        case alwaysOn = "always-on"
        case monitorOff = "monitor-off"
        case playMusic = "music-play"
        case pauseMusic = "music-pause"
        case resumeMusic = "music-resume"
        case stopMusic = "music-stop"
        case loopMusic = "music-loop"
        case events, message, mark, snapshot, folders, capturable, preview, trace
        case reload = "config-reload"
        case restart
        case saveReplay = "replay-save"
        case targets, reconnect
        case bitRate = "bitrate"
        case encoding, picture, layer, layout, zoom, camera, overlays, filters
        case addOverlay = "overlay-add"
        case removeOverlay = "overlay-remove"
        case addFilter = "filter-add"
        case setFilter = "filter-set"
        case removeFilter = "filter-remove"
        case background
        case clearBackground = "background-clear"
        case saveScene = "scene-save"
        case showScene = "scene-show"
        case scenes
        case removeScene = "scene-remove"
        case addSource = "source-add"
        case removeSource = "source-remove"
        case moveTarget = "target-encoding"
        case addTarget = "target-add"
        case removeTarget = "target-remove"
        case pauseTarget = "target-pause"
        case resumeTarget = "target-resume"

        /// Its `source` is one of the canvas, not of the mix.
        var isOfPicture: Bool {
            [.swap, .startAgent, .snapshot, .layer, .zoom, .camera, .detach, .attach, .addSource, .removeSource, .addFilter].contains(self)
        }

        /// Its `set` is of a filter, not of a layer.
        var isOfFilter: Bool { [.addFilter, .setFilter].contains(self) }
    }

    /// The version of requests and replies; a host refuses any other.
    public static let version = 1
    /// A longer packet is not a request. Holds the longest arguments of an agent, each character escaped.
    static let longestBytes = 16 * 1024
}
