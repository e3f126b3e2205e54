import Testing

@testable import Supervision

@Suite struct WaylandFilterTests {
    private typealias Wire = WaylandWire

    /// One whose agent has a registry, and was told of these globals, numbered from 1.
    private func filter(_ globals: (String, UInt32)...) -> WaylandFilter {
        var filter = WaylandFilter()
        #expect(filter.judge(request: Wire.registry(2)) == .pass)
        for (index, global) in globals.enumerated() { _ = filter.judge(event: Wire.global(UInt32(index + 1), global.0, global.1)) }
        return filter
    }

    @Test func whatCopyingAScreenTakesIsShown() {
        var filter = filter()
        for interface in WaylandGlobals.shown.keys { #expect(filter.judge(event: Wire.global(7, interface, 1)).verdict == .pass, "\(interface)") }
    }

    @Test(arguments: [
        "zwp_virtual_keyboard_manager_v1", "zwlr_virtual_pointer_manager_v1", "zwlr_data_control_manager_v1", "ext_data_control_manager_v1",
        "wl_data_device_manager", "zwp_primary_selection_device_manager_v1", "zwlr_layer_shell_v1", "zwlr_input_inhibit_manager_v1",
        "zwlr_output_manager_v1", "zwlr_foreign_toplevel_manager_v1", "ext_foreign_toplevel_list_v1", "zwlr_export_dmabuf_manager_v1",
        "ext_session_lock_manager_v1", "zwp_input_method_manager_v2", "wp_security_context_manager_v1", "wl_compositor", "xdg_wm_base",
        "ext_foreign_toplevel_image_capture_source_manager_v1", "wl_fixes", "of_tomorrow", "",
    ]) func everythingElseIsHidden(interface: String) {
        var filter = filter()
        #expect(filter.judge(event: Wire.global(1, interface, 1)).verdict == .drop)
        #expect(filter.judge(request: Wire.bind(1, interface, 1, id: 3)) == .cut(.hiddenGlobal(1)))
        #expect(filter.judge(event: Wire.removal(1)).verdict == .drop)
    }

    @Test func aVersionBeyondWhatIsKnownIsNeitherShownNorBound() {
        var filter = filter()
        let told = filter.judge(event: Wire.global(1, "wl_output", 9))
        #expect(told.verdict == .pass && told.words == Wire.global(1, "wl_output", 4))
        #expect(filter.judge(request: Wire.bind(1, "wl_output", 4, id: 3)) == .pass)
        for version: UInt32 in [0, 5, 9, .max] {
            #expect(filter.judge(request: Wire.bind(1, "wl_output", version, id: 3)) == .cut(.hiddenGlobal(1)))
        }
        let older = filter.judge(event: Wire.global(2, "wl_output", 2))
        #expect(older.words == Wire.global(2, "wl_output", 2))
        #expect(filter.judge(request: Wire.bind(2, "wl_output", 3, id: 3)) == .cut(.hiddenGlobal(2)))
    }

    @Test func theSeatIsSeenAndNotBound() {
        var filter = filter()
        let told = filter.judge(event: Wire.global(1, "wl_seat", 9))
        #expect(told.verdict == .pass && told.words == Wire.global(1, "wl_seat", 9), "its version tells the compositor's age")
        #expect(filter.judge(request: Wire.bind(1, "wl_seat", 1, id: 3)) == .cut(.hiddenGlobal(1)))
    }

    @Test func aGlobalIsBoundAsWhatItIs() {
        var filter = filter(("wl_shm", 1), ("zwp_virtual_keyboard_manager_v1", 1))
        #expect(filter.judge(request: Wire.bind(2, "wl_shm", 1, id: 3)) == .cut(.hiddenGlobal(2)), "one that was not shown, by another's name")
        #expect(filter.judge(request: Wire.bind(1, "wl_output", 1, id: 3)) == .cut(.hiddenGlobal(1)))
        #expect(filter.judge(request: Wire.bind(3, "wl_shm", 1, id: 3)) == .cut(.hiddenGlobal(3)))
        #expect(filter.judge(request: Wire.bind(1, "wl_shm", 1, id: 3)) == .pass)
    }

    @Test func aGlobalThatIsGoneMayStillBeAskedForUntilItsNumberMeansAnother() {
        var filter = filter(("wl_output", 4))
        #expect(filter.judge(event: Wire.removal(1)).verdict == .pass)
        #expect(filter.judge(request: Wire.bind(1, "wl_output", 4, id: 3)) == .pass, "the two may have crossed")
        #expect(filter.judge(event: Wire.global(1, "zwlr_layer_shell_v1", 4)).verdict == .drop)
        #expect(filter.judge(request: Wire.bind(1, "wl_output", 4, id: 4)) == .cut(.hiddenGlobal(1)))
    }

    @Test func screensMayComeAndGoForever() {
        var filter = filter(("wl_shm", 1))
        for number: UInt32 in 2..<5000 {
            #expect(filter.judge(event: Wire.global(number, "wl_output", 4)).verdict == .pass)
            #expect(filter.judge(request: Wire.bind(number, "wl_output", 4, id: number + 10)) == .pass)
            #expect(filter.judge(event: Wire.removal(number)).verdict == .pass)
        }
        #expect(filter.judge(request: Wire.bind(1, "wl_shm", 1, id: 3)) == .pass)
    }

    @Test func everyRegistryIsWatched() {
        var filter = filter(("wl_shm", 1))
        for id: UInt32 in 3..<10 {
            #expect(filter.judge(request: Wire.registry(id)) == .pass)
            #expect(filter.judge(event: Wire.global(9, "zwlr_layer_shell_v1", 4, registry: id)).verdict == .drop)
            #expect(filter.judge(request: Wire.bind(1, "wl_shm", 1, id: 20, registry: id)) == .pass)
            #expect(filter.judge(request: Wire.bind(9, "zwlr_layer_shell_v1", 4, id: 20, registry: id)) == .cut(.hiddenGlobal(9)))
        }
        #expect(filter.judge(request: Wire.registry(10)) == .cut(.tooManyRegistries))
    }

    @Test func requestsThatAreNoneAreRefused() {
        let broken: [[UInt32]] = [
            Wire.message(1, 1), Wire.message(1, 1, [3, 4]), Wire.message(1, 2, [3]), Wire.message(2, 0), Wire.message(2, 1, [1, 2, 3, 4, 5]),
            Wire.message(2, 0, [1, 400, 0x6D_6873, 1, 3]), Wire.message(2, 0, [1, 0, 1, 3]), Wire.message(2, 0, [1] + Wire.text("wl_shm") + [1]),
            Wire.message(2, 0, [1] + Wire.text("wl_shm") + [1, 3, 0]), Wire.message(2, 0, [1, 8, 0x735F_6C77, 0x6D68_6873, 1, 3]),
            Wire.message(2, 0, [1, .max, 0x735F_6C77, 0x006D_6873, 1, 3]),
        ]
        for words in broken {
            var filter = filter(("wl_shm", 1))
            #expect(filter.judge(request: words) == .cut(.malformed), "\(words)")
        }
    }

    @Test func whatOtherObjectsSayPassesUnread() {
        var filter = filter(("wl_shm", 1))
        #expect(filter.judge(request: Wire.message(3, 0, [1, 2, 3])) == .pass)
        #expect(filter.judge(event: Wire.message(3, 0, [1, 2, 3])).verdict == .pass)
        #expect(filter.judge(event: Wire.message(1, 0, [2, 0] + Wire.text("no"))).verdict == .pass)
    }

    /// In one write: an object ends, and its number is a registry's before the compositor confirms the end.
    @Test func aRegistryWithTheNumberOfAnObjectThatEndedIsWatched() {
        var filter = filter(("zxdg_output_manager_v1", 3))
        #expect(filter.judge(request: Wire.bind(1, "zxdg_output_manager_v1", 3, id: 5)) == .pass)
        #expect(filter.judge(request: Wire.message(5, 0)) == .pass)
        #expect(filter.judge(request: Wire.registry(5)) == .pass)
        #expect(filter.judge(event: Wire.message(1, 1, [5])).verdict == .pass)
        #expect(filter.judge(event: Wire.global(9, "zwp_virtual_keyboard_manager_v1", 1, registry: 5)).verdict == .drop)
        #expect(filter.judge(request: Wire.bind(9, "zwp_virtual_keyboard_manager_v1", 1, id: 6, registry: 5)) == .cut(.hiddenGlobal(9)))
    }

    @Test func aCompositorThatSpeaksNonsenseIsLeft() {
        var filter = filter()
        #expect(filter.judge(event: Wire.message(2, 0, [1])).verdict == .cut(.senselessCompositor))
        #expect(filter.judge(event: Wire.message(2, 1, [1, 2])).verdict == .cut(.senselessCompositor))
    }
}
