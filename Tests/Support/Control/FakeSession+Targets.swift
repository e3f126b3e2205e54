import Delivery
import Session

/// Targets of a fake: what is asked is done at once.
extension FakeSession {
    /// - Returns: what is against it; nothing has changed then.
    static func carryOut(_ request: TargetRequest, on targets: inout [SessionStatus.Target]) -> DeliveryError? {
        switch request {
        case .add(let address):
            let url: TargetURL
            do throws(DeliveryError) { url = try TargetURL(parsing: address) } catch { return error }
            targets.append(target((targets.map(\.id).max() ?? 0) + 1, url.masked, "connecting"))
        case .remove(let id): return change(id, &targets) { targets, index in targets.remove(at: index) }
        case .move(let id, let encoding): return change(id, &targets) { $0[$1].encoding = encoding }
        case .pause(let id): return change(id, &targets) { $0[$1].state = "paused" }
        case .resume(let id), .reconnect(let id?): return change(id, &targets) { $0[$1].state = "connecting" }
        case .reconnect(nil): for index in targets.indices { targets[index].state = "connecting" }
        }
        return nil
    }

    private static func change(
        _ id: Int, _ targets: inout [SessionStatus.Target], _ body: (inout [SessionStatus.Target], Int) -> Void
    ) -> DeliveryError? {
        guard let index = targets.firstIndex(where: { $0.id == id }) else {
            return DeliveryError(.unknownTarget, "there is no target \(id); there are: \(targets.map { "\($0.id)" }.joined(separator: ", "))")
        }
        body(&targets, index)
        return nil
    }
}
