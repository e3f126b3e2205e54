/// Why a picture cannot be made: a stable code, and one line that names the wrong thing and the remedy.
public struct PictureError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Sendable {
        /// A canvas must have even sides within limits.
        case badCanvasSize
        /// A pointer image must be 1x1 to 256x256.
        case badPointerSize
    }

    public let code: Code
    public let message: String

    public init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    public var description: String { message }
}
