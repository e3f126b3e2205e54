import AgentProtocol
import Platform
import Testing

@testable import CaptureKit

@Suite struct HostVoiceTests {
    private let buffer = WireBuffer()
    private let start = MediaTime(nanoseconds: 1_000_000_000)

    private func state(_ sequence: UInt64, wish: HostState.Wish = .capture, generation: UInt32 = 7) -> HostState {
        HostState(
            generation: generation, sequence: sequence, wish: wish, milliFramesPerSecond: 30_000, memoryNumber: 1, lentSlots: 7, lastNotice: 0)
    }

    private func hear(_ voice: inout HostVoice, _ message: some WireMessage, after milliseconds: Int = 0) -> HostVoice.Update? {
        message.encode(into: buffer)
        return voice.hear(buffer.bytes, at: start + .milliseconds(milliseconds))
    }

    @Test func whatChangedIsChangesOnce() {
        var voice = HostVoice(generation: 7, now: start)
        #expect(!voice.hasSpoken)
        let first = hear(&voice, state(1), after: 10)
        let second = hear(&voice, state(2), after: 20)
        #expect(first?.requestChanged == true && first?.rateChanged == true)
        #expect(second?.requestChanged == false && second?.rateChanged == false)
        #expect(voice.hasSpoken && voice.wish == .capture && voice.heard == start + .milliseconds(20))
    }

    @Test func whatIsOldOrForAnotherAttachmentChangesNothing() {
        var voice = HostVoice(generation: 7, now: start)
        _ = hear(&voice, state(5))
        let old = hear(&voice, state(5, wish: .stop), after: 10)
        let foreign = hear(&voice, state(6, wish: .stop, generation: 8), after: 10)
        #expect(old == nil && foreign == nil)
        #expect(voice.wish == .capture && voice.heard == start)
        #expect(voice.complaint(strange: 0) == nil)
    }

    @Test func settingsOfTheCameraAreHandedOnOnceAndInOrder() {
        var voice = HostVoice(generation: 7, now: start)
        let (first, second) = (CameraSettings.Setting(.autofocus, 0), CameraSettings.Setting(.focus, 30))
        let updates = [
            hear(&voice, CameraSettings(generation: 7, [first]), after: 10), hear(&voice, CameraSettings(generation: 7, [second]), after: 20),
            hear(&voice, CameraSettings(generation: 8, [first]), after: 30),
        ]
        #expect(updates.allSatisfy { $0 == nil } && voice.heard == start + .milliseconds(20))
        let (taken, again) = (voice.takeSettings(), voice.takeSettings())
        #expect(taken == [first, second] && again == nil)
    }

    @Test func nonsenseAndUnknownKindsAreCountedAndCountAsSilence() {
        var voice = HostVoice(generation: 7, now: start)
        let wrongWay = hear(&voice, PointerMoved(generation: 7, x: 0, y: 0, isVisible: true), after: 10)
        let unknown: [UInt8] = [0x53, 0x43, 1, 200, 0, 0, 0, 0]
        let first = unknown.withUnsafeBytes { voice.hear($0, at: start + .milliseconds(10)) }
        let cutShort = unknown.prefix(5).withUnsafeBytes { voice.hear($0, at: start + .milliseconds(10)) }
        #expect(wrongWay == nil && first == nil && cutShort == nil)
        #expect(voice.unknownMessages == 1 && voice.nonsense == 2 && voice.heard == start)
        #expect(voice.complaint(strange: 2)?.contains("3 messages of unknown kinds and 2 that made no sense") == true)
    }
}
