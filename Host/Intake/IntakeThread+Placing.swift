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

    /// Whether its display is on.
    func receive(_ power: DisplayPower, _ index: Int) throws(WireError) {
        guard power.generation == connections[index].generation else { throw .badValue(field: "generation") }
        connections[index].isDisplayOn = power.isOn
        reports.hurry()
    }

    /// Something that people should know.
    func receive(_ remark: AgentRemark, _ index: Int, _ now: MediaTime) throws(WireError) {
        guard remark.generation == connections[index].generation else { throw .badValue(field: "generation") }
        if connections[index].accept(remark, at: now) { tell(.remarked(connections[index].agent.description, remark.subject, remark.text)) }
    }

    /// What it wants to be shown beside it.
    func receive(_ extra: AgentExtra, _ index: Int) throws(WireError) {
        guard extra.generation == connections[index].generation else { throw .badValue(field: "generation") }
        connections[index].extra = extra.text
        reports.hurry()
    }

    /// What can be set of its camera.
    func receive(_ message: CameraControls, _ index: Int) throws(WireError) {
        guard message.generation == connections[index].generation else { throw .badValue(field: "generation") }
        connections[index].camera = (message.entries, connections[index].camera.reports + 1)
        reports.hurry()
    }

    func setCamera(_ generation: UInt32, _ settings: [CameraSettings.Setting]) {
        guard let index = index(of: generation) else { return }
        CameraSettings(generation: generation, settings).encode(into: buffer)
        _ = connections[index].agent.channel.send(buffer)
    }

    /// An agent that waits is one of another source.
    func place(_ generation: UInt32, at name: SourceName, _ now: MediaTime) {
        guard let index = index(of: generation), !isLive(index), let feed = list.feed(name) else { return }
        connections[index].source.succession.left(generation)
        connections[index].place(source(for: feed, at: now))
        connections[index].source.succession.attached(generation, at: now)
        connections[index].source.succession.hold(generation, connections[index].isHeld)
    }

    func source(for feed: SourceFeed, at now: MediaTime) -> SourceIntake {
        if let found = sources.first(where: { $0.feed === feed }) { return found }
        let source = SourceIntake(feed, milliFramesPerSecond: milliFramesPerSecond.load(ordering: .relaxed), at: now)
        sources.append(source)
        return source
    }

    /// Lets go of sources that are no more, once the last of their agents has left.
    func forgetRemoved() {
        isListChanged.store(false, ordering: .sequentiallyConsistent)
        let feeds = list.all
        let removed = sources.filter { source in !feeds.contains { $0 === source.feed } }
        let over = removed.filter { source in !connections.contains { $0.source === source } }
        for source in over {
            source.withdraw()
            sources.removeAll { $0 === source }
        }
        // Until then each round looks again: agents may take a second to leave.
        if over.count < removed.count { isListChanged.store(true, ordering: .relaxed) }
    }

    func setPaused(_ name: SourceName, _ isPaused: Bool, _ now: MediaTime) {
        guard let feed = list.feed(name) else { return }
        let source = source(for: feed, at: now)
        source.isPaused = isPaused
        source.paced.forget()
    }

    func setPaused(_ generation: UInt32, _ isPaused: Bool) {
        guard let index = index(of: generation), connections[index].isHeld != isPaused else { return }
        connections[index].isHeld = isPaused
        connections[index].source.succession.hold(generation, isPaused)
        // What it grabbed while it was not shown is missing on the canvas.
        if isLive(index) { connections[index].source.paced.forget() }
    }
}
