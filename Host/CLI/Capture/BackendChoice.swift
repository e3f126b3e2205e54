import Portal
import Session

/// The best backend for a Wayland session, and why.
struct BackendChoice: Hashable, Sendable {
    let capture: SessionConfiguration.Capture
    /// One line for people.
    let text: String

    /// - Throws: `.nothingToCapture` naming what is missing and the remedy.
    init(_ request: CaptureRequest, on desktop: DesktopFacts) throws(CommandFailure) {
        if request.isNamed, !request.needsPortal, desktop.mayCopy {
            self = try Self.copying(request, "since a part of the desktop is named, and a portal accepts no names")
            return
        }
        // A part is cut out of whatever the portal shares.
        guard request.screen == nil else {
            throw CommandFailure(.usage, "--screen cannot be used here: under Wayland the desktop's dialog asks what is shared; leave it out")
        }
        let why: String
        switch desktop.installed.contains("pipewire") ? desktop.portal() : .failure(Self.noAgent) {
        case .success(let traits) where !traits.sources.isDisjoint(with: request.sources):
            // Where there is no other way, it is waited for.
            let trouble = desktop.pipeWireTrouble
            guard let trouble, !request.needsPortal, desktop.mayCopy else {
                let kinds = traits.sources.intersection(request.sources).sorted().map { "\($0.word)s" }.joined(separator: " and ")
                text = "capture: pipewire, since this is \(desktop.sessionDescription) whose portal shares \(kinds)"
                capture = .agent(backend: "pipewire", arguments: request.castArguments)
                return
            }
            why = trouble
        case .success: why = "this desktop's portal shares no \(request.sources.sorted().map(\.word).joined(separator: " or "))"
        case .failure(let error): why = error.message
        }
        guard desktop.mayCopy, !request.needsPortal else {
            throw CommandFailure(.nothingToCapture, "\(why) ('splitcast doctor' tells what this desktop can do)")
        }
        self = try Self.copying(request, "since this compositor lets its screens be copied, and its portal cannot be used: \(why)")
    }

    private init(_ capture: SessionConfiguration.Capture, _ text: String) { (self.capture, self.text) = (capture, text) }

    private static func copying(_ request: CaptureRequest, _ why: String) throws(CommandFailure) -> BackendChoice {
        BackendChoice(.agent(backend: "wlr", arguments: try request.copyArguments() + request.turn), "capture: wlr, \(why)")
    }

    private static let noAgent = PortalError(
        .failed, "there is no splitcast-capture-pipewire beside splitcast or in PATH: build or install it (make build)")
}
