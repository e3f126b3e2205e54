// swift-tools-version: 6.2
// What the sanitizers look at: the modules that read what strangers write, share memory between processes and threads, or count
// in C, with their unit tests. `run` puts this manifest into a tree of links, apart from the real one, so that neither the
// packages of the host nor its tests on real servers are built a second and a third time.
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
]

func library(_ name: String, at path: String, on dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
}

func tests(_ name: String, on dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name + "Tests", dependencies: dependencies, path: "Tests/" + name, swiftSettings: settings)
}

let package = Package(
    name: "splitcast-sanitized",
    targets: [
        .target(name: "CLinux", path: "Sources/Libraries/CLinux"),
        .target(name: "CSandbox", path: "Sources/Kernels/CSandbox"),
        .target(name: "CPixels", path: "Sources/Kernels/CPixels", cSettings: [.unsafeFlags(["-O3"])]),
        .systemLibrary(name: "CZeroMQ", path: "Sources/Libraries/CZeroMQ"),
        .systemLibrary(name: "CYUV", path: "Sources/Libraries/CYUV"),
        library("AppGroup", at: "Shared/AppGroup", on: ["CLinux", "CZeroMQ"]),
        library("CaptureKit", at: "Capture/CaptureKit", on: ["AppGroup", "CSandbox"]),
        library("Intake", at: "Host/Intake", on: ["AppGroup"]),
        // Without the slate, which is Pango's work.
        .target(
            name: "Picture", dependencies: ["AppGroup", "CYUV", "CPixels"], path: "Host/Picture", exclude: ["Slate"], swiftSettings: settings),
        tests("AppGroup", on: ["AppGroup"]),
        tests("CaptureKit", on: ["CaptureKit", "Intake", "AppGroup"]),
        // Without the tests that start processes: ThreadSanitizer cannot follow clone(2) with CLONE_VM, and limits of memory mean
        // nothing beside the shadow of either.
        .testTarget(
            name: "IntakeTests", dependencies: ["Intake", "AppGroup"], path: "Tests/Intake", exclude: ["Process"], swiftSettings: settings),
        .testTarget(
            name: "PictureTests", dependencies: ["Picture", "AppGroup"], path: "Tests/Picture", exclude: ["SlateTests.swift"],
            swiftSettings: settings),
    ]
)
