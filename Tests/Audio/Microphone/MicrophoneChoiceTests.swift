import Testing

@testable import Audio

@Suite struct MicrophoneChoiceTests {
    private let devices = [
        AudioDevice(name: "alsa_input.usb-Blue_Yeti", description: "Yeti Stereo Microphone"),
        AudioDevice(name: "alsa_input.pci-0000", description: "Built-in Audio", isDefault: true),
        AudioDevice(name: "alsa_output.pci-0000.monitor", description: "Monitor of Built-in Audio", isMonitor: true),
    ]

    @Test(arguments: ["alsa_input.usb-Blue_Yeti", "Yeti Stereo Microphone", "yeti", "STEREO"])
    func aNameADescriptionOrAPartWillDo(name: String) throws {
        #expect(try MicrophoneChoice.named(name).select(from: devices) == devices[0])
    }

    @Test(arguments: [
        ("alsa_input", AudioError.Code.ambiguousDevice), ("alsa_output.pci-0000.monitor", .notAMicrophone), ("yety", .unknownDevice),
        ("", .unknownDevice), ("Monitor of Built-in Audio", .unknownDevice),
    ])
    func anythingElseIsSaidWhy(name: String, code: AudioError.Code) {
        let error = #expect(throws: AudioError.self) { try MicrophoneChoice.named(name).select(from: devices) }
        #expect(error?.code == code)
    }

    @Test func theClosestNamesComeFirst() throws {
        let named = MicrophoneChoice.named("alsa_input.usb-Blue_Yeto")
        let error = try #require(throws: AudioError.self) { try named.select(from: devices) }
        #expect(error.message.contains("did you mean alsa_input.usb-Blue_Yeti (Yeti Stereo Microphone)"))
    }

    @Test func theDefaultMustBeAMicrophone() throws {
        #expect(try MicrophoneChoice.systemDefault.select(from: devices) == devices[1])
        #expect(throws: AudioError.self) { try MicrophoneChoice.systemDefault.select(from: []) }
    }

    @Test(arguments: [
        (MicrophoneChoice.named("yeti"), "as mic-2"), (.named("alsa_input.usb-Blue_Yeti"), "as mic-2"), (.systemDefault, "as mic-3"),
        (.named("Built-in"), "as mic-3"), (.named("yety"), "did you mean"),
    ]) func oneThatIsAddedIsAnotherOne(choice: MicrophoneChoice, words: String) throws {
        let others: [(id: String, choice: MicrophoneChoice)] = [
            ("mic", .named("unplugged")), ("mic-2", .named("yeti")), ("mic-3", .systemDefault),
        ]
        let error = #expect(throws: AudioError.self) { try AudioDevices.check(choice, beside: others, among: devices) }
        #expect(error?.message.contains(words) == true, "\(String(describing: error))")
        try AudioDevices.check(.named("yeti"), beside: [others[0], others[2]], among: devices)
        try AudioDevices.check(.systemDefault, beside: [others[1]], among: [])
    }

    @Test(arguments: [
        ([MicrophoneChoice.named("yeti"), .named("alsa_input.usb-Blue_Yeti")], AudioError.Code.badSetting),
        ([.systemDefault, .named("Built-in")], .badSetting), ([.systemDefault, .named("yety")], .unknownDevice),
    ]) func severalAreEachAnotherOne(choices: [MicrophoneChoice], code: AudioError.Code) throws {
        try AudioDevices.check([.systemDefault, .named("yeti")], among: devices)
        let error = #expect(throws: AudioError.self) { try AudioDevices.check(choices, among: devices) }
        #expect(error?.code == code)
        #expect((code != .badSetting || error?.message.contains("the same microphone") == true), "\(String(describing: error))")
    }
}
