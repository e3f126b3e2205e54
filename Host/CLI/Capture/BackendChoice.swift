import Portal
import Session

/// The best backend for a Wayland session, and why.
struct BackendChoice: Hashable, Sendable {
    let capture: SessionConfiguration.Capture
    /// One line for people.
    let words: String

    /// - Throws: `.nothingToCapture` naming what is missing and the remedy.
    init(_ wish: CaptureRequest, on desktop: DesktopFacts) throws(CommandFailure) {
        if wish.isNamed, !wish.needsPortal {
            guard desktop.mayCopy, desktop.installed.contains("wlr") else {
                throw CommandFailure(
                    .usage,
                    "--\(wish.screen == nil ? "region" : "screen") cannot be had here: under Wayland the desktop's dialog asks what is shared; leave it out"
                )
            }
            self = try Self.copying(wish, "since a part of the desktop is named, and a portal takes no names")
            return
        }
        let why: String
        switch desktop.installed.contains("pipewire") ? desktop.portal() : .failure(Self.noAgent) {
        case .success(let traits) where !traits.sources.isDisjoint(with: wish.sources):
            let kinds = traits.sources.intersection(wish.sources).sorted().map { "\($0.word)s" }.joined(separator: " and ")
            words = "capture: pipewire, since this is \(desktop.sessionWords) whose portal shares \(kinds)"
            capture = .agent(backend: "pipewire", arguments: wish.turn)
            return
        case .success: why = "this desktop's portal shares no \(wish.sources.sorted().map(\.word).joined(separator: " or "))"
        case .failure(let error): why = error.message
        }
        guard desktop.mayCopy, desktop.installed.contains("wlr"), !wish.needsPortal else {
            throw CommandFailure(.nothingToCapture, "\(why) ('splitcast doctor' tells what this desktop can do)")
        }
        self = try Self.copying(wish, "since this compositor may let its screens be copied, and its portal cannot be used: \(why)")
    }

    private init(_ capture: SessionConfiguration.Capture, _ words: String) { (self.capture, self.words) = (capture, words) }

    private static func copying(_ wish: CaptureRequest, _ why: String) throws(CommandFailure) -> BackendChoice {
        BackendChoice(.agent(backend: "wlr", arguments: try wish.copyArguments() + wish.turn), "capture: wlr, \(why)")
    }

    private static let noAgent = PortalError(
        .failed, "there is no splitcast-capture-pipewire beside splitcast or in PATH: build or install it (make build)")
}
