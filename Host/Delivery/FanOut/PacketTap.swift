public import Codec

/// Sees every packet that a fan-out hands on, in the order of their decoding times.
public protocol PacketTap: Sendable {
    /// The fan-out's thread; must not wait.
    func take(_ packet: Packet)
}
