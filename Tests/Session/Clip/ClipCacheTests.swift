import Fixtures
import Foundation
import Platform
import Testing

@testable import Session

/// Encoded clips on the disk.
@Suite struct ClipCacheTests {
    private let scratch = Scratch()

    private func read(_ cache: ClipCache, _ name: String) -> [UInt8]? { cache.withEntry(name) { Array($0) } }

    private func entries(_ cache: ClipCache) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: cache.directory).sorted()
    }

    @Test func whatIsKeptIsReadAndTheFolderIsTheUsersOwn() throws {
        let cache = ClipCache(directory: scratch.file("cache") + "/splitcast/clips")
        #expect(read(cache, "a") == nil)
        try cache.keep([1, 2, 3], as: "a")
        try cache.keep([4], as: "a")
        #expect(read(cache, "a") == [1, 2, 3])
        for folder in [cache.directory, scratch.file("cache") + "/splitcast"] {
            let mode = try #require(try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int)
            #expect(mode == 0o700)
        }
    }

    @Test func theOldestGiveWay() throws {
        let cache = ClipCache(directory: scratch.file("clips"), mostBytes: 1000)
        for (index, name) in ["a", "b", "c"].enumerated() {
            try cache.keep([UInt8](repeating: 1, count: 300), as: name)
            let used = Date(timeIntervalSince1970: 1_000_000 + Double(index))
            try FileManager.default.setAttributes([.modificationDate: used], ofItemAtPath: cache.directory + "/\(name).clip")
        }
        #expect(read(cache, "a") != nil)
        try cache.keep([UInt8](repeating: 1, count: 300), as: "d")
        #expect(try entries(cache) == ["a.clip", "c.clip", "d.clip"])
        // What is larger than all of it is not kept.
        try cache.keep([UInt8](repeating: 1, count: 1001), as: "e")
        #expect(try entries(cache) == ["a.clip", "c.clip", "d.clip"])
    }

    @Test func anEntryThatIsNoneGoes() throws {
        let cache = ClipCache(directory: scratch.file("clips"))
        try cache.keep([1], as: "a")
        #expect(cache.withEntry("a") { _ in Int?.none } == nil)
        #expect(try entries(cache).isEmpty)
    }

    @Test func aFolderThatIsAnothersOrALinkIsNotUsed() throws {
        let (real, link) = (try scratch.directory("real"), scratch.file("link"))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real)
        #expect(throws: SystemError.self) { try ClipCache(directory: link).keep([1], as: "a") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: real).isEmpty)
    }
}
