import Audio
import ControlFixtures
import Delivery
import Foundation
import Session
import Testing

@testable import Control

/// What the requests of obs-websocket come to.
@Suite struct OBSRequestTests {
    private static let stream = FakeSession.target(1, "rtmp://h/a/***")
    private static let recording = FakeSession.target(2, "/videos/talk.mkv")

    @Test(arguments: ["\"a-b\"", "7", "-1", "1.5", "null", "[1]"]) func anIdComesBackAsItWas(id: String) async throws {
        let expected = try ControlJSON.decode(JSONValue.self, from: id.utf8)
        let answer = try await ServedOBS().asking { client in
            try client.send(#"{"op":6,"d":{"requestType":"GetStudioModeEnabled","requestId":\#(id)}}"#)
            return try client.next()
        }
        #expect(answer.op == 7 && answer.data["requestId"] == expected && answer.data["requestType"] == "GetStudioModeEnabled")
        #expect(answer.data["requestStatus"] == ["result": true, "code": 100] && answer.data["responseData"] == ["studioModeEnabled": false])
    }

    @Test(
        arguments: [
            ("TriggerHotkeyByName", #"{"hotkeyName":"a"}"#, 204), ("BroadcastCustomEvent", #"{"eventData":{}}"#, 204), ("GetInputMute", nil, 301),
            ("GetInputMute", "{}", 300), ("GetInputMute", #"{"inputName":7}"#, 401), ("GetInputMute", #"{"inputName":""}"#, 403),
            ("GetInputMute", #"{"inputName":"nothing"}"#, 600), ("GetInputMute", #"{"inputUuid":"nothing"}"#, 600), ("GetInputMute", "[]", 401),
            ("SetInputMute", #"{"inputName":"mic","inputMuted":1}"#, 401), ("SetInputVolume", #"{"inputName":"mic"}"#, 300),
            ("SetInputVolume", #"{"inputName":"mic","inputVolumeDb":27}"#, 402), ("SetInputVolume", #"{"inputName":"mic","inputVolumeMul":21}"#, 402),
            ("SetInputVolume", #"{"inputName":"mic","inputVolumeDb":25}"#, 402),
            ("SetInputVolume", #"{"inputName":"mic","inputVolumeMul":1,"inputVolumeDb":0}"#, 400),
            ("SetCurrentProgramScene", #"{"sceneName":"../a"}"#, 600), ("GetSourceScreenshot", #"{"sourceName":"x","imageFormat":"png"}"#, 600),
            ("GetSourceScreenshot", #"{"sourceName":"screen","imageFormat":"bmp"}"#, 400), ("GetVirtualCamStatus", nil, 604), ("Sleep", nil, 206),
            ("StartStream", nil, 504), ("StopStream", nil, 501), ("StopRecord", nil, 501), ("PauseRecord", nil, 501), ("ResumeRecord", nil, 501),
            ("GetLastReplayBufferReplay", nil, 600),
        ] as [(String, String?, Int)])
    func whatIsRefusedHasItsNumber(name: String, fields: String?, code: Int) async throws {
        let host = ServedOBS()
        let answer = try await host.asking { client in
            try client.ask(name, fields.map { try ControlJSON.decode(JSONValue.self, from: $0.utf8) })
        }
        #expect(answer["requestStatus"]?["code"] == .whole(code) && answer["requestStatus"]?["result"] == false, "\(answer)")
        #expect(answer["requestStatus"]?["comment"] != nil && answer["responseData"] == nil)
        #expect(host.session.wasTold == FakeSession.Told())
    }

    @Test func aRequestWithoutANameIsRefused() async throws {
        let answer = try await ServedOBS().asking { client in
            try client.send(6, ["requestId": 1])
            return try client.next().data
        }
        #expect(answer["requestStatus"]?["code"] == 203 && answer["requestType"] == .null)
    }

    /// Each that is named can be asked, and none else.
    @Test func whatIsSaidToBeThereIs() async throws {
        let codes = try await ServedOBS(FakeSession(targets: [Self.stream])).asking { client in
            guard case .list(let names)? = try client.ask("GetVersion")["responseData"]?["availableRequests"] else { return [Int]() }
            return try names.map { name in
                guard case .text(let text) = name else { return 0 }
                return try client.code(text)
            }
        }
        #expect(codes.count == OBSRequestName.allCases.count && !codes.contains(204) && codes.filter { $0 == 100 }.count > 15, "\(codes)")
    }

    @Test func theStreamIsEveryTargetThatIsOne() async throws {
        let host = ServedOBS(FakeSession(targets: [Self.stream, Self.recording, FakeSession.target(3, "srt://h:1", "reconnecting")]))
        let (before, codes, after) = try await host.asking { client in
            let before = try client.ask("GetStreamStatus")["responseData"]
            let codes = try ["StartStream", "StopStream", "StopStream", "StartStream", "ToggleStream", "ToggleStream"].map { try client.code($0) }
            return (before, codes, try client.ask("GetStreamStatus")["responseData"])
        }
        #expect(before?["outputActive"] == true && before?["outputReconnecting"] == false && before?["outputBytes"] == 56_000_000)
        #expect(before?["outputTimecode"] == "00:01:04.000" && before?["outputDuration"] == 64_000 && before?["outputSkippedFrames"] == 14)
        #expect(codes == [500, 100, 501, 100, 100, 100])
        let pair: [TargetRequest] = [.pause(id: 1), .pause(id: 3), .resume(id: 1), .resume(id: 3)]
        #expect(host.session.wasTold.targets == pair + pair)
        // Starting is not on yet.
        #expect(after?["outputActive"] == false)
    }

    @Test func theRecordingIsEveryFile() async throws {
        let host = ServedOBS(FakeSession(targets: [Self.stream, Self.recording, FakeSession.target(3, "/live/master.m3u8")]))
        let (status, codes, started) = try await host.asking { client in
            let status = try client.ask("GetRecordStatus")["responseData"]
            let words = ["StartRecord", "PauseRecord", "PauseRecord", "ResumeRecord", "ResumeRecord", "StopRecord", "StopRecord", "StartRecord"]
            return (status, try words.map { try client.code($0) }, try client.ask("GetRecordStatus")["responseData"])
        }
        #expect(status?["outputActive"] == true && status?["outputPaused"] == false && started?["outputActive"] == true)
        #expect(codes == [500, 100, 502, 100, 503, 100, 501, 100])
        let told = host.session.wasTold.targets
        #expect(Array(told.prefix(3)) == [.pause(id: 2), .resume(id: 2), .remove(id: 2)] && told.count == 4)
        guard case .add(let file)? = told.last else { return #expect(Bool(false), "\(told)") }
        #expect(file == host.recordings + "/splitcast-%Y-%m-%d_%H%M%S.mkv")
    }

    @Test func inputsAreTheSourcesOfTheMix() async throws {
        let host = ServedOBS()
        let (list, answers) = try await host.asking { client in
            let list = try client.ask("GetInputList")["responseData"]?["inputs"]
            let mic: JSONValue = ["inputName": "mic"]
            let byNumber: JSONValue = ["inputUuid": .text(OBSIdentity.number(of: .input, "mic"))]
            try client.ask("SetInputVolume", mic.adding(["inputVolumeDb": .number(-6)]))
            let soft = try client.ask("GetInputVolume", mic)["responseData"]
            try client.ask("SetInputVolume", byNumber.adding(["inputVolumeMul": .number(0.5)]))
            let half = try client.ask("GetInputVolume", byNumber)["responseData"]
            try client.ask("SetInputVolume", mic.adding(["inputVolumeMul": 0]))
            let silent = try client.ask("GetInputVolume", mic)["responseData"]
            try client.ask("SetInputMute", mic.adding(["inputMuted": true]))
            let toggled = try client.ask("ToggleInputMute", mic)["responseData"]
            return (list, [soft, half, silent, toggled, try client.ask("GetSpecialInputs")["responseData"]])
        }
        guard case .list(let inputs)? = list else { return #expect(Bool(false)) }
        #expect(inputs.count == 1 && inputs[0]["inputName"] == "mic" && inputs[0]["inputKind"] == "pulse_input_capture")
        guard case .number(let decibels)? = answers[0]?["inputVolumeDb"], case .number(let factor)? = answers[1]?["inputVolumeMul"] else {
            return #expect(Bool(false), "\(answers)")
        }
        #expect(abs(decibels + 6) < 0.001 && abs(factor - 0.5) < 0.001)
        #expect(answers[2]?["inputVolumeMul"] == 0 && answers[2]?["inputVolumeDb"] == -100 && answers[3]?["inputMuted"] == false)
        #expect(answers[4]?["mic1"] == "mic" && answers[4]?["desktop1"] == .null)
        let muted = host.session.wasTold.sound.filter { if case .mute = $0 { true } else { false } }
        #expect(muted == [.mute(source: "mic", true), .mute(source: "mic", false)])
    }

    @Test func theReplayIsTheReplayBuffer() async throws {
        let host = ServedOBS()
        let answers = try await host.asking { client in
            try ["GetReplayBufferStatus", "SaveReplayBuffer", "GetLastReplayBufferReplay"].map { try client.ask($0)["responseData"] }
        }
        let file = host.recordings + "/replay-%Y-%m-%d_%H%M%S.mkv"
        #expect(answers == [["outputActive": true], nil, ["savedReplayPath": .text(file)]])
        #expect(host.session.wasTold.clips == [ReplayRequest(file)])
    }

    @Test func statisticsAreThoseOfTheHost() async throws {
        let stats = try await ServedOBS(FakeSession(targets: [Self.stream])).asking { try $0.ask("GetStats")["responseData"] }
        #expect(stats?["renderTotalFrames"] == 1890 && stats?["outputSkippedFrames"] == 7 && stats?["outputTotalFrames"] == 1890)
        #expect(stats?["webSocketSessionIncomingMessages"] == 2 && stats?["webSocketSessionOutgoingMessages"] == 1)
        /// Some mebibytes and nothing beside them are read as a whole number.
        func figure(_ name: String) throws -> Double {
            switch stats?[name] {
            case .number(let number)?: number
            case .whole(let number)?: Double(number)
            default: throw OBSClient.Failure(got: "\(String(describing: stats))")
            }
        }
        #expect(try figure("memoryUsage") > 1)
        #expect(try figure("availableDiskSpace") > 0)
    }

    // MARK: Batches

    @Test(arguments: [(true, 3), (false, 4)]) func aBatchIsAnsweredInTurn(halts: Bool, count: Int) async throws {
        let host = ServedOBS()
        let (op, data) = try await host.asking { client in
            try client.send(
                8,
                [
                    "requestId": 4, "haltOnFailure": .flag(halts), "executionType": 1,
                    "requests": [
                        ["requestType": "SetInputMute", "requestId": "x", "requestData": ["inputName": "mic", "inputMuted": true]],
                        ["requestType": "Sleep", "requestData": ["sleepMillis": 1]], ["requestType": "None"], ["requestType": "GetInputList"],
                    ],
                ])
            return try client.next()
        }
        guard case .list(let results)? = data["results"] else { return #expect(Bool(false), "\(data)") }
        #expect(op == 9 && data["requestId"] == 4 && results.count == count && results[0]["requestId"] == "x" && results[1]["requestId"] == nil)
        #expect(results.prefix(3).map { $0["requestStatus"]?["code"] } == [100, 100, 204])
        #expect(host.session.wasTold.sound == [.mute(source: "mic", true)])
    }

    /// One connection waits for a target, another does not.
    @Test func aRequestThatWaitsHoldsUpNoOther() async throws {
        let host = ServedOBS(FakeSession(targets: [Self.stream]))
        let session = host.session
        session.holdTargets(true)
        let (active, code) = try await host.serving { server in
            defer { session.holdTargets(false) }
            let clients = try (0..<2).map { _ in try OBSClient(server) }
            for client in clients {
                try client.identify("secret", events: 0)
                _ = try client.next()
            }
            try clients[0].send(6, ["requestType": "StopStream", "requestId": 1])
            let active = try clients[1].ask("GetStreamStatus")["responseData"]?["outputActive"]
            session.holdTargets(false)
            return (active, try clients[0].next().data["requestStatus"]?["code"])
        }
        #expect(active == true && code == 100)
    }
}
