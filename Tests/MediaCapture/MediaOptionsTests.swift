import CaptureKit
import Frames
import Glibc
import Testing

@testable import MediaCapture

@Suite struct MediaOptionsTests {
    @Test func ownOptionsAreTakenAndOthersLeft() throws {
        var arguments = ["--group", "g", "--device", "/dev/video3", "--fps=30", "--size", "1280x720", "--rate=25", "--format", "yuyv"]
        let options = try MediaOptions.parse(from: &arguments)
        #expect(arguments == ["--group", "g", "--fps=30"])
        #expect(options.origin == .device("/dev/video3"))
        #expect(options.camera == CameraRequest(size: PixelSize(width: 1280, height: 720), milliFramesPerSecond: 25_000, format: .yuyv))
    }

    @Test func filesAndAddressesAreTold() throws {
        var file = ["--file", "clip.mkv", "--loop"]
        let options = try MediaOptions.parse(from: &file)
        #expect(options.origin == .file("clip.mkv") && options.isLooping)
        var address = ["--url=rtsp://camera/1"]
        #expect(try MediaOptions.parse(from: &address).origin == .address("rtsp://camera/1"))
        var list = ["--list", "--json"]
        #expect(try MediaOptions.parse(from: &list).listing == .json)
    }

    @Test(arguments: [
        [], ["--device"], ["--device="], ["--json", "--file", "a"], ["--file", "a", "--url", "http://b/"], ["--loop", "--url", "http://b/"],
        ["--loop", "--file", "-"],
        ["--size", "640x480", "--file", "a"], ["--size", "640", "--device", "/dev/video0"], ["--size", "0x9", "--device", "/dev/video0"],
        ["--rate", "0", "--device", "/dev/video0"], ["--rate", "fast", "--device", "/dev/video0"], ["--format", "h264", "--device", "/dev/video0"],
        ["--rate", "30", "--file", "a"], ["--format", "nv12", "--url", "http://b/"],
    ])
    func nonsenseIsABadOptionThatIsNamed(arguments: [String]) {
        var rest = arguments
        #expect {
            _ = try MediaOptions.parse(from: &rest)
        } throws: {
            guard let error = $0 as? CaptureError else { return false }
            return error.code == .badOption && error.message.contains(arguments.first?.split(separator: "=")[0] ?? "--device")
        }
    }

    private func failure(_ body: () throws -> Void) -> CaptureError? {
        do {
            try body()
            return nil
        } catch { return error as? CaptureError }
    }

    @Test func addressesOfUnknownKindsAreNamedWithTheRightForm() throws {
        for address in ["clip.mkv", "concat:/etc/passwd", "file:///etc/passwd", "gopher://old/", "://"] {
            let error = failure { _ = try MediaLocation(address: address) }
            #expect(error?.code == .badOption && error?.message.contains(address) == true && error?.message.contains("--file") == true)
        }
    }

    @Test func secretsOfAnAddressAreNotShown() throws {
        #expect("\(try MediaLocation(address: "rtsp://me:pass@camera:554/live?token=1"))" == "rtsp://…@camera:554/live?…")
        #expect("\(try MediaLocation(address: "rtmp://host/app/key"))" == "rtmp://host/…")
        #expect("\(try MediaLocation(address: "https://host/a.m3u8"))" == "https://host/a.m3u8")
    }

    @Test func anAddressNeverLeadsToAFile() throws {
        for address in ["http://a/", "https://a/", "rtmp://a/b", "rtsp://a/", "srt://a:1", "udp://127.0.0.1:1"] {
            #expect(!(try MediaLocation(address: address)).protocols.split(separator: ",").contains("file"))
        }
    }

    @Test func namesOfTheLocalNetworkAreRecognised() throws {
        for address in ["rtsp://camera.local/1", "rtsp://me:a.b@camera.LOCAL:554/1", "http://camera.local?x"] {
            #expect(try MediaLocation(address: address).isInLocalNetwork, "\(address)")
        }
        for address in ["rtsp://camera/1.local", "http://me.local@host/", "http://local/", "srt://1.2.3.4:9"] {
            #expect(!(try MediaLocation(address: address).isInLocalNetwork), "\(address)")
        }
    }

    @Test func whatIsNoFileIsNamed() {
        #expect(failure { _ = try MediaFile("/nowhere/clip.mkv") }?.code == .badChoice)
        #expect(failure { _ = try MediaFile("/tmp") }?.message.contains("is a folder") == true)
        #expect(failure { _ = try MediaFile("/dev/null") }?.message.contains("--device /dev/null") == true)
    }

    /// The test machine has no camera: the error says so.
    @Test func whatIsNoCameraIsNamed() {
        let missing = failure { _ = try Camera("/dev/video63") }
        #expect(
            missing?.code == .noScreen && missing?.message.contains("/dev/video63") == true && missing?.message.contains("splitcast sources") == true)
        #expect(failure { _ = try Camera("/dev/null") }?.message.contains("is not a camera") == true)
        #expect(failure { _ = try Camera("/tmp") }?.message.contains("is a folder") == true)
    }

    @Test func theListOfCamerasIsReadByPeopleAndPrograms() {
        let mode = CameraMode(letters: FourCC("NV12"), format: .nv12, size: PixelSize(width: 1280, height: 720), milliFramesPerSecond: 30_000)
        let entry = CameraListing.Entry(
            path: "/dev/video0", facts: Camera.Facts(name: "Ca\"m", bus: "usb-1", driver: "uvcvideo"), modes: [mode])
        #expect(CameraListing.written([entry], .text) == "/dev/video0  Ca\"m  (usb-1)\n    1280x720 nv12 at 30\n")
        #expect(
            CameraListing.written([entry], .json)
                == "[{\"device\":\"/dev/video0\",\"name\":\"Ca\\\"m\",\"bus\":\"usb-1\",\"driver\":\"uvcvideo\","
                + "\"modes\":[{\"format\":\"nv12\",\"width\":1280,\"height\":720,\"milliFramesPerSecond\":30000}]}]\n")
        #expect(CameraListing.written([], .json) == "[]\n" && CameraListing.written([], .text).hasPrefix("no camera"))
    }
}
