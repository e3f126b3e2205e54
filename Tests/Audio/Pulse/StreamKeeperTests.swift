import Testing

@testable import Audio

@Suite struct StreamKeeperTests {
    private let mic = AudioDevice(name: "mic", description: "Microphone", isDefault: true)
    private let other = AudioDevice(name: "other", description: "Other")
    private let monitor = AudioDevice(name: "speakers.monitor", description: "Monitor of Speakers", isDefault: true, isMonitor: true)
    private let failure = AudioError(.noServer, "gone")

    private func listed(_ devices: AudioDevice...) -> PulseEvent { .listed(AudioInventory(devices: devices)) }

    private func live(_ choice: MicrophoneChoice) -> StreamKeeper {
        var keeper = StreamKeeper(choice, slots: 2)
        #expect(keeper.start() == [.connect])
        #expect(keeper.status.state == .opening)
        #expect(keeper.handle(.ready) == [.list])
        #expect(keeper.handle(listed(mic, other)) == [.open(.source(mic), slot: 0)])
        #expect(keeper.status.state == .opening)
        #expect(keeper.handle(.samplesCame(0)) == [])
        #expect(keeper.status.state == .live)
        return keeper
    }

    @Test func theServerGoneIsTriedAgain() {
        var keeper = live(.systemDefault)
        #expect(keeper.handle(.gone(failure)) == [.wake(after: StreamKeeper.retryPeriod)])
        #expect(keeper.status.state == .lost)
        #expect(keeper.status.device == mic)
        #expect(keeper.status.error == failure)
        #expect(keeper.handle(.timeCame) == [.connect])
        #expect(keeper.handle(.gone(failure)) == [.wake(after: StreamKeeper.retryPeriod)])
        #expect(keeper.handle(.timeCame) == [.connect])
        #expect(keeper.handle(.ready) == [.list])
        #expect(keeper.handle(listed(mic)) == [.open(.source(mic), slot: 1)])
    }

    @Test func withNothingToBeHadTheConnectionIsMadeAnewNowAndThen() {
        var keeper = live(.systemDefault)
        var fresh: [Int] = []
        for round in 1...30 {
            #expect(keeper.handle(listed(monitor)).last == .wake(after: StreamKeeper.slowRetryPeriod))
            #expect(keeper.status.state == .absent)
            if keeper.handle(.timeCame).last == .connect { fresh.append(round) }
        }
        #expect(fresh == [1, 2, 4, 8, 10, 20, 30])
        #expect(keeper.handle(listed(mic)) == [.open(.source(mic), slot: 1)])
    }

    @Test func aServerLongGoneIsTriedLessOften() {
        var keeper = live(.systemDefault)
        for _ in 0..<20 { #expect(keeper.handle(.gone(failure)) == [.wake(after: StreamKeeper.retryPeriod)]) }
        #expect(keeper.handle(.gone(failure)) == [.wake(after: StreamKeeper.slowRetryPeriod)])
        _ = keeper.handle(.ready)
        #expect(keeper.handle(.gone(failure)) == [.wake(after: StreamKeeper.retryPeriod)])
    }

    @Test func aNewDefaultTakesOverOnceItIsHeard() {
        var keeper = live(.systemDefault)
        #expect(keeper.handle(.changed) == [.list])
        #expect(keeper.handle(listed(mic, other)) == [])
        let newDefault = AudioDevice(name: "other", description: "Other", isDefault: true)
        #expect(
            keeper.handle(listed(AudioDevice(name: "mic", description: "Microphone"), newDefault))
                == [.retire(0), .open(.source(newDefault), slot: 1), .wake(after: StreamKeeper.patience)])
        #expect(keeper.status.state == .opening)
        #expect(keeper.handle(.samplesCame(1)) == [])
        #expect(keeper.status.state == .live)
        #expect(keeper.status.device == newDefault)
        #expect(keeper.handle(.samplesSettled(1)) == [.close(0)])
    }

    @Test func aNewDefaultThatStaysSilentDoesNotKeepTheOldOneOpen() {
        var keeper = live(.systemDefault)
        let newDefault = AudioDevice(name: "other", description: "Other", isDefault: true)
        _ = keeper.handle(listed(AudioDevice(name: "mic", description: "Microphone"), newDefault))
        #expect(keeper.handle(.timeCame) == [.close(0), .list])
    }

    @Test func aDefaultThatComesBackBeforeTheOtherIsHeardIsKept() {
        var keeper = live(.systemDefault)
        let newDefault = AudioDevice(name: "other", description: "Other", isDefault: true)
        _ = keeper.handle(listed(AudioDevice(name: "mic", description: "Microphone"), newDefault))
        #expect(keeper.handle(listed(mic, other)) == [.keep(0), .close(1)])
        #expect(keeper.status.state == .live)
        #expect(keeper.handle(.timeCame) == [.list])
    }

    @Test func aDefaultThatIsAMonitorIsAbsence() {
        var keeper = live(.systemDefault)
        #expect(keeper.handle(listed(monitor)) == [.close(0), .wake(after: StreamKeeper.slowRetryPeriod)])
        #expect(keeper.status.state == .absent)
        #expect(keeper.status.words.contains("speakers.monitor"))
        #expect(keeper.handle(listed(mic)) == [.open(.source(mic), slot: 1)])
    }

    @Test func aNamedOneThatVanishesIsLostAndTakenBackAtOnce() {
        var keeper = live(.named("mic"))
        #expect(keeper.handle(.streamEnded(0, failure)) == [.close(0), .wake(after: StreamKeeper.retryPeriod)])
        #expect(keeper.handle(listed(other, monitor)) == [.wake(after: StreamKeeper.slowRetryPeriod)])
        #expect(keeper.status.state == .lost)
        #expect(keeper.handle(listed(other, mic)) == [.open(.source(mic), slot: 1)])
    }

    @Test func aStreamThatEndsWhileItsDeviceStaysIsNotReopenedAtOnce() {
        var keeper = live(.named("mic"))
        #expect(keeper.handle(.streamEnded(0, failure)) == [.close(0), .wake(after: StreamKeeper.retryPeriod)])
        #expect(keeper.handle(listed(mic)) == [])
        #expect(keeper.status.state == .lost)
        #expect(keeper.status.error == failure)
        #expect(keeper.handle(.timeCame) == [.list])
        #expect(keeper.handle(listed(mic)) == [.open(.source(mic), slot: 1)])
    }

    @Test func aStreamMovedElsewhereIsClosed() {
        var keeper = live(.named("mic"))
        #expect(keeper.handle(.streamMoved(0, "mic")) == [])
        #expect(keeper.handle(.streamMoved(0, "speakers.monitor")) == [.close(0), .wake(after: StreamKeeper.retryPeriod)])
        #expect(keeper.status.state == .lost)
    }

    @Test func aHeadsetThatChangesItsProfileIsFoundUnderItsOtherName() {
        func headset(_ name: String, at address: String = "00:11") -> AudioDevice {
            AudioDevice(name: name, description: "Headset \(name)", isDefault: false, isMonitor: false, hardware: address)
        }
        var keeper = StreamKeeper(MicrophoneChoice.named("bluez.a2dp"), slots: 2)
        _ = keeper.start() + keeper.handle(.ready)
        let before = headset("bluez.a2dp")
        #expect(keeper.handle(listed(mic, before)) == [.open(.source(before), slot: 0)])
        _ = keeper.handle(.samplesCame(0))
        #expect(keeper.handle(listed(mic, headset("other", at: "22:33"))) == [.close(0), .wake(after: StreamKeeper.slowRetryPeriod)])
        #expect(keeper.status.state == .lost)
        let after = headset("bluez.handsfree")
        #expect(keeper.handle(listed(mic, headset("other", at: "22:33"), after)) == [.open(.source(after), slot: 1)])
        _ = keeper.handle(.samplesCame(1))
        #expect(keeper.status.state == .live)
        // Under its own name it is preferred again.
        #expect(keeper.handle(listed(mic, before, after)).contains(.open(.source(before), slot: 0)))
    }

    @Test func aPermissionRefusedIsSaidAndTriedAgain() {
        var keeper = StreamKeeper(MicrophoneChoice.systemDefault, slots: 2)
        _ = keeper.start()
        let refusal = AudioError(.permissionDenied, "not you")
        #expect(keeper.handle(.gone(refusal)) == [.wake(after: StreamKeeper.retryPeriod)])
        #expect(keeper.status.state == .lost)
        #expect(keeper.status.words.contains("not you"))
    }
}
