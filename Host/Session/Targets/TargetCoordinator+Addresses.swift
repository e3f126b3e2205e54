import Delivery
import Events
import Glibc

/// Addresses as they are given, before anything is taken.
extension TargetCoordinator {
    /// A recording that is not split goes on in another file only where it has to.
    func begun(_ file: String, after before: String?) -> RecordingEvent {
        before == nil || configuration.recordingSplit != nil ? .began(file) : .wentOn(file)
    }

    /// What the addresses of a configuration come to, before anything is taken.
    static func parse(_ configuration: SessionConfiguration) throws(SessionError) -> [StreamPlan.Taker] {
        var takers: [StreamPlan.Taker] = []
        do throws(DeliveryError) {
            for text in configuration.targets {
                let reference = try EncodingReference(parsing: text, configuration)
                let url = try check(reference.address, configuration, beside: takers.map(\.url))
                let ladder = configuration.ladder(for: reference)
                let encoding = ladder?.rungs.first?.encoding.name ?? reference.encoding
                takers.append(
                    StreamPlan.Taker(url: url, picture: configuration.coding(of: encoding), hasOwnEncoding: encoding != EncodingChoice.main))
            }
        } catch { throw badSetting(error) }
        return takers
    }

    /// What is wrong with an address that the host was started with, and the option that helps.
    static func badSetting(_ error: DeliveryError) -> SessionError {
        SessionError(.badSetting, error.message + (error.code == .exists ? ", or say --overwrite" : ""), cause: error)
    }

    /// A rate factor takes whatever the picture costs, which no link promises; and what plays streams mostly shows no 4:4:4.
    static func check(_ encoding: EncodingChoice?, for url: TargetURL) throws(DeliveryError) {
        if let encoding, encoding.sampling == .full, !url.isRecording {
            throw DeliveryError(
                .badSetting,
                "\(url) is no recording, and players do not show pixel=444 of the encoding '\(encoding.name)': give it an encoding without, such "
                    + "as @\(EncodingChoice.main)")
        }
        guard let encoding, encoding.constantQuality != nil, !url.isLocal else { return }
        throw DeliveryError(
            .badSetting, "\(url) is reached over a network, and the encoding '\(encoding.name)' has crf, whatever that comes to: give it a bitrate")
    }

    static func check(
        _ text: String, _ configuration: SessionConfiguration, beside others: [TargetURL]
    ) throws(DeliveryError) -> TargetURL {
        let url = try TargetURL(parsing: text)
        if let file = url.firstFile(isSplit: configuration.recordingSplit != nil) {
            var facts = stat()
            if !url.namesFollowTime, stat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR {
                throw DeliveryError(.notWritable, "\(file) is a directory: name a file")
            }
            if !configuration.overwrites, !url.namesFollowTime, access(file, F_OK) == 0 {
                throw DeliveryError(.exists, "\(file) exists already: choose another name")
            }
        }
        guard !others.contains(where: { $0.fingerprint == url.fingerprint }) else { throw DeliveryError(.taken, "\(url) is named twice") }
        return url
    }
}
