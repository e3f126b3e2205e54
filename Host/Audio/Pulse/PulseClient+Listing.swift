import CPulse
import Glibc

extension PulseClient {
    /// Asks for all that is of interest, one kind after the other; ends in `listed` or `refused`. While an answer is coming,
    /// asking again makes it ask once more after that.
    func list() {
        guard !listing.isUnderWay else {
            listing.isStale = true
            return
        }
        listing = PulseListing()
        listing.isUnderWay = true
        listing.remaining = interest
        begin(context.flatMap { pa_context_get_server_info($0, { _, info, client in PulseClient.borrow(client).receive(info) }, own) })
    }

    private var own: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    private func receive(_ info: UnsafePointer<pa_server_info>?) {
        guard let info else { return refuse() }
        listing.defaultSource = info.pointee.default_source_name.map { String(cString: $0) } ?? ""
        listing.defaultSink = info.pointee.default_sink_name.map { String(cString: $0) } ?? ""
        askNext()
    }

    private func askNext() {
        guard let context else { return }
        if listing.remaining.remove(.sources) != nil {
            begin(pa_context_get_source_info_list(context, { _, info, end, client in PulseClient.borrow(client).receive(info, end) }, own))
        } else if listing.remaining.remove(.sinks) != nil {
            begin(pa_context_get_sink_info_list(context, { _, info, end, client in PulseClient.borrow(client).receive(info, end) }, own))
        } else if listing.remaining.remove(.players) != nil {
            begin(pa_context_get_sink_input_info_list(context, { _, info, end, client in PulseClient.borrow(client).receive(info, end) }, own))
        } else {
            let (inventory, isStale) = (listing.inventory, listing.isStale)
            listing = PulseListing()
            if isStale { return list() }
            onEvent(self, .listed(inventory))
        }
    }

    private func receive(_ info: UnsafePointer<pa_source_info>?, _ end: Int32) {
        guard let source = next(info, end), let name = source.name.map({ String(cString: $0) }) else { return }
        listing.inventory.devices.append(
            AudioDevice(
                name: name, description: source.description.map { String(cString: $0) } ?? name, isDefault: name == listing.defaultSource,
                isMonitor: source.monitor_of_sink != UInt32.max, hardware: PulseProperties.hardware(source.proplist)))
    }

    private func receive(_ info: UnsafePointer<pa_sink_info>?, _ end: Int32) {
        guard let sink = next(info, end), let name = sink.name.map({ String(cString: $0) }) else { return }
        let description = sink.description.map { String(cString: $0) } ?? name
        listing.inventory.sinks.append(
            AudioSink(
                name: name, description: description, isDefault: name == listing.defaultSink,
                isHeadphones: SinkTraits(sink, names: [name, description]).isHeadphones, index: sink.index,
                monitorName: sink.monitor_source_name.map { String(cString: $0) },
                linkGroup: PulseProperties.text(sink.proplist, "node.link-group")))
    }

    private func receive(_ info: UnsafePointer<pa_sink_input_info>?, _ end: Int32) {
        guard let player = next(info, end) else { return }
        let properties = player.proplist
        func text(_ key: String) -> String { PulseProperties.text(properties, key) ?? "" }
        let isOurs = text(PulseProperties.markKey) == PulseProperties.mark || text("application.process.id") == "\(getpid())"
        listing.inventory.players.append(
            AudioPlayer(
                index: player.index, sinkIndex: player.sink, application: text("application.name"), program: text("application.process.binary"),
                media: text("media.name"), identifier: text("application.id"), isOurs: isOurs, isFilter: text("media.role") == "filter",
                linkGroup: PulseProperties.text(properties, "node.link-group")))
    }

    /// The next entry of a list; at its end asks for the next list.
    private func next<Entry>(_ info: UnsafePointer<Entry>?, _ end: Int32) -> Entry? {
        if end < 0 { refuse() } else if end > 0 { askNext() }
        return end == 0 ? info?.pointee : nil
    }

    private func begin(_ operation: OpaquePointer?) {
        guard let operation else { return refuse() }
        pa_operation_unref(operation)
    }

    private func refuse() {
        let error = failure("list the audio devices")
        listing = PulseListing()
        onEvent(self, .refused(error))
    }
}
