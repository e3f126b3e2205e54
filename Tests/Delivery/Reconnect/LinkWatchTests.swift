import Fixtures
import Glibc
import Platform
import Synchronization
import Testing

@testable import Delivery

/// On real links, in a network namespace of the test's own.
@Suite struct LinkWatchTests {
    private final class Count: Sendable {
        let calls = Atomic<Int>(0)
        var value: Int { calls.load(ordering: .acquiring) }
    }

    /// A thread that lives in a network namespace of its own, where `watch` was made.
    private final class Namespace: Sendable {
        let count = Count()
        let watch = Mutex<LinkWatch?>(nil)
        private let leave: Wakeup
        /// A descriptor of the namespace.
        private let space = Atomic<Int32>(-1)
        private let failure = Mutex("")
        private let worker = Mutex<Worker?>(nil)

        init() throws {
            leave = try Wakeup()
            let made = try Worker(name: "namespace") { [self] in
                guard enter() else {
                    failure.withLock { $0 = "unshare: \(String(cString: strerror(errno)))" }
                    return
                }
                do throws(SystemError) {
                    let made = try LinkWatch { [count] in count.calls.add(1, ordering: .acquiringAndReleasing) }
                    watch.withLock { $0 = made }
                } catch { failure.withLock { $0 = error.description } }
                space.store(open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC), ordering: .releasing)
                _ = leave.wait()
            }
            worker.withLock { $0 = made }
            try waitUntil("the namespace") {
                let words = failure.withLock { $0 }
                guard words.isEmpty else { throw FixtureError(words) }
                return space.load(ordering: .acquiring) >= 0
            }
        }

        /// unshare(CLONE_NEWNET) hides behind _GNU_SOURCE.
        private func enter() -> Bool {
            typealias Unshare = @convention(c) (Int32) -> Int32
            guard let call = dlsym(nil, "unshare") else { return false }
            return unsafeBitCast(call, to: Unshare.self)(0x4000_0000) == 0
        }

        func ip(_ words: String) throws {
            let place = "/proc/\(getpid())/fd/\(space.load(ordering: .acquiring))"
            try runTool(["nsenter", "--net=" + place, "ip"] + words.split(separator: " ").map(String.init))
        }

        func end() {
            watch.withLock { $0 }?.stop()
            leave.signal()
            worker.withLock { $0 }?.join()
            close(space.exchange(-1, ordering: .acquiringAndReleasing))
        }
    }

    @Test func aLinkAnAddressAndARouteThatComeUpAreCalled() throws {
        let space = try Namespace()
        defer { space.end() }
        try space.ip("link add left type veth peer name right")
        try space.ip("link set right up")
        #expect(space.count.value == 0)
        try space.ip("link set left up")
        try waitUntil("a call for the link") { space.count.value >= 1 }

        // The link's own IPv6 address and route come within 2 s of it; a call for an address is told apart by waiting for calm.
        try calm(space)
        var before = space.count.value
        try space.ip("address add 10.9.0.1/24 dev left")
        try waitUntil("a call for the address") { space.count.value > before }

        try calm(space)
        before = space.count.value
        try space.ip("route add default via 10.9.0.2")
        try waitUntil("a call for the route") { space.count.value > before }

        try calm(space)
        before = space.count.value
        try space.ip("link set right down")
        try space.ip("link set right up")
        try waitUntil("a call for the cable") { space.count.value > before }
    }

    @Test func itStopsWithoutACallAndTwice() throws {
        let space = try Namespace()
        let watch = try #require(space.watch.withLock { $0 })
        watch.stop()
        watch.stop()
        try space.ip("link set lo up")
        space.end()
        #expect(space.count.value == 0)
    }

    /// Until no call has come for 2.5 s.
    private func calm(_ space: Namespace) throws {
        var (last, since) = (space.count.value, MediaTime.now())
        try waitUntil("calm", timeout: .seconds(30)) {
            if space.count.value != last { (last, since) = (space.count.value, .now()) }
            return MediaTime.now() - since > .milliseconds(2500)
        }
    }
}
