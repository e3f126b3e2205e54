import Testing

@testable import Sound

@Suite struct MicrophoneMachineTests {
    private let mic = SoundDevice(name: "mic", description: "Microphone", isDefault: true)
    private let other = SoundDevice(name: "other", description: "Other")
    private let monitor = SoundDevice(name: "speakers.monitor", description: "Monitor of Speakers", isDefault: true, isMonitor: true)
    private let failure = SoundError(.noServer, "gone")

    private func live(_ choice: MicrophoneChoice) -> MicrophoneMachine {
        var machine = MicrophoneMachine(choice)
        #expect(machine.start() == [.connect])
        #expect(machine.handle(.ready) == [.list])
        #expect(machine.handle(.listed([mic, other])) == [.open(mic)])
        #expect(machine.status.state == .opening)
        #expect(machine.handle(.samplesCame) == [])
        #expect(machine.status.state == .live)
        return machine
    }

    @Test func theServerGoneIsTriedAgainEverySecond() {
        var machine = live(.systemDefault)
        #expect(machine.handle(.gone(failure)) == [.wake(after: .seconds(1))])
        #expect(machine.status.state == .lost)
        #expect(machine.status.device == mic)
        #expect(machine.handle(.timeCame) == [.connect])
        #expect(machine.handle(.gone(failure)) == [.wake(after: .seconds(1))])
        #expect(machine.handle(.timeCame) == [.connect])
        #expect(machine.handle(.ready) == [.list])
        #expect(machine.handle(.listed([mic])) == [.open(mic)])
    }

    @Test func aNewDefaultIsFollowedAndNothingElseIs() {
        var machine = live(.systemDefault)
        #expect(machine.handle(.devicesChanged) == [.list])
        #expect(machine.handle(.listed([mic, other])) == [])
        let newDefault = SoundDevice(name: "other", description: "Other", isDefault: true)
        #expect(machine.handle(.listed([SoundDevice(name: "mic", description: "Microphone"), newDefault])) == [.close, .open(newDefault)])
        #expect(machine.status.state == .opening)
    }

    @Test func aDefaultThatIsAMonitorIsAbsence() {
        var machine = live(.systemDefault)
        #expect(machine.handle(.listed([monitor])) == [.close])
        #expect(machine.status.state == .absent)
        #expect(machine.status.words.contains("speakers.monitor"))
        #expect(machine.handle(.listed([mic])) == [.open(mic)])
    }

    @Test func aNamedOneThatVanishesIsLostAndTakenBack() {
        var machine = live(.named("mic"))
        #expect(machine.handle(.listed([other, monitor])) == [.close])
        #expect(machine.status.state == .lost)
        #expect(machine.handle(.listed([other, mic])) == [.open(mic)])
    }

    @Test func aStreamThatEndsIsNotReopenedWithinTheSecond() {
        var machine = live(.named("mic"))
        #expect(machine.handle(.streamEnded(failure)) == [.close, .wake(after: .seconds(1))])
        #expect(machine.handle(.listed([mic])) == [])
        #expect(machine.status.state == .lost)
        #expect(machine.handle(.timeCame) == [.list])
        #expect(machine.handle(.listed([mic])) == [.open(mic)])
    }

    @Test func aStreamMovedElsewhereIsClosed() {
        var machine = live(.named("mic"))
        #expect(machine.handle(.streamMoved("mic")) == [])
        #expect(machine.handle(.streamMoved("speakers.monitor")) == [.close, .wake(after: .seconds(1))])
        #expect(machine.status.state == .lost)
    }
}
