/// Which messages a stream carries, each once. A value, fed picture by picture. A file may hold more than anyone reads: the first
/// `mostKept` are told.
struct MessageTally {
    static let mostKept = 10_000
    private var places: [StreamMessage: Int] = [:]
    private(set) var messages: [MediaInspection.Message] = []

    mutating func add(_ found: [StreamMessage], at seconds: Double, isKeyframe: Bool) {
        for message in found {
            if let place = places[message] {
                messages[place].pictures += 1
                messages[place].keyframes += isKeyframe ? 1 : 0
                messages[place].lastSeconds = max(messages[place].lastSeconds, seconds)
            } else if messages.count < Self.mostKept {
                places[message] = messages.count
                messages.append(
                    MediaInspection.Message(
                        id: message.id, text: message.text, pictures: 1, keyframes: isKeyframe ? 1 : 0, firstSeconds: seconds, lastSeconds: seconds))
            }
        }
    }
}
