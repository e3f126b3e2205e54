package import Platform
package import Protocols

extension DeliveryError {
    /// A web server's no.
    ///
    /// - Parameter name: of the file that it is about; `nil` before any was put.
    package init(_ answer: HTTPAnswer, to url: TargetURL, about name: String) {
        let said = "\(answer.status)\(answer.reason.isEmpty ? "" : " " + Quotation(hiding: url.secrets).of(answer.reason))"
        func error(_ code: Code, _ text: String) -> DeliveryError { DeliveryError(code, "\(url): \(text) (\(said) for \(name))") }
        switch answer.status {
        case 300..<400:
            self = error(.rejected, "the server sends us elsewhere: use the address that it names, \(Self.shown(answer.location, url))")
        case 401: self = error(.badKey, "the server wants a user and password, or does not know those given: write http(s)://USER:PASSWORD@HOST/…")
        case 403: self = error(.badKey, "the server does not let us write there: check the address, its key and its rights")
        case 404, 409: self = error(.rejected, "the server has no such folder, and makes none: check the path")
        case 405, 501: self = error(.rejected, "the server accepts no PUT there: is WebDAV switched on for this path?")
        case 410: self = error(.expired, "the address is no longer good: get a new one")
        case 411, 413, 414, 415: self = error(.rejected, "the server does not accept such files")
        case 402, 429, 507: self = error(.blocked, "the account has used up what it may, or the server has no room left")
        case 423: self = error(.busy, "another client has locked the file")
        case 408, 500..<600: self = error(.unreachable, "the server is in trouble")
        default: self = error(.rejected, "the server refused")
        }
    }

    /// Without what may be a key.
    private static func shown(_ location: String?, _ url: TargetURL) -> String {
        guard let location else { return "which it does not" }
        return Quotation(hiding: url.secrets).of(MaskedAddress(String(location.prefix { $0 != "?" })).description)
    }
}
