import ControlFixtures
import Session
import Testing

@testable import Control

/// What clients of obs-websocket are told.
@Suite struct OBSEventTests {
    private static let (scenes, inputs, outputs, levels) = (4, 8, 64, 1 << 16)

    @Test func aClientIsToldWhatItAskedFor() async throws {
        let events = try await ServedOBS(FakeSession(targets: [FakeSession.target(1, "rtmp://h/a/***")])).asking(events: Self.outputs) { client in
            var events: [JSONValue] = []
            try client.ask("SetInputMute", ["inputName": "mic", "inputMuted": true]) { events.append($0) }
            try client.ask("StopStream") { events.append($0) }
            // From now on something else.
            try client.send(3, ["eventSubscriptions": .whole(Self.inputs)])
            while try client.next().op != 2 {}
            try client.ask("StartStream") { events.append($0) }
            try client.ask("SetInputMute", ["inputName": "mic", "inputMuted": false]) { events.append($0) }
            try client.ask("SetInputVolume", ["inputName": "mic", "inputVolumeMul": 1]) { events.append($0) }
            try client.ask("SetInputVolume", ["inputName": "mic", "inputVolumeDb": -6]) { events.append($0) }
            return events
        }
        #expect(events.map { $0["eventType"] } == ["StreamStateChanged", "StreamStateChanged", "InputMuteStateChanged", "InputVolumeChanged"])
        #expect(events.map { $0["eventIntent"] } == [.whole(64), .whole(64), .whole(8), .whole(8)])
        #expect(events[0]["eventData"] == ["outputActive": true, "outputState": "OBS_WEBSOCKET_OUTPUT_STOPPING"])
        #expect(events[1]["eventData"] == ["outputActive": false, "outputState": "OBS_WEBSOCKET_OUTPUT_STOPPED"])
        #expect(events[2]["eventData"]?["inputMuted"] == false && events[2]["eventData"]?["inputName"] == "mic")
    }

    /// By whom it was done makes no difference.
    @Test func whatOthersDoIsToldToo() async throws {
        let host = ServedOBS()
        let session = host.session
        let event = try await host.asking(events: nil) { client in
            try session.steer(.mute(source: "mic", true))
            return try client.event()
        }
        #expect(event["eventType"] == "InputMuteStateChanged" && event["eventData"]?["inputMuted"] == true)
    }

    @Test func levelsComeToThoseWhoAskForThem() async throws {
        let event = try await ServedOBS().asking(events: Self.levels) { try $0.event() }
        guard case .list(let inputs)? = event["eventData"]?["inputs"], case .list(let channels)? = inputs.first?["inputLevelsMul"] else {
            return #expect(Bool(false), "\(event)")
        }
        #expect(event["eventType"] == "InputVolumeMeters" && inputs[0]["inputName"] == "mic" && channels.count == 2)
        guard case .list(let values) = channels[0], case .number(let rms) = values[0], case .number(let peak) = values[1] else { return }
        #expect(abs(rms - 0.0316) < 0.001 && abs(peak - 0.0631) < 0.001)
    }

    /// From one phase to another, every state on the way.
    @Test(
        arguments: [
            (.stopped, .starting, ["STARTING"]), (.stopped, .started, ["STARTING", "STARTED"]), (.starting, .started, ["STARTED"]),
            (.started, .reconnecting, ["RECONNECTING"]), (.reconnecting, .started, ["RECONNECTED"]), (.started, .stopped, ["STOPPING", "STOPPED"]),
            (.reconnecting, .stopped, ["STOPPING", "STOPPED"]), (.starting, .stopped, ["STOPPING", "STOPPED"]),
        ] as [(OBSOutputs.Phase, OBSOutputs.Phase, [String])])
    func theStreamPassesThroughEachState(old: OBSOutputs.Phase, new: OBSOutputs.Phase, states: [String]) {
        let events = OBSEvent.ofStream(from: old, to: new)
        #expect(events.map { $0.data["outputState"] } == states.map { .text("OBS_WEBSOCKET_OUTPUT_" + $0) })
    }

    @Test(
        arguments: [
            (.stopped, .started, ["STARTING", "STARTED"]), (.started, .paused, ["PAUSED"]), (.paused, .started, ["RESUMED"]),
            (.started, .stopped, ["STOPPING", "STOPPED"]), (.paused, .stopped, ["STOPPING", "STOPPED"]),
        ] as [(OBSOutputs.Phase, OBSOutputs.Phase, [String])])
    func aRecordingPassesThroughEachState(old: OBSOutputs.Phase, new: OBSOutputs.Phase, states: [String]) {
        let events = OBSEvent.ofRecording(from: old, to: new, file: "/a.mkv")
        #expect(events.map { $0.data["outputState"] } == states.map { .text("OBS_WEBSOCKET_OUTPUT_" + $0) })
        #expect(events.last?.data["outputPath"] == (["STARTED", "STOPPED"].contains(states.last) ? "/a.mkv" : .null))
    }

    @Test func aSceneIsToldByItsName() {
        var status = FakeSession().status()
        let before = OBSSnapshot(status)
        status.scene = "talk"
        let events = OBSSnapshot(status).events(since: before)
        #expect(events.map(\.type) == ["CurrentProgramSceneChanged"] && events[0].data["sceneName"] == "talk" && events[0].kind == .scenes)
        #expect(before.scene == "As it is" && OBSEvent.usual & OBSEvent.Kind.inputVolumeMeters.mask == 0)
    }
}
