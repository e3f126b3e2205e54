import CPulse

extension SinkTraits {
    init(_ sink: pa_sink_info, names: [String]) {
        self.names = names
        formFactor = PulseProperties.text(sink.proplist, "device.form_factor") ?? ""
        icon = PulseProperties.text(sink.proplist, "device.icon_name") ?? ""
        guard let active = sink.active_port?.pointee else { return }
        portName = active.name.map { String(cString: $0) } ?? ""
        port =
            switch pa_device_port_type_t(active.type) {
            case PA_DEVICE_PORT_TYPE_HEADPHONES, PA_DEVICE_PORT_TYPE_HEADSET, PA_DEVICE_PORT_TYPE_HANDSET, PA_DEVICE_PORT_TYPE_EARPIECE: .headphones
            case PA_DEVICE_PORT_TYPE_SPEAKER, PA_DEVICE_PORT_TYPE_LINE, PA_DEVICE_PORT_TYPE_SPDIF, PA_DEVICE_PORT_TYPE_HDMI,
                PA_DEVICE_PORT_TYPE_TV, PA_DEVICE_PORT_TYPE_CAR, PA_DEVICE_PORT_TYPE_HIFI, PA_DEVICE_PORT_TYPE_PORTABLE,
                PA_DEVICE_PORT_TYPE_HANDSFREE:
                .speakers
            default: .unknown
            }
    }
}
