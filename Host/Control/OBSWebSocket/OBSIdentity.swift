import Protocols

/// What has a name here and also a number in OBS: the number is made of the name, and the same in every broadcast.
enum OBSIdentity {
    /// As a UUID of random bits is written (RFC 9562).
    static func number(of kind: Kind, _ name: String) -> String {
        var bytes = Array(SHA256.hash("splitcast \(kind.rawValue) \(name)")[..<16])
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = SHA256.hexadecimal(bytes)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text += "-" }
            text.append(digit)
        }
        return text
    }

    enum Kind: String {
        case input, scene
    }
}
