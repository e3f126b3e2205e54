import CPulse

extension PulseClient {
    /// Asks for all devices and the default; ends in `listed` or `refused`. While an answer is coming, asking again makes
    /// it ask once more after that.
    func list() {
        guard !listing.isUnderWay else {
            listing.isStale = true
            return
        }
        listing = PulseListing()
        listing.isUnderWay = true
        let own = Unmanaged.passUnretained(self).toOpaque()
        begin(context.flatMap { pa_context_get_server_info($0, { _, info, client in PulseClient.borrow(client).took(info) }, own) })
    }

    private func took(_ info: UnsafePointer<pa_server_info>?) {
        guard let info else { return refuse() }
        listing.defaultName = info.pointee.default_source_name.map { String(cString: $0) } ?? ""
        let own = Unmanaged.passUnretained(self).toOpaque()
        begin(
            context.flatMap {
                pa_context_get_source_info_list($0, { _, info, end, client in PulseClient.borrow(client).took(info, end: end) }, own)
            })
    }

    private func took(_ info: UnsafePointer<pa_source_info>?, end: Int32) {
        if end < 0 { return refuse() }
        if end > 0 { return finish() }
        guard let source = info?.pointee, let name = source.name.map({ String(cString: $0) }) else { return }
        listing.devices.append(
            SoundDevice(
                name: name, description: source.description.map { String(cString: $0) } ?? name,
                isDefault: name == listing.defaultName, isMonitor: source.monitor_of_sink != UInt32.max))
    }

    private func finish() {
        let (devices, isStale) = (listing.devices, listing.isStale)
        listing = PulseListing()
        if isStale { return list() }
        onEvent(self, .listed(devices))
    }

    private func begin(_ operation: OpaquePointer?) {
        guard let operation else { return refuse() }
        pa_operation_unref(operation)
    }

    private func refuse() {
        let error = failure("list the sound devices")
        listing = PulseListing()
        onEvent(self, .refused(error))
    }
}
