import AgentProtocol
import Audio
import Delivery
import Events
import Platform
import Session

/// What the host does with a request; apart from sockets.
struct ControlListener {
    let session: any SessionControl

    /// Never fails: what cannot be read is a refusal.
    /// - Parameter word: of a packet that has nothing but its fields.
    func read(_ packet: some Sequence<UInt8>, of word: ControlRequest.Word? = nil) -> Result<ControlRequest, ControlReply.Refusal> {
        do {
            return .success(try ControlJSON.decode(ControlRequest.self, from: packet, word.map { [ControlRequest.namedWord: $0] } ?? [:]))
        } catch let refusal as ControlReply.Refusal {
            return .failure(refusal)
        } catch {
            let example = word == nil ? "{\"v\":1,\"do\":\"status\"}" : "{\"id\":2}, or {} for no fields"
            return .failure(.init(.malformed, "a request is one JSON object, such as \(example)"))
        }
    }

    /// The packet that says it.
    static func bytes(of reply: ControlReply) -> [UInt8] {
        (try? ControlJSON.encode(reply)) ?? []  // text, numbers and lists of them always encode
    }

    /// - Parameter request: of one that `mayWait` on a thread of its own.
    @available(*, noasync)
    func carryOut(_ request: ControlRequest) -> ControlReply {
        switch request {
        case .status: return ControlReply(status: session.status())
        case .stop: session.requestStop()
        case .restart(let part):
            do throws(SessionError) { return ControlReply(restart: try session.restart(part)) } catch { return refusal(error) }
        case .reload:
            do throws(SessionError) { return ControlReply(reload: try session.reload()) } catch { return refusal(error) }
        case .audio: return audio()
        case .sound(let request):
            do throws(AudioError) { try session.steer(request) } catch { return ControlReply(error: .init(error)) }
            return audio()
        case .targets: return ControlReply(targets: session.status().targets)
        case .target(let request):
            do throws(DeliveryError) { try session.steer(request) } catch { return ControlReply(error: .init(error)) }
            return ControlReply(targets: session.status().targets)
        case .bitRate(let request):
            do throws(DeliveryError) { try session.steer(request) } catch { return ControlReply(error: .init(error)) }
            return ControlReply(rate: session.status().rate)
        case .encoding(let request):
            do throws(DeliveryError) { try session.steer(request) } catch { return ControlReply(error: .init(error)) }
        case .picture(let request):
            do throws(DeliveryError) { try session.steer(request) } catch { return ControlReply(error: .init(error)) }
        case .layer(let request):
            do throws(SessionError) { try session.steer(request) } catch { return refusal(error) }
            return ControlReply(sources: session.status().sources)
        case .camera(let request):
            do throws(SessionError) { try session.steer(request) } catch { return refusal(error) }
            return ControlReply(sources: session.status().sources)
        case .background(let request):
            do throws(SessionError) { try session.steer(request) } catch { return refusal(error) }
        case .scene(let request):
            do throws(SessionError) { return ControlReply(scene: try session.steer(request)) } catch { return refusal(error) }
        case .scenes(let store): return scenes(of: store)
        case .removeScene(let name, let store):
            do throws(SessionError) { try store.remove(name) } catch { return refusal(error) }
            return scenes(of: store)
        case .source(let request):
            do throws(SessionError) {
                let begun = try session.steer(request).flatMap { session.operation($0) }
                return ControlReply(sources: session.status().sources, operation: begun)
            } catch { return refusal(error) }
        case .filters: return ControlReply(filters: session.status().filters)
        case .filter(let request):
            do throws(SessionError) { try session.steer(request) } catch { return refusal(error) }
            return ControlReply(filters: session.status().filters)
        case .overlays: return ControlReply(overlays: session.status().overlays)
        case .overlay(let request):
            do throws(SessionError) { try session.steer(request) } catch { return refusal(error) }
            return ControlReply(overlays: session.status().overlays)
        case .mark(let name):
            do throws(DeliveryError) { return ControlReply(chapter: try session.mark(name)) } catch { return ControlReply(error: .init(error)) }
        case .saveReplay(let request):
            do throws(DeliveryError) { return ControlReply(replay: try session.saveReplay(request)) } catch {
                return ControlReply(error: .init(error))
            }
        case .snapshot(let request):
            do throws(DeliveryError) { return ControlReply(snapshot: try session.takeSnapshot(request)) } catch {
                return ControlReply(error: .init(error))
            }
        case .trace:
            do throws(DeliveryError) { return ControlReply(trace: try session.traceFrame()) } catch { return ControlReply(error: .init(error)) }
        case .folders: return ControlReply(folders: .own)
        case .capturable: return ControlReply(capturable: .own)
        case .preview:
            do throws(DeliveryError) {
                let preview = try session.openPreview()
                return ControlReply(preview: preview.report, descriptor: preview.descriptor)
            } catch { return ControlReply(error: .init(error)) }
        case .agents:
            let status = session.status()
            return ControlReply(agents: status.agents, departed: status.departed)
        case .ask(let request):
            if let refusal = request.refusal(session.status()) { return ControlReply(error: refusal) }
            return operation(session.begin(request))
        case .operation(let id): return operation(id)
        case .events(let since): return ControlReply(events: events(since: since))
        case .message(let request):
            do throws(SessionError) { return ControlReply(message: try session.send(request)) } catch { return refusal(error) }
        }
        return ControlReply()
    }

    /// As many as fit into a packet, in the order of their names.
    private func scenes(of store: SceneStore) -> ControlReply {
        var scenes = store.list()
        while scenes.count > 1, ((try? ControlJSON.encode(scenes))?.count ?? 0) > Self.longestListBytes {  // they always encode
            scenes.removeLast(scenes.count / 2)
        }
        return ControlReply(scenes: scenes)
    }

    private func refusal(_ error: SessionError) -> ControlReply {
        ControlReply(error: .init(error.code == .badSetting ? .badField : .notNow, PlainText.of(error.message)))
    }

    /// As many as fit into a packet; the client asks for the next.
    private func events(since: Int) -> EventPage {
        var page = session.events(since: since)
        while page.events.count > 1, ((try? ControlJSON.encode(page))?.count ?? 0) > Self.longestListBytes {  // they always encode
            page.events.removeLast(page.events.count / 2)
        }
        return page
    }

    /// Below what a socket sends in one packet.
    private static let longestListBytes = PacketSocket.largestPacketBytes / 2

    private func audio() -> ControlReply {
        guard let audio = session.status().audio else {
            return ControlReply(error: .init(.notNow, "this broadcast has no audio: it was started without"))
        }
        return ControlReply(audio: audio)
    }

    private func operation(_ id: Int) -> ControlReply {
        guard let operation = session.operation(id) else {
            return ControlReply(error: .init(.unknownOperation, "there is no operation \(id), or it was too long ago"))
        }
        return ControlReply(operation: operation)
    }
}
