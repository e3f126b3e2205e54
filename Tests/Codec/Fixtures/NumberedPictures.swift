import Frames
import Picture
import Platform

@testable import Codec

extension X264Encoder {
    /// A key frame, of which everything is new, at 0; one picture each thirtieth of a second.
    ///
    /// - Parameter changed: `nil` for everything.
    /// - Returns: the flags of its packet (`AV_PKT_FLAG_…`).
    @discardableResult func encode(_ picture: I420View, number: Int64, changed: Damage?) throws -> Int32 {
        var flags: Int32 = 0
        try encode(picture, changed: number == 0 ? nil : changed, ticks: number * Ticks.perSecond / 30, isKeyframe: number == 0) {
            (packet) throws(CodecError) in flags = packet.pointee.flags
        }
        return flags
    }
}
