import AppGroup
import Codec
import Delivery
import DeliveryFixtures
import Fixtures
import Glibc
import MediaFixtures
import Platform
import Synchronization

@testable import Events
@testable import Session

/// The targets of a session without the rest of it: a coordinator in a group of its own, and a picture and audio that are encoded
/// faster than life once it is open.
final class TargetFixture: Sendable {
    let group: GroupDirectory
    let coordinator: TargetCoordinator
    let scratch = Scratch()
    private let configuration: SessionConfiguration
    private let fanOut: FanOut
    private let feed = Mutex<MediaFeed?>(nil)

    /// - Parameter change: the scratch directory's path stands behind the configuration.
    init(_ change: (inout SessionConfiguration, String) -> Void = { _, _ in }) throws {
        var configuration = SessionConfiguration()
        configuration.group = try GroupName("targets-\(getpid())-\(UInt32.random(in: 0 ... .max))")
        configuration.microphones = []
        change(&configuration, scratch.path)
        self.configuration = configuration
        group = try GroupDirectory(configuration.group, creating: true)
        let plan = try StreamPlan(configuration, targets: TargetCoordinator.parse(configuration), hasPage: configuration.pageDirectory != nil)
        fanOut = try FanOut(plan.codings, keyframes: KeyframeRequests())
        coordinator = try TargetCoordinator(configuration, in: group, encodings: OneEncoding(fanOut: fanOut), plan: plan)
    }

    /// Of pictures that come from a file.
    private struct OneEncoding: TargetEncodings {
        let fanOut: FanOut

        func fanOut(of encoding: String) -> FanOut { fanOut }

        var alignedOrigin: MediaTime? { nil }

        func repeatHeaders(of encoding: String) {}

        func end(_ encoding: String) {}
    }

    deinit {
        end()
        rmdir(group.path)
    }

    /// Opens the targets and lets pictures come.
    func open() throws {
        let media = try TestMedia(fps: 30)
        try fanOut.start()
        let sent = [media.video.stream, media.audio.stream].filter { coordinator.plan.codings.contains($0.coding) }
        let feed = try MediaFeed(media, to: fanOut, coordinator.plan.codings)
        self.feed.withLock { $0 = feed }
        try coordinator.open(sent, bitsPerSecond: 1_000_000)
    }

    /// Ends everything in order. Safe to call again.
    func end() {
        let feed = self.feed.withLock { feed in
            defer { feed = nil }
            return feed
        }
        guard let feed else { return }
        feed.stop()
        fanOut.stop()
        coordinator.close()
    }

    func state(_ id: Int) -> TargetState? { coordinator.targets.first { $0.id == id }?.status.state }

    /// True as soon as target `id` is in that state.
    func reaches(_ state: TargetState, _ id: Int) -> Bool { Watchdog.until { self.state(id) == state } }

    /// True when `count` more pictures were encoded.
    func goesOn(pictures count: Int) -> Bool {
        guard let feed = feed.withLock({ $0 }) else { return false }
        return feed.goesOn(pictures: count)
    }

    /// What people are told at an event, by its codes.
    func told(_ event: TargetCoordinator.Event) -> [String] {
        coordinator.handle(event, at: .now()).compactMap { action in
            if case .note(let event) = action { event.description.code.rawValue } else { nil }
        }
    }

    /// What the coordinator has against it; `nil` when it was done.
    func refusal(_ request: TargetRequest) -> DeliveryError? {
        do throws(DeliveryError) {
            try coordinator.steer(request)
            return nil
        } catch { return error }
    }
}
