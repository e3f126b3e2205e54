import AppGroup
import CaptureKit
import ControlFixtures

@testable import Control
@testable import Delivery

extension Decoder {
    /// A packet on the control socket: answered, whatever it is.
    static var control: Decoder {
        let requests = [
            #"{"v":1,"do":"status"}"#, #"{"v":2,"do":"stop"}"#, #"{"v":1,"do":"swap","backend":"x11","arguments":["--display",":1"]}"#,
            #"{"v":1,"do":"events","since":41}"#, #"{"v":1,"do":"message","text":"a","repeat":3,"delayMilliseconds":5.5,"keyframesOnly":true}"#,
            #"{"v":1,"do":"switch","agent":4}"#, #"{"v":1,"do":"pause"}"#, #"{"do":[{"a":1e99}],"v":"\u0041"}"#,
        ]
        return Decoder(name: "control", seeds: requests.map { Array($0.utf8) }, longest: 4096) { bytes in
            let listener = ControlListener(session: FakeSession())
            let reply =
                switch listener.read(bytes) {
                case .success(let request): listener.carryOut(request)
                case .failure(let refusal): ControlReply(error: refusal)
                }
            let answer = ControlListener.bytes(of: reply)
            demand((try? ControlJSON.decode(ControlReply.self, from: answer)) != nil, "an answer that cannot be read")  // then it failed
        }
    }

    /// A message of a program that controls OBS: answered, or the connection is ended.
    static var obs: Decoder {
        let messages = [
            #"{"op":1,"d":{"rpcVersion":1,"authentication":"a","eventSubscriptions":2047}}"#,
            #"{"op":6,"d":{"requestType":"GetVersion","requestId":1}}"#,
            #"{"op":6,"d":{"requestType":"SetInputVolume","requestId":"a","requestData":{"inputName":"mic","inputVolumeDb":-6.5}}}"#,
            #"{"op":8,"d":{"requestId":null,"haltOnFailure":true,"requests":[{"requestType":"Sleep","requestData":{"sleepMillis":1e3}}]}}"#,
        ]
        return Decoder(name: "obs", seeds: messages.map { Array($0.utf8) }, longest: 4096) { bytes in
            guard case .success(let (code, data)) = Result(catching: { () throws(OBSEnding) in try OBSMessage.read(bytes, .json) }), code == .request
            else { return }
            do throws(OBSRefusal) {
                let session = FakeSession()
                let requests = OBSRequests(session: session, feed: OBSEventFeed(session), process: OBSProcessFigures())
                let (name, fields) = try OBSRequestName.read(data)
                let answer = JSONValue.object(try requests.answer(name, fields))
                let written = (try? ControlJSON.encode(answer)) ?? []  // then it is not read
                demand((try? ControlJSON.decode(JSONValue.self, from: written)) != nil, "an answer that cannot be read")  // then it failed
            } catch {}
        }
    }

    /// What is read is written and read again as the same.
    static var messagePack: Decoder {
        let values: [JSONValue] = [
            ["op": 6, "d": ["requestType": "GetVersion", "requestId": .null, "a": [true, .number(1.5), -40, 70_000]]],
            .text(String(repeating: "ä", count: 40)), .list([JSONValue](repeating: .whole(-1), count: 20)),
        ]
        let others: [[UInt8]] = [
            [0xCF] + [UInt8](repeating: 255, count: 8), [0xCA, 0x3F, 0, 0, 0], [0xD1, 0xFF, 0], [0xDD, 0xFF, 0xFF, 0xFF, 0xFF],
        ]
        return Decoder(name: "messagepack", seeds: values.map(MessagePack.encode) + others) { bytes in
            guard let value = try? MessagePack.decode(bytes) else { return }  // it is none
            let written = MessagePack.encode(value)
            guard let again = try? MessagePack.decode(written) else { return demand(false, "cannot be read again") }  // it is told
            demand(MessagePack.encode(again) == written, "is read as another")
        }
    }

    static var target: Decoder {
        let addresses = [
            "rtmp://live.example.com/app/KEY", "rtmps://user:word@[::1]:443/app?token=T/KEY?a=b&c", "srt://host:9000?streamid=ID&passphrase=WORDS",
            "/tmp/talk.mkv", "a.ts", "live/index.m3u8",
        ]
        return Decoder(name: "target", seeds: addresses.map { Array($0.utf8) }) { bytes in
            do throws(DeliveryError) {
                let url = try TargetURL(parsing: bytes.words)
                // A key that is long enough to be none by chance is shown less often than it was said: the address may
                // begin like it, with a scheme in other letters.
                for secret in url.secrets where secret.utf8.count > 12 {
                    let shown = url.description.ranges(of: secret).count
                    demand(shown == 0 || shown < bytes.words.lowercased().ranges(of: secret.lowercased()).count, "shows a secret")
                }
            } catch {}
        }
    }

    /// Arguments apart by zeros.
    static var options: Decoder {
        let lines = [
            ["--group", "talk", "--fps", "29.97"], ["--orientation=left-mirrored", "--place=screen", "--ends-with-host"], ["--fps=1e400"],
            ["--group"],
        ]
        return Decoder(name: "options", seeds: lines.map { Array($0.joined(separator: "\0").utf8) }) { bytes in
            var arguments = bytes.split(separator: 0).map { UnsafeRawBufferPointer(rebasing: $0).words }
            do throws(CaptureError) {
                let options = try AgentOptions.parse(from: &arguments)
                demand((1...32).contains(options.group.text.utf8.count), "a group without a usable name")
                demand((100...240_000).contains(options.milliFramesPerSecond ?? 100), "a frame rate outside of its range")
            } catch {}
        }
    }

    static var pushName: Decoder {
        Decoder(name: "pushName", seeds: ["game", "mic", "-x", "a b", ""].map { Array($0.utf8) }, longest: 64) { bytes in
            do throws(GroupError) {
                let name = try PushName(bytes.words)
                demand((1...32).contains(name.text.utf8.count) && !PushName.reserved.contains(name.text.lowercased()), "a name that is not to be had")
            } catch {}
        }
    }

    static var group: Decoder {
        Decoder(name: "group", seeds: ["default", "a.b_c-D9", "-x", "..", ""].map { Array($0.utf8) }, longest: 64) { bytes in
            do throws(GroupError) {
                let name = try GroupName(bytes.words)
                demand(!name.text.contains("/") && !name.text.hasPrefix("."), "leads out of the directory")
            } catch {}
        }
    }
}
