import Fixtures
import Glibc
import Platform
import TestSupport
import Testing

@testable import Intake
@testable import Supervision

/// A real compositor behind the proxy.
@Suite(.serialized) struct SwayFilterTests {
    private func proxied(_ fixture: SwayDesktop) throws -> (WaylandPeer, WaylandProxy) {
        let proxy = try WaylandProxy(PassingStream(connectingTo: socket(fixture))) { _ in }
        defer { proxy.isPassedOn() }
        return (WaylandPeer(PassingStream(OwnedDescriptor(taking: dup(proxy.descriptor)))), proxy)
    }

    private func socket(_ fixture: SwayDesktop) -> String { fixture.runtimePath + "/wayland-1" }

    @Test func anAgentSeesWhatCopyingTakesAndNothingElse() throws {
        let fixture = try SwayDesktop(withPortal: false)
        let all = try WaylandPeer(connectingTo: socket(fixture)).globals()
        let (agent, proxy) = try proxied(fixture)
        defer { proxy.end() }
        let seen = try agent.globals()
        #expect(Set(seen.map(\.interface)) == ["wl_shm", "wl_output", "zxdg_output_manager_v1", "zwlr_screencopy_manager_v1", "wl_seat"])
        #expect(seen.map(\.number) == all.filter { WaylandGlobals.shown[$0.interface] != nil }.map(\.number))
        #expect(Set(all.map(\.interface)).isSuperset(of: Self.dangers))
        // A screen that comes is seen too, and one that goes.
        _ = try fixture.addScreen(width: 640, height: 480)
        while let message = try agent.next() { if message.object == 2, message.opcode == 0 { break } }
        try fixture.unplug()
        while let message = try agent.next() { if message.object == 2, message.opcode == 1 { break } }
        #expect(!agent.isEnded)
    }

    private static let dangers = [
        "zwp_virtual_keyboard_manager_v1", "zwlr_virtual_pointer_manager_v1", "zwlr_data_control_manager_v1", "zwlr_layer_shell_v1",
        "zwlr_output_manager_v1", "zwlr_foreign_toplevel_manager_v1", "wl_compositor", "wl_data_device_manager",
    ]

    @Test func anAgentThatBindsMoreIsCutOff() throws {
        let fixture = try SwayDesktop(withPortal: false)
        let direct = try WaylandPeer(connectingTo: socket(fixture))
        let all = try direct.globals()
        for (index, interface) in (Self.dangers + ["wl_seat"]).enumerated() {
            let global = try #require(all.first { $0.interface == interface })
            #expect(try direct.binds(global, id: UInt32(4 + index * 2)), "\(interface): the compositor itself refuses no one")
            let (agent, proxy) = try proxied(fixture)
            _ = try agent.globals()
            #expect(try !agent.binds(global, id: 4), "\(interface)")
            #expect(try agent.rest().isEmpty && agent.isEnded)
            proxy.end()
        }
    }

    /// The compositor takes the number again before it says that the object is gone.
    @Test func aRegistryWithTheNumberOfAnObjectThatEndedShowsNoMore() throws {
        let fixture = try SwayDesktop(withPortal: false)
        let danger = try #require(try WaylandPeer(connectingTo: socket(fixture)).globals().first { $0.interface == Self.dangers[0] })
        let (agent, proxy) = try proxied(fixture)
        defer { proxy.end() }
        let manager = try #require(try agent.globals().first { $0.interface == "zxdg_output_manager_v1" })
        #expect(try agent.binds(manager, id: 4))
        try agent.send(WaylandWire.message(4, 0) + WaylandWire.registry(4) + WaylandWire.sync(6))
        var seen: [UInt32] = []
        while let message = try agent.next(), message.object != 6 {
            if message.object == 4, message.opcode == 0 { seen.append(message.arguments[0]) }
        }
        #expect(seen.contains(manager.number) && !seen.contains(danger.number))
        try agent.send(WaylandWire.bind(danger.number, danger.interface, danger.version, id: 7, registry: 4))
        // What it is still told is of ends of its own objects.
        #expect(try agent.rest().allSatisfy { $0.object == 1 } && agent.isEnded)
    }
}
