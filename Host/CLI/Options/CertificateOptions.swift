import ArgumentParser
import Delivery
import Session

/// Which certificates rtmps:// and https:// targets accept.
struct CertificateOptions: ParsableArguments {
    @Option(
        name: .customLong("tls-ca"),
        help: ArgumentHelp(
            "Trust the authorities in this PEM file, instead of the system's (as curl's --cacert does), for rtmps:// and https:// targets.",
            valueName: "FILE"))
    var authorities: String?

    @Flag(
        name: .customLong("tls-insecure"),
        help: "Accept any certificate of rtmps:// and https:// targets: anybody between you and the server may read the stream and its key.")
    var isInsecure = false

    func apply(to configuration: inout SessionConfiguration) throws(CommandFailure) {
        try check()
        (configuration.certificates, configuration.isCertificateUnchecked) = (authorities, isInsecure)
    }

    func apply(to settings: inout TargetSettings) throws(CommandFailure) {
        try check()
        (settings.certificates, settings.isCertificateUnchecked) = (authorities, isInsecure)
    }

    private func check() throws(CommandFailure) {
        guard authorities == nil || !isInsecure else {
            throw CommandFailure(.usage, "--tls-ca and --tls-insecure exclude each other: leave out --tls-insecure to have certificates checked")
        }
        if let authorities {
            do throws(DeliveryError) { try TargetSettings.check(certificates: authorities) } catch { throw CommandFailure(.usage, error.message) }
        }
    }
}
