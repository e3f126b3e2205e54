// swift-tools-version: 6.2
// Targets stand in the order the data takes: what both sides agree on, capture, host.
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    // Tests run on what is shipped, built once: they see what is internal in a release too.
    .unsafeFlags(["-enable-testing"], .when(configuration: .release)),
]

let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
/// HTTP/1, WebSocket and sockets, of the page and of what controls OBS.
let nio = ["NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket"].map { Target.Dependency.product(name: $0, package: "swift-nio") }

/// Tests/Fuzz/build wants the decoders as a library, which libFuzzer's own `main` calls.
let isForFuzzer = Context.environment["SPLITCAST_FUZZER"] != nil
/// What is fuzzed. libFuzzer looks at every counter after every input: no other module has any.
let fuzzed = [
    "Platform", "Frames", "AgentProtocol", "AppGroup", "Intake", "Supervision", "Codec", "Protocols", "HLS", "Delivery", "Control", "ControlFixtures",
    "CaptureKit",
]
let coverage: [SwiftSetting] = isForFuzzer ? [.unsafeFlags(["-sanitize=fuzzer"])] : []

/// Without optimisation, which takes the compiler two thirds of the time: tests, since what they test is optimised, and what reads a command line
/// and prints what comes of it.
let unoptimised: [SwiftSetting] = [.unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"])]

/// A Swift target of ours, with the settings written once.
func library(
    _ name: String, at path: String, on dependencies: [Target.Dependency] = [], without excluded: [String] = [], resources: [Resource]? = nil,
    with more: [SwiftSetting] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: path, exclude: excluded, resources: resources,
        swiftSettings: settings + (fuzzed.contains(name) ? coverage : []) + more)
}

/// A program that is shipped: the Swift runtime goes into the file, symbols do not, so that an agent is one small file with no search path.
/// All that it does is in a module of its own, which tests can load: they have the runtime's libraries beside them.
func program(_ name: String, at path: String, of module: String, with more: [LinkerSetting] = []) -> Target {
    .executableTarget(
        name: name, dependencies: [.byName(name: module)], path: path + "/Program", swiftSettings: settings,
        linkerSettings: [.unsafeFlags(["-static-stdlib", "-Xlinker", "-s"], .when(configuration: .release))] + more)
}

/// What Foundation consists of, named only to those that link it from archives.
let foundation: [LinkerSetting] = [
    "FoundationInternationalization", "FoundationEssentials", "CoreFoundation", "_FoundationICU", "_FoundationCShims", "_FoundationCollections",
    "swiftSynchronization", "BlocksRuntime",
].map { .linkedLibrary($0, .when(configuration: .release)) }

/// But for tests that compare every pixel, or read every line of the tree: they took a processor for minutes.
let optimised: [SwiftSetting] = [.unsafeFlags(["-O"])]

func tests(
    _ name: String, on dependencies: [Target.Dependency], without excluded: [String] = [], with more: [SwiftSetting] = unoptimised
) -> Target {
    .testTarget(name: name + "Tests", dependencies: dependencies, path: "Tests/" + name, exclude: excluded, swiftSettings: settings + more)
}

/// Where Pango's headers and those that they include may lie (libpango1.0-dev): one of them depends on the processor.
let pangoHeaders =
    ["pango-1.0", "glib-2.0", "harfbuzz", "fribidi", "cairo", "pixman-1", "freetype2"].map { "-I/usr/include/" + $0 }
    + ["lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu", "lib64", "lib"].map { "-I/usr/\($0)/glib-2.0/include" }

/// libpipewire's headers and those of its SPA (libpipewire-0.3-dev), as the system's own: their inline functions are not ours to repair.
let pipeWireHeaders = ["pipewire-0.3", "spa-0.2"].flatMap { ["-isystem", "/usr/include/" + $0] }
/// Where libdbus's headers may lie (libdbus-1-dev): one of them depends on the processor.
let dbusHeaders =
    ["-I/usr/include/dbus-1.0"] + ["lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu", "lib64", "lib"].map { "-I/usr/\($0)/dbus-1.0/include" }

let package = Package(
    name: "splitcast",
    // Every program is a product by itself.
    products: isForFuzzer ? [.library(name: "FuzzDecoders", type: .dynamic, targets: ["FuzzDecoders"])] : [],
    dependencies: [
        // Exact: Package.resolved is not part of the tree, so that what is written here is what everybody builds. What swift-nio brings
        // (swift-atomics, swift-collections, swift-system) is left to it: a package that no target uses cannot be named here.
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
    ],
    targets: [
        // Sources: sealed C libraries. Each is imported by exactly one Swift module.
        .target(name: "CLinux", path: "Sources/Libraries/CLinux"),
        .target(name: "CSandbox", path: "Sources/Kernels/CSandbox"),
        // Optimised in debug builds too: at -O0 a 1080p frame takes longer than a frame interval.
        .target(name: "CPixels", path: "Sources/Kernels/CPixels", cSettings: [.unsafeFlags(["-O3"])]),
        // Optimised in debug builds too, as the pixels are: they run a hundred times a second.
        .target(name: "CSamples", path: "Sources/Kernels/CSamples", cSettings: [.unsafeFlags(["-O3"])]),
        // Optimised in debug builds too, as the pixels are.
        .target(name: "CDelta", path: "Sources/Kernels/CDelta", cSettings: [.unsafeFlags(["-O3"])]),
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
            providers: [
                .apt([
                    "libxcb1-dev", "libxcb-shm0-dev", "libxcb-damage0-dev", "libxcb-randr0-dev", "libxcb-xfixes0-dev", "libxcb-composite0-dev",
                    "libxcb-dpms0-dev",
                ])
            ]),
        .target(name: "CWayland", path: "Sources/Libraries/CWayland", exclude: ["protocols"], linkerSettings: [.linkedLibrary("wayland-client")]),
        .systemLibrary(name: "CPulse", path: "Sources/Libraries/CPulse", providers: [.apt(["libpulse-dev"])]),
        .systemLibrary(
            name: "CLibAV", path: "Sources/Libraries/CLibAV",
            providers: [.apt(["libavcodec-dev", "libavformat-dev", "libavutil-dev", "libswresample-dev", "libswscale-dev"])]),
        // Opens libavfilter when the first filter is wanted: it and what it loads stay out of a host that needs none.
        .target(name: "CAVFilter", path: "Sources/Libraries/CAVFilter", linkerSettings: [.linkedLibrary("avutil")]),
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
        // libavcodec loads it already.
        .systemLibrary(name: "CX264", path: "Sources/Libraries/CX264", providers: [.apt(["libx264-dev"])]),
        // Attributes of files, in the C library itself.
        .systemLibrary(name: "CXattr", path: "Sources/Libraries/CXattr"),
        // libavformat loads it already.
        .systemLibrary(name: "CZlib", path: "Sources/Libraries/CZlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CYUV", path: "Sources/Libraries/CYUV", providers: [.apt(["libyuv-dev"])]),
        // libavcodec loads Pango and its libraries already, for SVG: text on a slate brings no other into the process.
        .target(
            name: "CText", path: "Sources/Libraries/CText", cSettings: [.unsafeFlags(pangoHeaders)],
            linkerSettings: ["pangocairo-1.0", "pango-1.0", "gobject-2.0", "cairo", "fontconfig"].map { .linkedLibrary($0) }),
        // Opens libxcb when the first hotkey is wanted: a host without does without it.
        .target(name: "CKeys", path: "Sources/Libraries/CKeys"),
        .target(name: "CDBus", path: "Sources/Libraries/CDBus", cSettings: [.unsafeFlags(dbusHeaders)], linkerSettings: [.linkedLibrary("dbus-1")]),
        .target(
            name: "CPipeWire", path: "Sources/Libraries/CPipeWire", cSettings: [.unsafeFlags(["-O3"] + pipeWireHeaders)],
            linkerSettings: [.linkedLibrary("pipewire-0.3")]),

        // Shared: what both sides agree on.
        library("Platform", at: "Shared/Platform", on: ["CLinux"]),
        library("Frames", at: "Shared/Frames"),
        library("AgentProtocol", at: "Shared/AgentProtocol", on: ["Platform", "Frames"]),
        library("AppGroup", at: "Shared/AppGroup", on: ["Platform", "Frames", "AgentProtocol", "CZeroMQ"]),

        // Capture: what agents have in common, and an executable for each kind of screen.
        library("CaptureKit", at: "Capture/CaptureKit", on: ["Platform", "Frames", "AgentProtocol", "AppGroup", "CSandbox"]),
        library("X11Capture", at: "Capture/X11", on: ["Platform", "Frames", "CaptureKit", "CXCB"], without: ["Program"]),
        library("WlrootsCapture", at: "Capture/Wlroots", on: ["Platform", "Frames", "CaptureKit", "CWayland"], without: ["Program"]),
        library(
            "PipeWireCapture", at: "Capture/PipeWire", on: ["Platform", "Frames", "AgentProtocol", "AppGroup", "CaptureKit", "CPipeWire"],
            without: ["Program"]),
        library("PatternCapture", at: "Capture/Pattern", on: ["Platform", "Frames", "AppGroup", "CaptureKit"], without: ["Program"]),
        library(
            "MediaCapture", at: "Capture/Media",
            on: ["Platform", "Frames", "AgentProtocol", "AppGroup", "CaptureKit", "CMedia", "CVideo4Linux"], without: ["Program"]),
        program("splitcast-capture-x11", at: "Capture/X11", of: "X11Capture"),
        program("splitcast-capture-wlr", at: "Capture/Wlroots", of: "WlrootsCapture"),
        program("splitcast-capture-pipewire", at: "Capture/PipeWire", of: "PipeWireCapture"),
        program("splitcast-capture-pattern", at: "Capture/Pattern", of: "PatternCapture"),
        program("splitcast-capture-media", at: "Capture/Media", of: "MediaCapture"),

        // Host, in the order the data takes.
        library("Intake", at: "Host/Intake", on: ["Platform", "Frames", "AgentProtocol", "AppGroup"]),
        library("Supervision", at: "Host/Supervision", on: ["Platform", "AgentProtocol", "AppGroup"]),
        library("Portal", at: "Host/Portal", on: ["Platform", "Frames", "AgentProtocol", "CDBus"]),
        library("Picture", at: "Host/Picture", on: ["Platform", "Frames", "CYUV", "CPixels", "CText"]),
        library("FilterGraphs", at: "Host/FilterGraphs", on: ["Frames", "CAVFilter"]),
        library("Filters", at: "Host/Filters", on: ["Platform", "Frames", "Picture", "FilterGraphs"]),
        library("Audio", at: "Host/Audio", on: ["Platform", "FilterGraphs", "CPulse", "CVoice", "CSamples"]),
        library("Codec", at: "Host/Codec", on: ["Platform", "Frames", "AgentProtocol", "Picture", "CLibAV", "CX264", "CDelta"]),
        library("Protocols", at: "Host/Protocols", on: ["Platform", "Codec", "CGnuTLS", "CSRT"]),
        library("HLS", at: "Host/HLS", on: ["Platform"]),
        library("Downloads", at: "Host/Downloads", on: ["Platform", "Codec", "Protocols", "HLS", "CZlib"]),
        library("Configuration", at: "Host/Configuration", on: ["Platform", .product(name: "Yams", package: "Yams")]),
        library("RateControl", at: "Host/RateControl", on: ["Platform", "Frames"]),
        library("Delivery", at: "Host/Delivery", on: ["Platform", "Codec", "Protocols", "RateControl", "CXattr"]),
        library("Preflight", at: "Host/Preflight", on: ["Platform", "Codec", "Protocols", "RateControl", "Delivery", "Frames"]),
        library(
            "Events", at: "Host/Events", on: ["Platform", "Frames", "AgentProtocol", "Filters", "Intake", "Portal", "Delivery", logging]),
        library("Hotkeys", at: "Host/Hotkeys", on: ["Platform", "Portal", "CKeys"]),
        library("Hooks", at: "Host/Hooks", on: ["Platform", "AppGroup", "Supervision", "Events"]),
        library(
            "Session", at: "Host/Session",
            on: [
                "Platform", "Frames", "AgentProtocol", "AppGroup", "Intake", "Supervision", "Portal", "Picture", "Filters", "Audio", "Codec",
                "RateControl", "Delivery", "Events", "Hooks", "Hotkeys", logging,
            ]),
        library(
            "Control", at: "Host/Control",
            on: ["Platform", "AgentProtocol", "AppGroup", "Filters", "Audio", "Codec", "Protocols", "Delivery", "Events", "Session", logging] + nio,
            without: ["Monitoring"], resources: [.embedInCode("Page/Files")]),
        // Attacks hosts: a program of its own, which `splitcast conformance` starts.
        library(
            "Conformance", at: "Host/Conformance", on: ["Platform", "Frames", "AgentProtocol", "AppGroup", "Session", "Control", argumentParser],
            without: ["Program"]),
        program("splitcast-conformance", at: "Host/Conformance", of: "Conformance", with: foundation),
        library(
            "SplitcastCLI", at: "Host/CLI",
            on: [
                "Platform", "Frames", "AgentProtocol", "AppGroup", "Supervision", "Portal", "Picture", "Filters", "Audio", "Codec", "RateControl",
                "Delivery", "Preflight", "Configuration", "Events", "Hooks", "Hotkeys", "Session", "Control", "HLS", "Downloads", logging,
                argumentParser,
            ], without: ["Demo", "Program"], with: unoptimised),
        program("splitcast", at: "Host/CLI", of: "SplitcastCLI", with: foundation),

        // Tests: the fixtures are real servers and signals that tests and the benchmark run on.
        .target(name: "Stamp", path: "Tests/Support/Stamp"),
        .executableTarget(
            name: "StampStimulus", dependencies: ["Stamp"], path: "Tests/Support/StampStimulus", exclude: ["protocols"],
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
        // What every test may need, and knows nothing of the product: processes, directories, ports, waiting.
        library("Fixtures", at: "Tests/Support/Fixtures", on: ["Platform"]),
        // An agent that does what a test tells it.
        library("AgentFixtures", at: "Tests/Support/Agents", on: ["Fixtures", "Platform", "Frames", "AgentProtocol", "AppGroup"]),
        // Real servers that the product talks to.
        library(
            "ServerFixtures", at: "Tests/Support/Servers", on: ["SoundFeed", "SRTGate", "Fixtures", "Platform"], without: ["dpms.py", "camera.c"]),
        // A driver of a hardware encoder that fails as they do.
        .target(
            name: "EncoderFixtures", dependencies: ["Fixtures"], path: "Tests/Support/Encoders", exclude: ["driver.c"], swiftSettings: settings),
        // A whole broadcast as people start it, and readings of what arrives.
        .target(
            name: "TestSupport",
            dependencies: [
                "Fixtures", "ServerFixtures", "Platform", "Frames", "AgentProtocol", "AppGroup", "Stamp", "StampStimulus", "SoundFeed", "VideoNode",
                "ImageScreen",
            ], path: "Tests/Support",
            exclude: [
                "Fixtures", "Agents", "Encoders", "Servers", "Media", "RTMP", "Delivery", "Control", "Judging", "Processors", "Allocations", "Stamp",
                "StampStimulus", "SoundFeed", "SandboxProbe", "SRTGate", "VideoNode", "ImageScreen", "Portal/portal.py",
                "Portal/logind.py", "Portal/notifications.py", "Portal/shortcuts.py", "Wayland/portal-backend.py", "Wayland/portal-client.py",
                "Wayland/plug.c", "Wayland/shm-only.c",
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "splitcast-bench", dependencies: ["TestSupport", "Platform", "Frames", "AgentProtocol", "AppGroup", "HLS"],
            path: "Tests/Benchmarks", exclude: ["RESULTS.md"], swiftSettings: settings),
        // What a stall of the machine excuses in tests of time: lateness, and nothing else.
        .target(name: "Processors", path: "Tests/Support/Processors"),
        library("Judging", at: "Tests/Support/Judging", on: ["Processors", "Platform"]),
        tests("EndToEnd", on: ["Judging", "Fixtures", "EncoderFixtures", "ServerFixtures", "TestSupport", "Platform", "Frames"]),
        tests(
            "SupportChecks", on: ["splitcast-bench", "Judging", "Processors", "Fixtures", "ServerFixtures", "TestSupport", "Platform", "Frames"],
            without: ["fake-tests.py"]),
        tests("Rules", on: [], with: optimised),
        // Strangers: what Shared gives to authors of agents in other languages.
        .target(name: "HeaderFields", path: "Tests/AgentAuthors/HeaderFields"),
        tests(
            "AgentAuthors", on: ["HeaderFields", "Fixtures", "TestSupport", "Platform", "Frames", "AgentProtocol", "AppGroup"],
            without: ["HeaderFields"]),
        // Every decoder of received bytes with known inputs; for Tests/Fuzz/build the same decoders as a library for libFuzzer.
        isForFuzzer
            ? .target(
                name: "FuzzDecoders", dependencies: fuzzed.map { .byName(name: $0) }, path: "Tests/Fuzz",
                exclude: ["KnownInputTests.swift", "api", "build", "run", "Inputs"],
                swiftSettings: settings)
            : tests("Fuzz", on: fuzzed.map { .byName(name: $0) }, without: ["Fuzzer.swift", "api", "build", "run", "Inputs"]),
        tests("Platform", on: ["Fixtures", "Platform"]),
        tests("Frames", on: ["Frames"]),
        tests("AgentProtocol", on: ["Platform", "Frames", "AgentProtocol"]),
        tests("AppGroup", on: ["AgentFixtures", "Fixtures", "Platform", "Frames", "AgentProtocol", "AppGroup"]),
        tests("CaptureKit", on: ["Platform", "Frames", "AgentProtocol", "AppGroup", "Intake", "CaptureKit"]),
        tests(
            "Session",
            on: [
                "AgentFixtures", "Fixtures", "ServerFixtures", "MediaFixtures", "DeliveryFixtures", "TestSupport", "Platform", "Frames",
                "AgentProtocol", "AppGroup", "Intake", "Supervision", "Portal", "Picture", "Filters", "Audio", "Codec", "RateControl", "Delivery",
                "Events", "Session", logging,
            ]),
        tests("Events", on: ["Fixtures", "Platform", "Frames", "AgentProtocol", "Filters", "Intake", "Portal", "Delivery", "Events", logging]),
        tests("Hotkeys", on: ["Fixtures", "ServerFixtures", "TestSupport", "Platform", "Portal", "Hotkeys"]),
        tests("Hooks", on: ["Fixtures", "Platform", "AppGroup", "Events", "Hooks"]),
        tests("Supervision", on: ["Fixtures", "ServerFixtures", "TestSupport", "Platform", "AgentProtocol", "Intake", "Supervision"]),
        tests("Intake", on: ["AgentFixtures", "Fixtures", "Platform", "Frames", "AgentProtocol", "AppGroup", "Intake"]),
        tests("Portal", on: ["Fixtures", "TestSupport", "Platform", "Frames", "AgentProtocol", "Portal"]),
        tests("Sandbox", on: ["SandboxProbe", "Fixtures", "ServerFixtures", "TestSupport", "Platform", "Frames", "AgentProtocol", "AppGroup"]),
        tests(
            "Conformance", on: ["Fixtures", "ServerFixtures", "TestSupport", "Platform", "Frames", "AgentProtocol", "AppGroup", "Conformance"],
            without: ["Agents"]),
        // Tests: a session that only remembers what it was told, and a group, for whatever stands around them.
        library(
            "ControlFixtures", at: "Tests/Support/Control",
            on: ["Fixtures", "Platform", "AppGroup", "Audio", "Codec", "RateControl", "Delivery", "Events", "Session", "Control", logging]),
        tests(
            "Control",
            on: ["Fixtures", "ControlFixtures", "Platform", "AgentProtocol", "AppGroup", "Audio", "Codec", "Events", "Session", "Control", logging]),
        tests(
            "CLI",
            on: [
                "SplitcastCLI", "Fixtures", "ControlFixtures", "Platform", "Frames", "AgentProtocol", "AppGroup", "Portal", "Filters", "Audio",
                "Codec", "Delivery", "Preflight", "Configuration", "Hooks", "Hotkeys", "Session", "Control", "Conformance", "HLS", "Downloads",
                logging,
            ]),
        // Tests: how often a thread allocates.
        .target(name: "Allocations", path: "Tests/Support/Allocations"),
        tests("Picture", on: ["Allocations", "Fixtures", "Platform", "Frames", "Picture"]),
        tests("Filters", on: ["Fixtures", "Platform", "Frames", "Picture", "FilterGraphs", "Filters"]),
        tests("X11Capture", on: ["X11Capture", "Fixtures", "ServerFixtures", "Platform", "Frames", "CaptureKit"]),
        tests("WlrootsCapture", on: ["WlrootsCapture", "Fixtures", "TestSupport", "Platform", "Frames", "AppGroup", "CaptureKit"]),
        tests(
            "PipeWireCapture",
            on: ["PipeWireCapture", "Fixtures", "ServerFixtures", "TestSupport", "Platform", "Frames", "AppGroup", "CaptureKit"]),
        tests("MediaCapture", on: ["MediaCapture", "Fixtures", "TestSupport", "Platform", "Frames", "AppGroup", "CaptureKit"]),
        tests("Audio", on: ["Judging", "Fixtures", "ServerFixtures", "Platform", "Audio"]),
        // Tests: pictures, sound and programs that several suites need.
        library("MediaFixtures", at: "Tests/Support/Media", on: ["Platform", "Frames", "Picture", "Codec"]),
        // Tests: encoded media into a fan-out.
        library("DeliveryFixtures", at: "Tests/Support/Delivery", on: ["Fixtures", "MediaFixtures", "Platform", "Codec", "Delivery"]),
        // Tests: an RTMP server that plays a script.
        library("RTMPFixtures", at: "Tests/Support/RTMP", on: ["Fixtures", "Platform", "Codec", "Protocols"]),
        tests("Protocols", on: ["Fixtures", "ServerFixtures", "MediaFixtures", "RTMPFixtures", "Platform", "Codec", "Protocols"]),
        tests("HLS", on: ["Allocations", "HLS"]),
        tests("Downloads", on: ["Fixtures", "ServerFixtures", "Platform", "Protocols", "HLS", "Downloads"]),
        tests("Configuration", on: ["Platform", "Configuration"]),
        tests("RateControl", on: ["Fixtures", "TestSupport", "Platform", "Frames", "RateControl", "Delivery"]),
        tests(
            "Delivery",
            on: [
                "Fixtures", "ServerFixtures", "MediaFixtures", "DeliveryFixtures", "RTMPFixtures", "TestSupport", "Platform", "Codec", "Protocols",
                "Delivery",
            ]),
        tests(
            "Preflight",
            on: [
                "Fixtures", "ServerFixtures", "RTMPFixtures", "TestSupport", "Platform", "Frames", "Protocols", "RateControl", "Delivery",
                "Preflight",
            ]),
        tests(
            "Codec",
            on: ["Fixtures", "EncoderFixtures", "ServerFixtures", "MediaFixtures", "Platform", "Frames", "AgentProtocol", "Picture", "Codec"],
            with: optimised),
    ]
)
