/// What an agent sees of a compositor's globals, and how much of each it may bind: what copying a screen into shared memory takes.
///
/// Whatever is not named here is hidden, today's and tomorrow's: keyboards and pointers, real and virtual, the clipboard, windows and
/// layers, lists of other programs' windows, the setting of screens.
enum WaylandGlobals {
    /// The version up to which it may be bound; 0 for what may be seen and not bound. Not named: hidden.
    static let shown: [String: UInt32] = [
        "wl_shm": 1, "wl_output": 4, "zxdg_output_manager_v1": 3, "zwlr_screencopy_manager_v1": 3, "ext_image_copy_capture_manager_v1": 1,
        "ext_output_image_capture_source_manager_v1": 1,
        // Its version tells the compositor's age.
        "wl_seat": 0,
    ]
}
