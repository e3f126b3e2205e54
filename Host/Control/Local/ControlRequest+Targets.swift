import Delivery

extension ControlRequest {
    /// The address of a new target: `url`, or that of `service` with `key`. No refusal repeats a key.
    static func target(_ fields: Fields) throws -> String {
        func refusal(_ text: String) -> ControlReply.Refusal { ControlReply.Refusal(.badField, text) }
        guard let name = try fields.service.read() else {
            guard try fields.key.read() == nil else {
                throw refusal("\"key\" of \"target-add\" is that of a \"service\": one of \(StreamService.names)")
            }
            return try located(fields)
        }
        guard try fields.url.read() == nil else { throw refusal("\"target-add\" takes \"url\" or \"service\", not both") }
        guard let service = StreamService(named: name) else {
            throw refusal("\"service\" of \"target-add\" is one of \(StreamService.names); any other by its address in \"url\"")
        }
        guard let address = service.address(withKey: try fields.needed(fields.key)) else {
            throw refusal("\"key\" of \"target-add\" is no stream key: one word of ASCII characters")
        }
        return address
    }

    /// The host has a directory of its own, which says nothing to those who ask.
    static func located(_ fields: Fields) throws -> String {
        let text = try fields.needed(fields.url)
        guard text.isEmpty || text.contains("://") || text.hasPrefix("/") || text.hasPrefix(TargetURL.folderPrefix + "/") else {
            let word = fields.url.word.rawValue
            throw ControlReply.Refusal(.badField, "\"url\" of \"\(word)\" is neither an address nor an absolute path, such as /videos/talk.mkv")
        }
        return text
    }
}
