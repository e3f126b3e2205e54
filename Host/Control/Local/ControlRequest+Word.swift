import Session

extension ControlRequest {
    /// What stands behind `do`.
    var word: Word {
        switch self {
        case .status: .status
        case .stop: .stop
        case .reload: .reload
        case .restart: .restart
        case .agents: .agents
        case .audio: .audio
        case .targets: .targets
        case .target(.add): .addTarget
        case .target(.remove): .removeTarget
        case .target(.move): .moveTarget
        case .encoding: .encoding
        case .picture: .picture
        case .layer(.set): .layer
        case .layer(.layout): .layout
        case .layer(.zoom): .zoom
        case .camera: .camera
        case .overlays: .overlays
        case .filters: .filters
        case .filter(.add): .addFilter
        case .filter(.set): .setFilter
        case .filter(.remove): .removeFilter
        case .background(.clear): .clearBackground
        case .background: .background
        case .scene(.save): .saveScene
        case .scene(.show): .showScene
        case .scenes: .scenes
        case .removeScene: .removeScene
        case .source(.add): .addSource
        case .source(.remove): .removeSource
        case .overlay(.add): .addOverlay
        case .overlay(.remove): .removeOverlay
        case .target(.pause): .pauseTarget
        case .target(.resume): .resumeTarget
        case .target(.reconnect): .reconnect
        case .bitRate: .bitRate
        case .mark: .mark
        case .saveReplay: .saveReplay
        case .snapshot: .snapshot
        case .folders: .folders
        case .capturable: .capturable
        case .preview: .preview
        case .trace: .trace
        case .sound(let request): Self.word(of: request)
        case .operation: .operation
        case .events: .events
        case .message: .message
        case .ask(.swap): .swap
        case .ask(.switchTo): .switchTo
        case .ask(.start): .startAgent
        case .ask(.stop): .stopAgent
        case .ask(.detach): .detach
        case .ask(.attach): .attach
        case .ask(.pause): .pause
        case .ask(.resume): .resume
        }
    }

    private static func word(of request: AudioRequest) -> Word {
        switch request {
        case .add: .addAudio
        case .remove: .removeAudio
        case .gain: .gain
        case .mute(_, let isMuted): isMuted ? .mute : .unmute
        case .alwaysOn: .alwaysOn
        case .channels: .channels
        case .processing: .processing
        case .offset: .offset
        case .duck: .duck
        case .monitor: .monitor
        case .monitorOff: .monitorOff
        case .play: .playMusic
        case .pauseMusic: .pauseMusic
        case .resumeMusic: .resumeMusic
        case .stopMusic: .stopMusic
        case .loopMusic: .loopMusic
        }
    }
}
