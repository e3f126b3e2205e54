// swift-tools-version: 6.2
// Targets stand in the order the data takes: what both sides agree on, capture, host.
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
]

/// A Swift target of ours, with the settings written once.
func library(_ name: String, at path: String, on dependencies: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
    .target(name: name, dependencies: dependencies, path: path, resources: resources, swiftSettings: settings)
}

func command(_ name: String, at path: String, on dependencies: [Target.Dependency], without excluded: [String] = []) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: path, exclude: excluded, swiftSettings: settings)
}

func tests(_ name: String, on dependencies: [Target.Dependency], without excluded: [String] = []) -> Target {
    .testTarget(name: name + "Tests", dependencies: dependencies, path: "Tests/" + name, exclude: excluded, swiftSettings: settings)
}

/// Where Pango's headers and those that they include may lie (libpango1.0-dev): one of them depends on the processor.
let pangoHeaders =
    ["pango-1.0", "glib-2.0", "harfbuzz", "fribidi", "cairo", "pixman-1", "freetype2"].map { "-I/usr/include/" + $0 }
    + ["lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu", "lib64", "lib"].map { "-I/usr/\($0)/glib-2.0/include" }

/// libpipewire's headers and those of its SPA (libpipewire-0.3-dev), as the system's own: their inline functions are not ours to mend.
let pipeWireHeaders = ["pipewire-0.3", "spa-0.2"].flatMap { ["-isystem", "/usr/include/" + $0] }
/// Where libdbus's headers may lie (libdbus-1-dev): one of them depends on the processor.
let dbusHeaders =
    ["-I/usr/include/dbus-1.0"] + ["lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu", "lib64", "lib"].map { "-I/usr/\($0)/dbus-1.0/include" }

let package = Package(
    name: "splitcast",
    products: [
        .executable(name: "splitcast", targets: ["SplitcastCLI"]),
        .executable(name: "splitcast-capture-x11", targets: ["X11Capture"]),
        .executable(name: "splitcast-capture-wlr", targets: ["WlrootsCapture"]),
        .executable(name: "splitcast-capture-pipewire", targets: ["PipeWireCapture"]),
        .executable(name: "splitcast-capture-pattern", targets: ["PatternCapture"]),
        .executable(name: "splitcast-capture-media", targets: ["MediaCapture"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        // Without its traits it does without Foundation's tables of languages, which would be most of the executable.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
    ],
    targets: [
        // Sources: sealed C libraries. Each is imported by exactly one Swift module.
        .target(name: "CLinux", path: "Sources/Libraries/CLinux"),
        .target(name: "CSandbox", path: "Sources/Kernels/CSandbox"),
        // Optimised in debug builds too: at -O0 a 1080p frame takes longer than a frame interval.
        .target(name: "CPixels", path: "Sources/Kernels/CPixels", cSettings: [.unsafeFlags(["-O3"])]),
        // Optimised in debug builds too, as the pixels are: they run a hundred times a second.
        .target(name: "CSamples", path: "Sources/Kernels/CSamples", cSettings: [.unsafeFlags(["-O3"])]),
        .target(
            name: "CVoice", path: "Sources/Kernels/CVoice",
            cSettings: [
                .unsafeFlags([
                    "-O3", "-fno-math-errno", "-fassociative-math", "-fno-signed-zeros", "-fno-trapping-math", "-freciprocal-math",
                ])
            ],
            cxxSettings: [.define("WEBRTC_POSIX"), .unsafeFlags(["-isystem", "/usr/include/webrtc_audio_processing"])],
            linkerSettings: [.linkedLibrary("webrtc_audio_processing")]),
        .systemLibrary(name: "CZeroMQ", path: "Sources/Libraries/CZeroMQ", providers: [.apt(["libzmq3-dev"])]),
        .systemLibrary(
            name: "CXCB", path: "Sources/Libraries/CXCB",
            providers: [.apt(["libxcb1-dev", "libxcb-shm0-dev", "libxcb-damage0-dev", "libxcb-randr0-dev", "libxcb-xfixes0-dev"])]),
        .target(name: "CWayland", path: "Sources/Libraries/CWayland", linkerSettings: [.linkedLibrary("wayland-client")]),
        .systemLibrary(name: "CPulse", path: "Sources/Libraries/CPulse", providers: [.apt(["libpulse-dev"])]),
        .systemLibrary(
            name: "CLibAV", path: "Sources/Libraries/CLibAV",
            providers: [.apt(["libavcodec-dev", "libavformat-dev", "libavutil-dev", "libswresample-dev", "libswscale-dev"])]),
        // The same libraries, for the agent that decodes: capture and host share no module of their own.
        .systemLibrary(
            name: "CMedia", path: "Sources/Libraries/CMedia",
            providers: [.apt(["libavcodec-dev", "libavformat-dev", "libavutil-dev", "libswscale-dev"])]),
        // Optimised in debug builds too, as the pixels are.
        .target(name: "CVideo4Linux", path: "Sources/Libraries/CVideo4Linux", cSettings: [.unsafeFlags(["-O3"])]),
        // libavformat loads it already, as libsrt does.
        .systemLibrary(name: "CGnuTLS", path: "Sources/Libraries/CGnuTLS", providers: [.apt(["libgnutls28-dev"])]),
        // The GnuTLS flavour, which libavformat loads already: never the OpenSSL one beside it.
        .systemLibrary(name: "CSRT", path: "Sources/Libraries/CSRT", providers: [.apt(["libsrt-gnutls-dev"])]),
        .systemLibrary(name: "CYUV", path: "Sources/Libraries/CYUV", providers: [.apt(["libyuv-dev"])]),
        // libavcodec loads Pango and its libraries already, for SVG: text on a slate brings no other into the process.
        .target(
            name: "CText", path: "Sources/Libraries/CText", cSettings: [.unsafeFlags(pangoHeaders)],
            linkerSettings: ["pangocairo-1.0", "pango-1.0", "gobject-2.0", "cairo", "fontconfig"].map { .linkedLibrary($0) }),
        .target(name: "CDBus", path: "Sources/Libraries/CDBus", cSettings: [.unsafeFlags(dbusHeaders)], linkerSettings: [.linkedLibrary("dbus-1")]),
        .target(
            name: "CPipeWire", path: "Sources/Libraries/CPipeWire", cSettings: [.unsafeFlags(["-O3"] + pipeWireHeaders)],
            linkerSettings: [.linkedLibrary("pipewire-0.3")]),

        // Shared: what both sides agree on.
        library("AppGroup", at: "Shared/AppGroup", on: ["CLinux", "CZeroMQ"]),

        // Capture: the extension side.
        library("CaptureKit", at: "Capture/CaptureKit", on: ["AppGroup", "CSandbox"]),
        command("X11Capture", at: "Capture/X11", on: ["CaptureKit", "AppGroup", "CXCB"]),
        command("WlrootsCapture", at: "Capture/Wlroots", on: ["CaptureKit", "AppGroup", "CWayland"]),
        command("PipeWireCapture", at: "Capture/PipeWire", on: ["CaptureKit", "AppGroup", "CPipeWire"]),
        command("PatternCapture", at: "Capture/Pattern", on: ["CaptureKit", "AppGroup"]),
        command("MediaCapture", at: "Capture/Media", on: ["CaptureKit", "AppGroup", "CMedia", "CVideo4Linux"]),

        // Host: the app side, in the order the data takes.
        library("Intake", at: "Host/Intake", on: ["AppGroup"]),
        library("Portal", at: "Host/Portal", on: ["AppGroup", "CDBus"]),
        library("Picture", at: "Host/Picture", on: ["AppGroup", "CYUV", "CPixels", "CText"]),
        library("Sound", at: "Host/Sound", on: ["AppGroup", "CPulse", "CVoice", "CSamples"]),
        library("Codec", at: "Host/Codec", on: ["AppGroup", "Picture", "CLibAV"]),
        library("Networking", at: "Host/Networking", on: ["AppGroup", "CGnuTLS"]),
        library("Delivery", at: "Host/Delivery", on: ["AppGroup", "Codec", "Networking", "CSRT"]),
        library(
            "Session", at: "Host/Session",
            on: ["AppGroup", "Intake", "Portal", "Picture", "Sound", "Codec", "Delivery", .product(name: "Logging", package: "swift-log")]),
        library(
            "Control", at: "Host/Control",
            on: [
                "AppGroup", "Sound", "Codec", "Delivery", "Session", .product(name: "Logging", package: "swift-log"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ],
            resources: [.embedInCode("Page/Files")]),
        library("Conformance", at: "Host/Conformance", on: ["AppGroup", "Session", "Control"]),
        command(
            "SplitcastCLI", at: "Host/CLI",
            on: [
                "AppGroup", "Intake", "Portal", "Picture", "Sound", "Codec", "Delivery", "Session", "Control", "Conformance",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], without: ["Demo"]),

        // Tests: the beds are real servers and signals that tests and the benchmark run on.
        .target(name: "Stamp", path: "Tests/Support/Stamp"),
        .executableTarget(
            name: "StampStimulus", dependencies: ["Stamp"], path: "Tests/Support/StampStimulus",
            linkerSettings: ["xcb", "xcb-shm", "wayland-client", "m"].map { .linkedLibrary($0) }),
        .executableTarget(
            name: "SoundFeed", dependencies: ["Stamp"], path: "Tests/Support/SoundFeed",
            linkerSettings: [.linkedLibrary("pulse-simple"), .linkedLibrary("pulse"), .linkedLibrary("m")]),
        // Optimised in debug builds too, as the agents' pixels are.
        .executableTarget(
            name: "VideoNode", dependencies: ["Stamp"], path: "Tests/Support/VideoNode",
            cSettings: [.define("_GNU_SOURCE"), .unsafeFlags(["-O2"] + pipeWireHeaders)], linkerSettings: [.linkedLibrary("pipewire-0.3")]),
        .executableTarget(name: "ImageScreen", path: "Tests/Support/ImageScreen", linkerSettings: [.linkedLibrary("wayland-server")]),
        .executableTarget(name: "SRTGate", path: "Tests/Support/SRTGate", linkerSettings: [.linkedLibrary("srt-gnutls")]),
        .executableTarget(name: "SandboxProbe", dependencies: ["CSandbox"], path: "Tests/Support/SandboxProbe"),
        .target(
            name: "TestSupport", dependencies: ["AppGroup", "Stamp", "StampStimulus", "SoundFeed", "SRTGate", "VideoNode", "ImageScreen"],
            path: "Tests/Beds",
            exclude: [
                "Stamp", "StampStimulus", "SoundFeed", "SandboxProbe", "SRTGate", "VideoNode", "ImageScreen", "Portal/portal.py",
                "Wayland/portal-backend.py", "Wayland/portal-client.py", "Wayland/plug.c", "Wayland/shm-only.c",
            ],
            swiftSettings: settings),
        command("splitcast-bench", at: "Tests/Benchmarks", on: ["TestSupport", "AppGroup"], without: ["RESULTS.md"]),
        // What a stall of the machine excuses in tests of time: lateness, and nothing else.
        .target(name: "Processors", path: "Tests/Processors"),
        library("Judging", at: "Tests/Judging", on: ["AppGroup", "Processors"]),
        tests("EndToEnd", on: ["Judging", "TestSupport", "AppGroup"]),
        tests("BedChecks", on: ["Judging", "Processors", "TestSupport", "AppGroup"]),
        tests("Rules", on: []),
        // Strangers: what Shared gives to authors of agents in other languages.
        .target(name: "HeaderFields", path: "Tests/HeaderFields"),
        tests("Strangers", on: ["HeaderFields", "TestSupport", "AppGroup"]),
        tests("AppGroup", on: ["AppGroup"]),
        tests("CaptureKit", on: ["CaptureKit", "Intake", "AppGroup"]),
        tests(
            "Session",
            on: [
                "MediaFixtures", "TestSupport", "Session", "Intake", "Portal", "Sound", "Codec", "Delivery", "AppGroup",
                .product(name: "Logging", package: "swift-log"),
            ]),
        tests("Intake", on: ["TestSupport", "Intake", "AppGroup"]),
        tests("Portal", on: ["TestSupport", "Portal", "AppGroup"]),
        tests("Sandbox", on: ["TestSupport", "SandboxProbe", "AppGroup"]),
        tests("Conformance", on: ["Conformance", "TestSupport", "AppGroup"], without: ["Agents"]),
        // Tests: a session that only remembers what it was told, and a group, for whatever stands around them.
        library(
            "ControlFixtures", at: "Tests/ControlFixtures",
            on: ["Control", "Session", "Codec", "Delivery", "Sound", "AppGroup", .product(name: "Logging", package: "swift-log")]),
        tests("Control", on: ["ControlFixtures", "Control", "Session", "Codec", "Sound", "AppGroup", .product(name: "Logging", package: "swift-log")]),
        tests(
            "CLI",
            on: [
                "ControlFixtures", "SplitcastCLI", "Control", "Portal", "Session", "Codec", "Delivery", "Sound", "AppGroup",
                .product(name: "Logging", package: "swift-log"),
            ]),
        tests("Picture", on: ["Picture", "AppGroup"]),
        tests("X11Capture", on: ["X11Capture", "CaptureKit", "AppGroup"]),
        tests("WlrootsCapture", on: ["TestSupport", "WlrootsCapture", "CaptureKit", "AppGroup"]),
        tests("PipeWireCapture", on: ["PipeWireCapture", "CaptureKit", "AppGroup"]),
        tests("MediaCapture", on: ["TestSupport", "MediaCapture", "CaptureKit", "AppGroup"]),
        tests("Sound", on: ["Judging", "Sound", "AppGroup"]),
        // Tests: pictures, sound and programs that several suites need.
        library("MediaFixtures", at: "Tests/MediaFixtures", on: ["Codec", "Picture", "AppGroup"]),
        tests("Networking", on: ["MediaFixtures", "Networking", "AppGroup"]),
        tests("Delivery", on: ["MediaFixtures", "TestSupport", "SRTGate", "Delivery", "Networking", "Codec", "AppGroup"]),
        tests("Codec", on: ["MediaFixtures", "Codec", "Picture", "AppGroup"]),
    ]
)
