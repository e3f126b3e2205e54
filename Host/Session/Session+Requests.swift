public import Audio
public import Delivery
import Events
public import Platform

/// What the control plane asks of a session that runs. Any thread or task; what blocks says so.
extension Session {
    public func requestStop() {
        wantsStop.store(true, ordering: .releasing)
        events.wakeup.signal()
    }

    @available(*, noasync)
    public func steer(_ request: AudioRequest) throws(AudioError) {
        guard let audio else { throw AudioError(.notNow, "this broadcast has no audio: it was started without") }
        if let event = try audio.controller.steer(request) { journal.note(.audio(event)) }
    }

    @available(*, noasync)
    public func steer(_ request: TargetRequest) throws(DeliveryError) { try targets.steer(request) }

    public func steer(_ request: RateRequest) throws(DeliveryError) {
        guard intake != nil else { throw DeliveryError(.notNow, "this broadcast has no picture: it was started without") }
        guard let main = encodings.running(named: EncodingChoice.main) else {
            throw DeliveryError(.notNow, "no target gets the main encoding: change the bit rate of another one, by its name")
        }
        try main.rates.steer(request)
        journal.note(.encoder(.limits(ceiling: request.ceiling, floor: main.rates.status?.floor)))
        events.wakeup.signal()
    }

    public func steer(_ request: EncodingRequest) throws(DeliveryError) {
        guard intake != nil else { throw DeliveryError(.notNow, "this broadcast has no picture: it was started without") }
        try encodings.change(request)
        events.wakeup.signal()
    }

    public func steer(_ request: PictureRequest) throws(DeliveryError) {
        guard let intake else { throw DeliveryError(.notNow, "this broadcast has no picture: it was started without") }
        if let problem = request.problem { throw DeliveryError(.badSetting, problem) }
        try encodings.change(request)
        if let frames = request.framesPerSecond { intake.setFrameRate(milliFramesPerSecond: UInt32(frames.perThousandSeconds)) }
        if let size = request.size { picture.resize(to: size) }
        events.wakeup.signal()
    }

    public func begin(_ request: AgentRequest) -> Int {
        let id = newestOperation.add(1, ordering: .relaxed).newValue
        events.post(.agents(.request(operation: id, request)))
        return id
    }

    public func operation(_ id: Int) -> AgentOperation? {
        let found = shown.withLock { shown in shown.operations.first { $0.id == id } }
        // Asked for and not begun yet: the session's thread has not come to it.
        guard found == nil, id > 0, id <= newestOperation.load(ordering: .relaxed) else { return found }
        let isNew = id > newestOperation.load(ordering: .relaxed) - AgentOperations.mostKept
        return isNew ? AgentOperation(id: id, state: .running, message: "", agent: nil, milliseconds: 0) : nil
    }

    /// Where the page is served, for `status`.
    public func setPageAddress(_ address: String) { shown.withLock { $0.page = address } }
}
