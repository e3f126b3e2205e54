extension Rule {
    static let imports: [Rule] = [
        Rule(name: "Shared and Capture do without Foundation", offender: [SourceFile("Capture/X11/Grab.swift", "@preconcurrency import Foundation")])
        {
            files in
            files.filter { $0.path.hasPrefix("Shared/") || $0.path.hasPrefix("Capture/") }.flatMap { file in
                file.imports.filter { $0.hasPrefix("Foundation") || $0 == "Dispatch" }.map { "\(file.path) imports \($0)" }
            }
        },
        Rule(
            name: "Capture and Host never import each other, and Shared neither",
            offender: [
                SourceFile("Package.swift", #"library("Picture", at: "Host/Picture", on: [])"#),
                SourceFile("Capture/X11/Grab.swift", "public import Picture"),
            ]
        ) { files in
            let modules = moduleFolders(files)
            return files.filter { $0.isSwift && isProduct($0.path) }.flatMap { file in
                let side = file.path.prefix { $0 != "/" }
                return file.imports.compactMap { (name: String) -> String? in
                    guard let other = modules[name]?.prefix(while: { $0 != "/" }), other != side, other != "Shared" else { return nil }
                    return "\(file.path) imports \(name) of \(other)"
                }
            }
        },
        Rule(
            name: "No module is called as one that other packages ask for by canImport",
            offender: [SourceFile("Package.swift", #"library("Network", at: "Host/Network", on: [])"#)]
        ) { files in
            // They take ours for the system's as soon as it is built: a cold build fails now and then, a warm one never.
            let asked: Set = [
                "Accelerate", "Android", "AppKit", "Bionic", "CoreFoundation", "CryptoKit", "Darwin", "Dispatch", "Foundation",
                "FoundationEssentials", "FoundationNetworking", "Glibc", "Musl", "Network", "Security", "System", "SystemPackage", "UIKit", "os",
            ]
            return moduleFolders(files).keys.filter(asked.contains).map { "Package.swift calls a module \($0)" }
        },
        Rule(
            name: "Each C library is imported by one Swift module",
            offender: [
                SourceFile("Host/Audio/Microphone.swift", "import CPulse"), SourceFile("Host/Session/Sources.swift", "internal import CPulse"),
            ]
        ) { files in
            let sealed = [
                "CXCB", "CZeroMQ", "CPulse", "CLibAV", "CYUV", "CLinux", "CSandbox", "CPixels", "CText", "CVoice", "CSamples", "CGnuTLS",
                "CSRT", "CPipeWire", "CWayland", "CMedia", "CVideo4Linux", "CDBus", "CX264", "CDelta", "CXattr", "CAVFilter", "CZlib", "CKeys",
            ]
            return sealed.compactMap { library in
                let modules = Set(files.filter { $0.isSwift && $0.imports.contains(library) }.map(\.module))
                return modules.count > 1 ? "\(library) is imported by \(modules.sorted().joined(separator: " and "))" : nil
            }
        },
    ]
}

/// The folder of each module, as Package.swift has it.
private func moduleFolders(_ files: [SourceFile]) -> [String: String] {
    let manifest = files.first { $0.path == "Package.swift" }?.text ?? ""
    var folders: [String: String] = [:]
    for match in manifest.matches(of: /"(\w+)"\s*,\s*at:\s*"([\w\/]+)"/) { folders[String(match.1)] = String(match.2) }
    return folders
}
