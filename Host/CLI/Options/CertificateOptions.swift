import ArgumentParser
import Delivery
import Session

/// Whom rtmps:// and https:// targets believe.
struct CertificateOptions: ParsableArguments {
    @Option(
        name: .customLong("tls-ca"),
        help: ArgumentHelp(
            "Trust the authorities in this PEM file, instead of the system's (as curl's --cacert does), for rtmps:// and https:// targets.",
            valueName: "FILE"))
    var authorities: String?

    @Flag(
        name: .customLong("tls-insecure"),
        help: "Take any certificate of rtmps:// and https:// targets: whoever sits in between may read the stream and its key.")
    var isInsecure = false

    func take(into configuration: inout SessionConfiguration) throws(CommandFailure) {
        try check()
        (configuration.certificates, configuration.isCertificateUnchecked) = (authorities, isInsecure)
    }

    func take(into settings: inout TargetSettings) throws(CommandFailure) {
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
