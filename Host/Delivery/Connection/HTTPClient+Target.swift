package import Platform
package import Protocols

/// Files of a target: what goes wrong, and a server's no, is told of the target.
extension HTTPClient {
    package func connect(to url: TargetURL, until deadline: MediaTime) throws(DeliveryError) {
        do throws(NetworkError) { try connect(until: deadline) } catch { throw DeliveryError(error, for: url) }
    }

    /// - Parameters:
    ///   - type: of the content.
    ///   - cache: how long it may be kept on its way, as `Cache-Control` says it.
    ///   - deadline: for an answer that does not come, or for each piece of the body.
    package func put(
        _ body: UnsafeRawBufferPointer, as name: String, type: String, cache: String = "no-cache", to url: TargetURL, until deadline: MediaTime
    ) throws(DeliveryError) {
        let answer: HTTPAnswer
        do throws(NetworkError) { answer = try put(body, as: name, type: type, cache: cache, until: deadline) } catch {
            throw DeliveryError(error, for: url)
        }
        guard answer.isGood else { throw DeliveryError(answer, to: url, about: name) }
    }
}
