import Protocols

/// How servers are asked.
public struct OriginSettings: Hashable, Sendable {
    /// PEM file of authorities to trust instead of the system's.
    public var certificates: String?
    /// Takes any certificate: anyone who sits in between may read what is fetched.
    public var isCertificateUnchecked = false
    /// For each of finding the host, reaching it and encrypting.
    public var phaseLimit: Duration = .seconds(5)
    /// A server that sends nothing for so long is left.
    public var stallLimit: Duration = .seconds(10)
    /// How often what may pass (a server that fails or breaks off) is tried again, after half a second, one, two, four…
    public var retries = 4

    public init() {}

    var connection: ConnectionSettings {
        var settings = ConnectionSettings()
        settings.security = .tls(caFile: certificates, isInsecure: isCertificateUnchecked)
        (settings.phaseLimit, settings.stallLimit) = (phaseLimit, stallLimit)
        return settings
    }
}
