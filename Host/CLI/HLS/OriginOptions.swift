import ArgumentParser
import Delivery
import Downloads

/// Which certificates https:// addresses may have.
struct OriginOptions: ParsableArguments {
    @Option(
        name: .customLong("tls-ca"),
        help: ArgumentHelp("Trust the authorities in this PEM file, instead of the system's (as curl's --cacert does).", valueName: "FILE"))
    var authorities: String?

    @Flag(name: .customLong("tls-insecure"), help: "Accept any certificate: anybody between you and the server may read and change what is sent.")
    var isInsecure = false

    func settings() throws(CommandFailure) -> OriginSettings {
        guard authorities == nil || !isInsecure else {
            throw CommandFailure(.usage, "--tls-ca and --tls-insecure exclude each other: leave out --tls-insecure to have certificates checked")
        }
        if let authorities {
            do throws(DeliveryError) { try TargetSettings.check(certificates: authorities) } catch { throw CommandFailure(.usage, error.message) }
        }
        var settings = OriginSettings()
        (settings.certificates, settings.isCertificateUnchecked) = (authorities, isInsecure)
        return settings
    }
}
