import AgentProtocol
import AppGroup
import Platform

/// What agents capture for, and whether, when that changes.
extension IntakeThread {
    /// The live agent of a source waits again.
    func detach(_ generation: UInt32) {
        guard let index = index(of: generation), isLive(index) else { return }
        let source = connections[index].source
        source.succession.detach(generation)
        source.feed.pointer.hide()
        source.feed.focus.set(nil)
        source.withdraw()
        onFrame.signal()
        tell(.detached(connections[index].agent.description))
    }

    /// Where its focused window is.
    func receive(_ focus: FocusedWindow, _ index: Int) throws(WireError) {
        guard focus.generation == connections[index].generation else { throw .badValue(field: "generation") }
        connections[index].focus = focus
        guard isShown(index) else { return }
        connections[index].source.feed.focus.set(focus)
        onFrame.signal()
    }

    /// An agent that waits is one of another source.
    func place(_ generation: UInt32, at name: SourceName, _ now: MediaTime) {
        guard let index = index(of: generation), !isLive(index), let feed = list.feed(name) else { return }
        connections[index].source.succession.left(generation)
        connections[index].place(source(for: feed, at: now))
        connections[index].source.succession.attached(generation, at: now)
    }

    func setPaused(_ generation: UInt32, _ isPaused: Bool) {
        guard let index = index(of: generation), connections[index].isHeld != isPaused else { return }
        connections[index].isHeld = isPaused
        // What it grabbed while it was not shown is missing on the canvas.
        if isLive(index) { connections[index].source.paced.forget() }
    }
}
