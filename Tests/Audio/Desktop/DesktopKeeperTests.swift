import Testing

@testable import Audio

/// The streams that desktop audio wants, through the keeper.
@Suite struct DesktopKeeperTests {
    private let speakers = AudioSink(name: "speakers", description: "Speakers", isDefault: true, index: 1)
    private let headphones = AudioSink(name: "headphones", description: "Headphones", isDefault: false, index: 2)
    private let firefox = AudioPlayer(index: 10, sinkIndex: 1, application: "Firefox", program: "firefox")
    private let mpv = AudioPlayer(index: 11, sinkIndex: 2, application: "mpv Media Player", program: "mpv")
    private let ours = AudioPlayer(index: 12, sinkIndex: 1, application: "Splitcast", isOurs: true)

    private func listed(_ players: AudioPlayer...) -> PulseEvent {
        .listed(AudioInventory(sinks: [speakers, headphones], players: players))
    }

    private func connected(_ choice: DesktopChoice) -> StreamKeeper {
        var keeper = StreamKeeper(choice, slots: 4)
        #expect(keeper.start() == [.connect])
        #expect(keeper.handle(.ready) == [.list])
        return keeper
    }

    private func open(_ player: AudioPlayer, at sink: AudioSink, slot: Int) -> StreamKeeper.Action {
        .open(.player(player, at: sink.monitor), slot: slot)
    }

    @Test func everythingIsTheMonitorOfTheDefaultSink() {
        var keeper = connected(.everything(sink: nil))
        #expect(keeper.handle(listed(firefox, mpv)) == [.open(.source(speakers.monitor), slot: 0)])
        #expect(keeper.status.device?.name == "speakers.monitor")
    }

    @Test func ourOwnSoundOnTheSinkBringsItsApplicationsOneByOneAndBack() {
        var keeper = connected(.everything(sink: nil))
        _ = keeper.handle(listed(firefox))
        _ = keeper.handle(.samplesCame(0))
        // mpv plays to another sink, which is not meant.
        #expect(keeper.handle(listed(firefox, mpv, ours)) == [.retire(0), open(firefox, at: speakers, slot: 1), .wake(after: StreamKeeper.patience)])
        _ = keeper.handle(.samplesCame(1))
        #expect(keeper.handle(.samplesSettled(1)) == [.close(0)])
        #expect(keeper.handle(listed(firefox)) == [.retire(1), .open(.source(speakers.monitor), slot: 2), .wake(after: StreamKeeper.patience)])
    }

    @Test func ourOwnSoundAloneIsNothingToHearAndNothingBroken() {
        var keeper = connected(.everything(sink: nil))
        _ = keeper.handle(listed())
        _ = keeper.handle(.samplesCame(0))
        #expect(keeper.handle(listed(ours)) == [.close(0)])
        #expect(keeper.status.state == .live)
    }

    @Test func applicationsComeAndGo() {
        var keeper = connected(.applications(["firefox", "mpv"]))
        #expect(keeper.handle(listed(ours)) == [.wake(after: StreamKeeper.slowRetryPeriod)])
        #expect(keeper.status.state == .absent)
        #expect(keeper.status.words.contains("\"firefox\" or \"mpv\""))
        #expect(keeper.handle(listed(firefox)) == [open(firefox, at: speakers, slot: 0)])
        _ = keeper.handle(.samplesCame(0))
        #expect(keeper.handle(listed(firefox, mpv)) == [open(mpv, at: headphones, slot: 1)])
        #expect(keeper.handle(listed(mpv)) == [.close(0)])
        #expect(keeper.handle(.streamEnded(1, AudioError(.refused, "killed"))) == [.close(1), .wake(after: StreamKeeper.retryPeriod)])
        #expect(keeper.handle(listed()) == [.wake(after: StreamKeeper.slowRetryPeriod)])
        #expect(keeper.status.state == .absent)
    }

    @Test func anApplicationThatMovesToAnotherSinkIsFollowed() {
        var keeper = connected(.applications(["firefox"]))
        _ = keeper.handle(listed(firefox))
        _ = keeper.handle(.samplesCame(0))
        let moved = AudioPlayer(index: 10, sinkIndex: 2, application: "Firefox", program: "firefox")
        #expect(keeper.handle(listed(moved)) == [.close(0), open(moved, at: headphones, slot: 1)])
    }

    @Test func allButSomeLeavesThoseAndOurselvesOutAndWhatVirtualSinksPassOn() {
        var keeper = connected(.allBut(["firefox"]))
        let filter = AudioPlayer(index: 13, sinkIndex: 1, media: "Remapped", isFilter: true)
        #expect(keeper.handle(listed(firefox, ours, filter)) == [])
        #expect(keeper.status.state == .live)
        #expect(keeper.handle(listed(firefox, ours, filter, mpv)) == [open(mpv, at: headphones, slot: 0)])
    }

    @Test func moreApplicationsThanTracksWaitForOneToEnd() {
        var keeper = connected(.allBut([]))
        let many = (0..<6).map { AudioPlayer(index: UInt32(20 + $0), sinkIndex: 1, application: "A\($0)") }
        let first = keeper.handle(.listed(AudioInventory(sinks: [speakers], players: many)))
        #expect(first.count == 4)
        #expect(keeper.handle(.listed(AudioInventory(sinks: [speakers], players: Array(many.dropFirst())))).count == 2)
    }

    @Test func aNamedSinkThatVanishesIsLost() {
        var keeper = connected(.everything(sink: "Headph"))
        #expect(keeper.handle(listed()) == [.open(.source(headphones.monitor), slot: 0)])
        _ = keeper.handle(.samplesCame(0))
        #expect(keeper.handle(.listed(AudioInventory(sinks: [speakers]))) == [.close(0), .wake(after: StreamKeeper.slowRetryPeriod)])
        #expect(keeper.status.state == .lost)
        #expect(keeper.status.error?.message.contains("did you mean speakers (Speakers)") == true)
    }
}
