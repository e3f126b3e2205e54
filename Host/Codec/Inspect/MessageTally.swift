/// Which messages a stream carries, each once. A value, fed picture by picture. A file may hold more than anyone reads: the first
/// `mostKept` are told.
struct MessageTally {
    static let mostKept = 10_000
    private var positions: [StreamMessage: Int] = [:]
    private(set) var messages: [MediaInspection.Message] = []

    mutating func add(_ found: [StreamMessage], at seconds: Double, isKeyframe: Bool) {
        for message in found {
            if let position = positions[message] {
                messages[position].pictures += 1
                messages[position].keyframes += isKeyframe ? 1 : 0
                messages[position].lastSeconds = max(messages[position].lastSeconds, seconds)
            } else if messages.count < Self.mostKept {
                positions[message] = messages.count
                messages.append(
                    MediaInspection.Message(
                        id: message.id, text: message.text, pictures: 1, keyframes: isKeyframe ? 1 : 0, firstSeconds: seconds, lastSeconds: seconds))
            }
        }
    }
}
