import CaptureKit
import Testing

@testable import PipeWireCapture

@Suite struct NodeTests {
    private let nodes = [
        PipeWireNode(id: 28, serial: 28, name: "Dummy-Driver"),
        PipeWireNode(id: 40, serial: 51, name: "alsa_output.pci", description: "Speakers", mediaClass: "Audio/Sink"),
        PipeWireNode(
            id: 57, serial: 99, name: "v4l2_input.pci-0000_00_14.0-usb-0_8_1.0", description: "Webcam \"C\"", mediaClass: "Video/Source",
            role: "Camera", path: "v4l2:/dev/video0"),
        PipeWireNode(id: 58, serial: 60, name: "show", mediaClass: "Stream/Output/Video"),
        PipeWireNode(id: 59, serial: 70, name: "show", mediaClass: "Stream/Output/Video"),
        PipeWireNode(id: 61, serial: 71, name: "splitcast", mediaClass: "Stream/Input/Video"),
    ]

    private func error(_ text: String) -> CaptureError? {
        do throws(CaptureError) { _ = try NodeChoice(text).find(in: nodes) } catch { return error }
        return nil
    }

    @Test func aNodeIsFoundByNumberOrName() throws {
        #expect(try NodeChoice("57").find(in: nodes).serial == 99)
        #expect(try NodeChoice("v4l2_input.pci-0000_00_14.0-usb-0_8_1.0").find(in: nodes).id == 57)
        #expect(try NodeChoice("show").find(in: nodes).id == 59, "the newest of several")
    }

    @Test func whatIsNotThereOrGivesNoPicturesIsNamedWithTheRemedy() {
        #expect(error("9")?.code == .noScreen && error("9")?.message.contains("no node 9") == true)
        #expect(error("cam")?.message.contains("'cam'") == true)
        for wrong in ["40", "splitcast", "28"] { #expect(error(wrong)?.message.contains("gives no pictures") == true, "\(wrong)") }
        #expect(error("40")?.message.contains("Audio/Sink") == true)
        #expect(error("0")?.code == .badOption && error("99999999999")?.code == .badOption)
    }

    @Test func listingsShowWhatGivesPicturesAlone() {
        let text = NodeListing.written(.text, nodes)
        #expect(text.split(separator: "\n").map { $0.prefix(2) } == ["57", "58", "59"])
        #expect(text.hasPrefix("57  v4l2_input.pci-0000_00_14.0-usb-0_8_1.0  Webcam \"C\"  camera  usb  v4l2:/dev/video0\n"))
        #expect(NodeListing.written(.text, []) == "no node on PipeWire gives pictures\n")
        #expect(NodeListing.written(.json, []) == "[]\n")
        #expect(
            NodeListing.written(.json, [nodes[2]])
                == #"[{"node":57,"serial":99,"name":"v4l2_input.pci-0000_00_14.0-usb-0_8_1.0","description":"Webcam \"C\"","class":"Video/Source","#
                + #""role":"Camera","path":"v4l2:/dev/video0","bus":"usb","isCamera":true}]"# + "\n")
    }

    @Test func optionsAreTakenAndMistakesNamed() throws {
        func parse(_ arguments: [String]) throws(CaptureError) -> PipeWireOptions {
            var arguments = arguments
            let options = try PipeWireOptions.parse(from: &arguments)
            #expect(arguments == ["--group", "talk"] || arguments.isEmpty)
            return options
        }
        #expect(try parse(["--group", "talk"]).node == nil)
        #expect(try parse(["--node", "57"]).node == .id(57))
        #expect(try parse(["--node=cam", "--remote", "7"]).remote == 7)
        #expect(try parse(["--list-nodes", "--json"]).listing == .json)
        #expect(try parse(["--session-manager"]).managerListing == .text)
        for wrong in [["--json"], ["--remote", "7"], ["--remote", "1", "--node", "5"], ["--node", ""], ["--node="]] {
            #expect(throws: CaptureError.self, "\(wrong)") { try parse(wrong) }
        }
    }
}
