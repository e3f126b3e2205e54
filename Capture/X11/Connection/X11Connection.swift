import CXCB
import CaptureKit
import Glibc

/// One connection to one X display: the owner of the xcb handle and the only funnel from xcb's answers to ours.
///
/// Used on the capture thread only. Whatever lives on the server through this connection (segments, regions, damage)
/// retains it, so that it is closed last.
final class X11Connection {
    /// Borrowed by this module's requests; never kept.
    let handle: OpaquePointer
    /// The display as it was named: ":1", "host:0.1".
    let display: String
    /// The root window of the display's chosen X screen.
    let root: xcb_window_t
    /// Its depth in bits, its visual and its size when the connection was made.
    let rootScreen: xcb_screen_t

    /// - Parameter named: the display, or `nil` for `$DISPLAY`.
    /// - Throws: `.noDisplay` when none is named or no server answers there, `.permissionDenied` when the server refuses us.
    init(to named: String?) throws(CaptureError) {
        let display = try Self.displayName(named, own: DisplaySockets.ownDisplay)
        var screenNumber: Int32 = 0
        let handle = xcb_connect(display, &screenNumber)!  // xcb answers failure with a handle of its own, never with NULL
        if let failure = UnreachableDisplay(display, status: xcb_connection_has_error(handle)) {
            xcb_disconnect(handle)
            throw failure.error
        }
        var screens = xcb_setup_roots_iterator(xcb_get_setup(handle))
        while screenNumber > 0, screens.rem > 1 {
            xcb_screen_next(&screens)
            screenNumber -= 1
        }
        (self.handle, self.display) = (handle, display)
        rootScreen = screens.data.pointee
        root = rootScreen.root
    }

    deinit { xcb_disconnect(handle) }

    static func displayName(_ named: String?, own: String?) throws(CaptureError) -> String {
        if let named, !named.isEmpty { return named }
        if let own { return own }
        throw CaptureError(.noDisplay, "no X display: DISPLAY is not set; name one with --display, for example --display :0")
    }

    /// Readable when the server sent something.
    var descriptor: Int32 { xcb_get_file_descriptor(handle) }

    /// Whether server and agent share a machine as far as the socket can tell; descriptors pass over such a socket only.
    var isLocal: Bool {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) }
        }
        return status == 0 && Int32(address.ss_family) == AF_UNIX
    }

    /// A name for something that this client makes on the server.
    func makeIdentifier() -> UInt32 { xcb_generate_id(handle) }

    func flush() { _ = xcb_flush(handle) }

    /// - Throws: `.screenGone` when the connection broke.
    func checkAlive() throws(CaptureError) {
        guard xcb_connection_has_error(handle) == 0 else {
            throw CaptureError(.screenGone, "the X server of display \(display) went away")
        }
    }

    // MARK: The funnel

    /// Waits for the answer to one request: one round trip at most.
    /// - Parameter wait: xcb's `…_reply` call; what it returns belongs to the answer from then on.
    /// - Throws: `.screenGone` only; a refusal by the server is a case of the answer.
    func answer<Body>(
        _ wait: (OpaquePointer, UnsafeMutablePointer<UnsafeMutablePointer<xcb_generic_error_t>?>) -> UnsafeMutablePointer<Body>?
    ) throws(CaptureError) -> Answer<Body> {
        var error: UnsafeMutablePointer<xcb_generic_error_t>?
        if let body = wait(handle, &error) { return .reply(Reply(owning: body)) }
        guard let error else {
            try checkAlive()
            throw CaptureError(.failed, "the X server of display \(display) did not answer a request")
        }
        defer { free(error) }
        return .refused(error.pointee.error_code)
    }

    /// As `answer`, for requests that only a broken display refuses.
    /// - Throws: also `.failed`, naming the request.
    func reply<Body>(
        to request: StaticString,
        _ wait: (OpaquePointer, UnsafeMutablePointer<UnsafeMutablePointer<xcb_generic_error_t>?>) -> UnsafeMutablePointer<Body>?
    ) throws(CaptureError) -> Reply<Body> {
        switch try answer(wait) {
        case .reply(let reply): return reply
        case .refused(let code): throw refusal(of: request.description, code)
        }
    }

    /// Waits for the verdict on a checked request without a reply. True when the server accepted it.
    func isAccepted(_ cookie: xcb_void_cookie_t) throws(CaptureError) -> Bool {
        guard let error = xcb_request_check(handle, cookie) else {
            try checkAlive()
            return true
        }
        free(error)
        return false
    }

    func refusal(of request: String, _ code: UInt8) -> CaptureError {
        let name = xErrorName(code) ?? "X error \(code)"
        return CaptureError(.failed, "the X server of display \(display) refused \(request): \(name)")
    }

    private func xErrorName(_ code: UInt8) -> String? {
        let names = [
            "BadRequest", "BadValue", "BadWindow", "BadPixmap", "BadAtom", "BadCursor", "BadFont", "BadMatch", "BadDrawable", "BadAccess",
            "BadAlloc", "BadColor", "BadGC", "BadIDChoice", "BadName", "BadLength", "BadImplementation",
        ]
        return names.indices.contains(Int(code) - 1) ? names[Int(code) - 1] : nil
    }
}
