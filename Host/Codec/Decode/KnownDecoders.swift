import CLibAV

/// What libavcodec decodes on this machine.
public enum KnownDecoders {
    /// - Parameter coding: libavcodec's name, such as `h264` or `eac3`.
    public static func have(_ coding: String) -> Bool {
        guard let descriptor = avcodec_descriptor_get_by_name(coding) else { return false }
        return avcodec_find_decoder(descriptor.pointee.id) != nil
    }
}
