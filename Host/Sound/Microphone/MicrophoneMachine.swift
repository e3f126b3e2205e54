/// Decides what a microphone does next; does nothing itself and has no clock.
///
/// It wants one device at a time, as `choice` says. Whatever breaks is tried again after a second; a device that
/// failed is left alone that long, another one is taken at once.
struct MicrophoneMachine {
    enum Action: Hashable {
        case connect
        case list
        case open(SoundDevice)
        case close
        case wake(after: Duration)
    }

    static let retryPeriod: Duration = .seconds(1)

    let choice: MicrophoneChoice
    private(set) var status = MicrophoneStatus(state: .opening, device: nil, error: nil)
    private var isConnected = false
    /// The device that the stream is on.
    private var current: SoundDevice?
    private var failedName: String?

    init(_ choice: MicrophoneChoice) { self.choice = choice }

    mutating func start() -> [Action] { [.connect] }

    mutating func handle(_ event: PulseEvent) -> [Action] {
        switch event {
        case .ready:
            isConnected = true
            return [.list]
        case .gone(let error):
            isConnected = false
            current = nil
            become(.lost, error: error)
            return [.wake(after: Self.retryPeriod)]
        case .devicesChanged: return isConnected ? [.list] : []
        case .listed(let devices): return choose(from: devices)
        case .refused(let error): return lose(error)
        case .streamReady: return []
        case .samplesCame:
            failedName = nil
            become(.live, error: nil)
            return []
        case .streamMoved(let name):
            guard name != current?.name else { return [] }
            return [.close] + lose(SoundError(.refused, "the sound server moved the stream to \(name)"))
        case .streamEnded(let error): return [.close] + lose(error)
        case .timeCame:
            failedName = nil
            return isConnected ? [.list] : [.connect]
        }
    }

    private mutating func choose(from devices: [SoundDevice]) -> [Action] {
        do throws(SoundError) {
            let wanted = try choice.select(from: devices)
            guard wanted.name != current?.name, wanted.name != failedName else { return [] }
            let actions: [Action] = (current == nil ? [] : [.close]) + [.open(wanted)]
            current = wanted
            status = MicrophoneStatus(state: .opening, device: wanted, error: nil)
            return actions
        } catch {
            let wasThere = current != nil || status.state == .lost && status.device != nil
            let actions: [Action] = current == nil ? [] : [.close]
            current = nil
            // A default that is no microphone is absence; a named one that was there before is lost.
            if case .named = choice, wasThere { become(.lost, error: error) } else { become(.absent, error: error) }
            return actions
        }
    }

    private mutating func lose(_ error: SoundError) -> [Action] {
        failedName = current?.name ?? failedName
        current = nil
        become(.lost, error: error)
        return [.wake(after: Self.retryPeriod)]
    }

    private mutating func become(_ state: MicrophoneStatus.State, error: SoundError?) {
        status = MicrophoneStatus(state: state, device: status.device, error: error)
    }
}
