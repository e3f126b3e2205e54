public import Session

extension SessionStatus.Agent {
    /// One word: `paused`, `live`, or `stalled` instead, `standby`, or else how far it has come.
    public var stateWord: String { isPaused ? "paused" : isLive ? isStalled ? "stalled" : "live" : isStandby ? "standby" : state }

    /// What it captures, as people say it: "x11 :0".
    public var name: String { PlainText.of(screen.isEmpty ? backend : "\(backend) \(screen)") }
}
