import ServerFixtures
import Testing

@testable import Audio

@Suite(.serialized) struct AudioSinksTests {
    @Test(arguments: AudioServer.allCases) func sinksAreListedAndHeadphonesAreKnownByTheirWords(_ kind: AudioServer) throws {
        let fixture = try AudioFixture(kind)
        try fixture.plugSink("usb_headset", description: "Talk")
        try fixture.plugSink("shaped", description: "Shaped", properties: ["device.form_factor=headphone"])
        let sinks = try AudioSinks.list(server: fixture.address)
        #expect(sinks.map(\.name) == ["speakers", "headphones", "mic_feed", "usb_headset", "shaped"])
        #expect(sinks.map(\.isHeadphones) == [nil, true, nil, true, true])
        #expect(sinks.map(\.isDefault) == [true, false, false, false, false])
        #expect(try AudioSinks.sink(nil, server: fixture.address).name == "speakers")
        #expect(try AudioSinks.sink("HEADSET", server: fixture.address).name == "usb_headset")
        let error = #expect(throws: AudioError.self) { try DesktopChoice.everything(sink: "speekers").check(server: fixture.address) }
        #expect(error?.code == .unknownDevice)
        #expect(error?.message.contains("did you mean speakers (Speakers)") == true)
        try DesktopChoice.applications(["not there yet"]).check(server: fixture.address)
    }

    @Test func thePortInUseKnowsBetterThanTheName() {
        #expect(SinkTraits(port: .speakers, names: ["USB Headset"]).isHeadphones == false)
        #expect(SinkTraits(port: .headphones, formFactor: "internal", names: ["Built-in Audio"]).isHeadphones == true)
        #expect(SinkTraits(portName: "analog-output-headphones").isHeadphones == true)
        #expect(SinkTraits(portName: "analog-output-speaker", names: ["headset"]).isHeadphones == false)
        #expect(SinkTraits(formFactor: "headset").isHeadphones == true)
        #expect(SinkTraits(formFactor: "internal").isHeadphones == nil)
        #expect(SinkTraits(icon: "audio-headphones-bluetooth").isHeadphones == true)
        #expect(SinkTraits(names: ["Galaxy Earbuds"]).isHeadphones == true)
    }
}
