import Fixtures
import Foundation
import Platform
import Synchronization
import Testing

@testable import Events
@testable import Intake

@Suite struct EventJournalTests {
    private let log = LogMemory()
    private let start = MediaTime(nanoseconds: 5_000_000_000_000)
    private let wall = WallClock(milliseconds: 1_795_298_087_123)

    private func journal() -> EventJournal { EventJournal(log: log.logger) }

    @Test func anEventHasAllThatThePageSays() throws {
        let journal = journal()
        journal.note(.target(Catalogue.target, .retry(number: 2, most: 5, delay: .milliseconds(500))), at: start, wall: wall)
        let event = try #require(journal.events(since: 0, most: 10, at: start).events.first)
        #expect(event.sequence == 1 && event.time == "2026-11-21T21:54:47.123Z" && event.monotonicTime == start)
        #expect(event.code == "target.retry" && event.severity == .detail && event.target == 2 && event.agent == nil && event.remedy == nil)
        #expect(event.words == "target 2 (rtmp://live.example.com/app/***): retry 2 of 5 in 0.5 s")
        #expect(event.fields["number"] == .whole(2) && event.fields["most"] == .whole(5) && event.fields["delaySeconds"] == .number(0.5))
        let text = try JSONEncoder().encode(event)
        let back = try JSONDecoder().decode(SessionEvent.self, from: text)
        #expect(back == event)
        #expect(String(decoding: text, as: UTF8.self).contains("\"number\":2"))
    }

    @Test func theLogFollowsFromTheEvent() {
        let journal = journal()
        journal.note(.target(Catalogue.target, .connecting))
        journal.note(.agent(.needsMore(3, need: "20M", limit: "8M")))
        journal.note(.agent(.gaveUp(why: "a crash")))
        journal.note(.target(Catalogue.target, .connectionLost(Catalogue.error(.lost))))
        #expect(
            log.lines == [
                "debug target 2 (rtmp://live.example.com/app/***) connecting",
                "warning agent 3 needs 20M and may have 8M: give it more with --agent-memory",
                "error the agent will not be started again: a crash: start another with 'splitcast request-agent'",
                "warning target 2 (rtmp://live.example.com/app/***) lost: lost",
            ])
    }

    @Test func pagesGoOnWhereTheOneBeforeEnded() {
        let journal = journal()
        for id in 1...7 { journal.note(.agent(.paused(UInt32(id))), at: start) }
        let first = journal.events(since: 0, most: 3, at: start)
        #expect(first.events.map(\.sequence) == [1, 2, 3] && first.newest == 7 && first.oldest == 1 && first.hasMore)
        let second = journal.events(since: 3, most: 100, at: start)
        #expect(second.events.map(\.sequence) == [4, 5, 6, 7] && !second.hasMore)
        #expect(journal.events(since: 7, most: 3, at: start).events == [] && !journal.events(since: 7, most: 3, at: start).hasMore)
        for strange in [99, .max, -1, .min] { #expect(journal.events(since: strange, most: 9, at: start).newest == 7) }
        #expect(journal.events(since: -5, most: 9, at: start).events.count == 7)
    }

    @Test func anHourIsKeptAndNoMoreThanTheBound() {
        let journal = journal()
        journal.note(.session(.started), at: start)
        journal.note(.picture(.slate(.start)), at: start + .seconds(1))
        #expect(journal.events(since: 0, most: 9, at: start + .seconds(3600)).events.count == 2)
        let later = journal.events(since: 0, most: 9, at: start + .milliseconds(3_600_500))
        #expect(later.events.map(\.sequence) == [2] && later.oldest == 2 && later.newest == 2)
        for _ in 0..<EventJournal.mostKept { journal.note(.picture(.back), at: start + .seconds(2)) }
        let all = journal.events(since: 0, most: .max, at: start + .seconds(2))
        #expect(all.events.count == EventJournal.mostKept && all.oldest == 3 && all.newest == EventJournal.mostKept + 2)
        let none = journal.events(since: 0, most: 9, at: start + .seconds(9000))
        #expect(none.events.isEmpty && none.newest == all.newest && none.oldest == all.newest + 1 && !none.hasMore)
    }

    private func agent(_ id: UInt32, isChild: Bool) -> AgentDescription {
        AgentDescription(
            generation: id, processID: 1, backend: "x11", screen: ":1", place: "screen", isStandby: false, wantsCast: false, needKiB: 0,
            attachedAt: start, isChild: isChild)
    }

    @Test func agentsThatComeAndGoPushNothingElseOut() throws {
        let journal = journal()
        journal.note(.session(.started), at: start)
        for id: UInt32 in 1...5000 { journal.note(.agent(.attached(agent(id, isChild: false))), at: start) }
        // What the host has started, and what it says of itself, is told whatever others do.
        for id: UInt32 in 6001...6200 { journal.note(.agent(.attached(agent(id, isChild: true))), at: start) }
        journal.note(.agent(.gaveUp(why: "a crash")), at: start)
        let later = start + EventPacing.interval
        for id: UInt32 in 7001...7002 { journal.note(.agent(.attached(agent(id, isChild: false))), at: later) }
        let events = journal.events(since: 0, most: .max, at: later).events
        #expect(events.count == 1 + EventPacing.most + 200 + 1 + 2 && log.lines.count == events.count)
        let leftOut = events.filter { $0.words.contains("left out") }
        #expect(leftOut.map(\.agent) == [7001] && leftOut.first?.words.hasPrefix("(4900 of these were left out) agent 7001 ") == true)
    }

    @Test func whoListensHearsEverythingInOrderFromAnyThread() throws {
        let journal = journal()
        let heard = Mutex<[Int]>([])
        journal.listen { event in heard.withLock { $0.append(event.sequence) } }
        let workers = try (0..<4).map { _ in try Worker(name: "teller") { for _ in 0..<500 { journal.note(.picture(.back)) } } }
        for worker in workers { worker.join() }
        #expect(heard.withLock { $0 } == Array(1...2000))
        journal.listen(nil)
        journal.note(.picture(.back))
        #expect(heard.withLock { $0.count } == 2000)
    }

    @Test func noOneWaitsForALogThatStandsStill() throws {
        let journal = journal()
        log.standsStill.store(true, ordering: .releasing)
        let first = try Worker(name: "teller") { journal.note(.picture(.slate(.start))) }
        #expect(Watchdog.until { log.begun == 1 })
        let isDone = Atomic<Bool>(false)
        let second = try Worker(name: "teller") {
            journal.note(.picture(.back))
            isDone.store(journal.events(since: 0, most: 9).events.count == 2, ordering: .releasing)
        }
        #expect(Watchdog.until(.seconds(10)) { isDone.load(ordering: .acquiring) })
        log.standsStill.store(false, ordering: .releasing)
        for worker in [first, second] { worker.join() }
        #expect(log.lines.count == 2 && journal.events(since: 0, most: 9).events.map(\.sequence) == [1, 2])
    }

    @Test func whatOthersSaidIsOneBoundedLine() throws {
        let journal = journal()
        journal.note(.agent(.refused("a\u{1B}[2J\nb" + String(repeating: "x", count: 5000))))
        let event = try #require(journal.events(since: 0, most: 1).events.first)
        #expect(event.words.count == EventJournal.longestText && event.words.hasPrefix("a [2J b"))
    }
}
