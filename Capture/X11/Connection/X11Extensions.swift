import CXCB
import CaptureKit

/// What the server can do beyond the core protocol, asked once, in as few round trips as xcb allows.
struct X11Extensions {
    /// The codes of an extension's first event.
    let damageEvent: UInt8
    let pointerEvent: UInt8
    let screenEvent: UInt8
    /// Shared memory: none (0.0), by SysV segment (1.1) or by descriptor (1.2).
    let sharedMemory: (major: UInt32, minor: UInt32)

    /// - Throws: `.unsupported` naming the extension, for DAMAGE 1.1, XFIXES 2.0 and RANDR 1.5.
    init(of connection: X11Connection) throws(CaptureError) {
        let damage = try Self.find("DAMAGE", of: connection)
        let fixes = try Self.find("XFIXES", of: connection)
        let randr = try Self.find("RANDR", of: connection)
        let shared = try Self.find("MIT-SHM", of: connection)
        guard let damage, let fixes, let randr else {
            let missing = [("DAMAGE", damage), ("XFIXES", fixes), ("RANDR", randr)].filter { $0.1 == nil }.map(\.0)
            throw CaptureError(
                .unsupported,
                "the X server of display \(connection.display) lacks \(missing.joined(separator: " and ")), which capture needs; Xorg has it")
        }
        (damageEvent, pointerEvent, screenEvent) = (damage, fixes, randr)

        let handle = connection.handle
        // DAMAGE and XFIXES serve only clients that have asked for the version.
        let damageVersion = xcb_damage_query_version(handle, 1, 1)
        let fixesVersion = xcb_xfixes_query_version(handle, 5, 0)
        let randrVersion = xcb_randr_query_version(handle, 1, 5)
        _ = try connection.reply(to: "DamageQueryVersion") { xcb_damage_query_version_reply($0, damageVersion, $1) }
        let fixesReply = try connection.reply(to: "XFixesQueryVersion") { xcb_xfixes_query_version_reply($0, fixesVersion, $1) }
        let randrReply = try connection.reply(to: "RRQueryVersion") { xcb_randr_query_version_reply($0, randrVersion, $1) }
        guard fixesReply.fields.major_version >= 2 else { throw Self.tooOld("XFIXES", "2.0", connection) }
        guard (randrReply.fields.major_version, randrReply.fields.minor_version) >= (1, 5) else {
            throw Self.tooOld("RANDR", "1.5", connection)
        }
        guard shared != nil else {
            sharedMemory = (0, 0)
            return
        }
        let sharedVersion = xcb_shm_query_version(handle)
        let reply = try connection.reply(to: "ShmQueryVersion") { xcb_shm_query_version_reply($0, sharedVersion, $1) }
        sharedMemory = (UInt32(reply.fields.major_version), UInt32(reply.fields.minor_version))
    }

    /// - Throws: `.unsupported` where no window can be captured by itself: that takes Composite 0.2.
    static func checkComposite(of connection: X11Connection) throws(CaptureError) {
        guard try find("Composite", of: connection) != nil else {
            throw CaptureError(.unsupported, "the X server of display \(connection.display) lacks Composite, which capture of one window needs")
        }
        let cookie = xcb_composite_query_version(connection.handle, 0, 4)
        let version = try connection.reply(to: "CompositeQueryVersion") { xcb_composite_query_version_reply($0, cookie, $1) }.fields
        guard (version.major_version, version.minor_version) >= (0, 2) else { throw tooOld("Composite", "0.2", connection) }
    }

    /// Whether the server says that it is Xwayland (from 22.1 on).
    static func isXwayland(_ connection: X11Connection) throws(CaptureError) -> Bool { try find("XWAYLAND", of: connection) != nil }

    /// Whether the server knows if its display is on.
    static func hasDisplayPower(_ connection: X11Connection) throws(CaptureError) -> Bool { try find("DPMS", of: connection) != nil }

    private static func tooOld(_ name: String, _ least: String, _ connection: X11Connection) -> CaptureError {
        CaptureError(.unsupported, "the X server of display \(connection.display) is too old: capture needs \(name) \(least)")
    }

    /// The extension's first event, `nil` when the server does not have it. Asked by name: xcb's extension records are
    /// mutable globals, which Swift cannot know to be safe.
    private static func find(_ name: String, of connection: X11Connection) throws(CaptureError) -> UInt8? {
        let cookie = xcb_query_extension(connection.handle, UInt16(name.utf8.count), name)
        let reply = try connection.reply(to: "QueryExtension") { xcb_query_extension_reply($0, cookie, $1) }
        return reply.fields.present != 0 ? reply.fields.first_event : nil
    }
}
