import CXCB
import Glibc

/// A reply that xcb allocated: freed when it goes out of scope, whatever path is taken.
struct Reply<Body>: ~Copyable {
    private let body: UnsafeMutablePointer<Body>

    init(owning body: UnsafeMutablePointer<Body>) { self.body = body }

    deinit { free(body) }

    /// The fixed part.
    var fields: Body { body.pointee }

    /// For xcb's accessors of the variable part; valid within `use` alone.
    func with<Result: ~Copyable, Failure: Error>(
        _ use: (UnsafeMutablePointer<Body>) throws(Failure) -> Result
    ) throws(Failure) -> Result { try use(body) }
}

/// What came back for a request.
enum Answer<Body>: ~Copyable {
    case reply(Reply<Body>)
    /// The server said no, with this error code of the X protocol.
    case refused(UInt8)
}
