import AppGroup
import Delivery
import Fixtures
import Glibc
import Testing

@testable import Session

/// One host to an address, of all of this machine.
@Suite struct TargetClaimTests {
    /// Removed with the object, which hosts' directories are not.
    private final class Group {
        let directory: GroupDirectory
        init(_ name: String) throws { directory = try GroupDirectory(GroupName("\(name)-\(getpid())"), creating: true) }
        deinit { rmdir(directory.path) }
    }

    private func error(_ address: String, _ group: Group) throws -> DeliveryError? {
        let url = try TargetURL(parsing: address)
        do throws(DeliveryError) {
            _ = try TargetClaim(url, for: group.directory)
            return nil
        } catch { return error }
    }

    @Test func anotherHostIsToldWhoStreamsThere() throws {
        let (first, second) = (try Group("claim-a"), try Group("claim-b"))
        let claim = try TargetClaim(TargetURL(parsing: "rtmp://live.invalid/app/SECRET"), for: first.directory)
        defer { withExtendedLifetime(claim) {} }
        let taken = try #require(try error("rtmp://live.invalid/app/SECRET", second))
        #expect(taken.code == .taken && !taken.isRetriable && !taken.message.contains("SECRET"), "\(taken)")
        for words in ["'\(first.directory.name.text)'", "end that", "another key"] {
            #expect(taken.message.contains(words), "\(taken)")
        }
        #expect(try error("rtmp://live.invalid/app/OTHER", second) == nil)
    }

    @Test func itGoesWithItsOwner() throws {
        let (first, second) = (try Group("claim-c"), try Group("claim-d"))
        for _ in 0..<2 {
            do { _ = try TargetClaim(TargetURL(parsing: "srt://live.invalid:9000?streamid=x"), for: first.directory) }
            #expect(try error("srt://live.invalid:9000?streamid=x", second) == nil)
        }
    }

    @Test(arguments: [
        ("rtmp://live.invalid/app/key", "rtmp://LIVE.invalid:1935/app/key"), ("rtmps://live.invalid/app/key", "RTMPS://live.invalid:443/app/key"),
        ("http://ada:word@www.invalid/a/live.m3u8", "http://ada:word@www.invalid:80/a/live.m3u8"),
    ])
    func anotherSpellingIsTheSamePlace(one: String, other: String) throws {
        let (first, second) = (try Group("claim-e"), try Group("claim-f"))
        let claim = try TargetClaim(TargetURL(parsing: one), for: first.directory)
        defer { withExtendedLifetime(claim) {} }
        #expect(try error(other, second)?.code == .taken)
    }

    @Test(arguments: [
        ("rtmp://live.invalid/app/key", "rtmp://live.invalid/app/KEY"), ("rtmp://live.invalid/app/key", "rtmp://live.invalid:1936/app/key"),
        ("rtmp://live.invalid:443/app/key", "rtmps://live.invalid/app/key"), ("srt://live.invalid:9000", "srt://live.invalid:9001"),
    ])
    func anotherPlaceIsFree(one: String, other: String) throws {
        let (first, second) = (try Group("claim-g"), try Group("claim-h"))
        let claim = try TargetClaim(TargetURL(parsing: one), for: first.directory)
        defer { withExtendedLifetime(claim) {} }
        #expect(try error(other, second) == nil)
    }

    @Test func aFileIsItsPathFromTheRootOn() throws {
        let (first, second) = (try Group("claim-i"), try Group("claim-j"))
        let (here, there) = (Scratch(), Scratch())
        symlink(here.path, there.file("link"))
        let claim = try TargetClaim(TargetURL(parsing: here.file("a.mkv")), for: first.directory)
        defer { withExtendedLifetime(claim) {} }
        #expect(try error(there.file("link/a.mkv"), second)?.code == .taken)
        #expect(try error(here.path + "/../" + here.path.split(separator: "/").last! + "/a.mkv", second)?.code == .taken)
        #expect(try error(there.file("a.mkv"), second) == nil)
        let claimed = try TargetURL(parsing: "a.mkv").fingerprint
        // Hosts have working directories of their own, so a bare name is as long as its path.
        let whole = String(cString: getcwd(nil, 0)) + "/a.mkv"
        #expect(try claimed == TargetURL(parsing: whole).fingerprint)
    }

    @Test func aLinkIsTheFileThatItLeadsTo() throws {
        let (first, second) = (try Group("claim-m"), try Group("claim-n"))
        let scratch = Scratch()
        symlink("a.mkv", scratch.file("b.mkv"))
        symlink(scratch.file("b.mkv"), scratch.file("c.mkv"))
        let claim = try TargetClaim(TargetURL(parsing: scratch.file("a.mkv")), for: first.directory)
        defer { withExtendedLifetime(claim) {} }
        for isThere in [false, true] {
            if isThere { try scratch.write("", to: "a.mkv") }
            for name in ["b.mkv", "c.mkv"] { #expect(try error(scratch.file(name), second)?.code == .taken, "\(name)") }
        }
        // A device takes what many write.
        for name in ["d.mkv", "e.mkv"] { symlink("/dev/null", scratch.file(name)) }
        let device = try TargetClaim(TargetURL(parsing: scratch.file("d.mkv")), for: first.directory)
        defer { withExtendedLifetime(device) {} }
        #expect(try error(scratch.file("e.mkv"), second) == nil)
    }

    /// Of hosts that were killed, at the start of the next; those of hosts that run stay.
    @Test func whatAKilledHostClaimedIsRemoved() throws {
        let group = try Group("claim-k")
        let claim = try TargetClaim(TargetURL(parsing: "rtmp://live.invalid/app/held"), for: group.directory)
        defer { withExtendedLifetime(claim) {} }
        let left = try GroupDirectory.common() + "/target-left-\(getpid())"
        let descriptor = open(left, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        close(descriptor)
        _ = try TargetFixture()
        #expect(access(left, F_OK) != 0)
        let other = try Group("claim-l")
        #expect(try error("rtmp://live.invalid/app/held", other)?.code == .taken)
        unlink(left)
    }

    @Test func twoNamesOfOnePlaceAreNamedTwice() {
        var configuration = SessionConfiguration()
        configuration.targets = ["rtmp://h.invalid/app/SECRET", "rtmp://H.invalid:1935/app/SECRET"]
        let error = #expect(throws: SessionError.self) { try TargetCoordinator.parse(configuration) }
        #expect(error?.message.contains("named twice") == true && error?.message.contains("SECRET") == false)
    }
}
