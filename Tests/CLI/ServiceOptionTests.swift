import Delivery
import Fixtures
import Foundation
import Testing

@testable import SplitcastCLI

struct ServiceOptionTests {
    private let scratch = Scratch()

    private func addresses(_ words: [String]) throws -> [String] {
        let command = try #require(try LiveCommand.parseAsRoot(words) as? LiveCommand)
        return try command.targets.services.addresses()
    }

    @Test func aServiceIsAnAddressWithTheKeyBehindIt() throws {
        try "\n abc_123 \n".write(toFile: scratch.file("key"), atomically: true, encoding: .utf8)
        let words = ["--service", "twitch", "--key", "@\(scratch.file("key"))", "--service", "YouTube", "--key", "q-w-e"]
        #expect(try addresses(words) == ["rtmps://live.twitch.tv:443/app/abc_123", "rtmps://a.rtmps.youtube.com:443/live2/q-w-e"])
        let plan = try #require(try LiveCommand.parseAsRoot(words + ["--capture", "pattern"]) as? LiveCommand).plan()
        #expect(plan.configuration.targets.count == 2)
        #expect(plan.shownTargets.allSatisfy { !$0.contains("abc_123") && !$0.contains("q-w-e") })
    }

    @Test func everyServicesAddressIsATarget() throws {
        for service in StreamService.allCases { #expect(throws: Never.self) { try TargetText.one(#require(service.address(withKey: "KEY"))) } }
    }

    /// A real keyring on a bus of its own, asked by the program.
    @Test func aKeyMayLieInTheDesktopsKeyring() throws {
        for name in ["ours", "none"] {
            try "video-only: true\nservice: [twitch]\nkey: ['keyring:\(name)']".write(
                toFile: scratch.file(name), atomically: true, encoding: .utf8)
        }
        let script = """
            printf password | gnome-keyring-daemon --unlock --foreground --components=secrets >/dev/null & keyring=$!
            trap 'kill $keyring' EXIT
            # Asked before it is there, the bus starts another, which is locked.
            hasKeyring='--session --print-reply --dest=org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus.NameHasOwner'
            n=0; until dbus-send $hasKeyring string:org.freedesktop.secrets | grep -q true; do n=$((n + 1)); [ $n -lt 1000 ] || exit 8; done
            n=0; until printf SECRET | secret-tool store --label ours splitcast ours; do n=$((n + 1)); [ $n -lt 100 ] || exit 9; done
            for name in ours none; do "$0" config check "$1/$name"; echo "status $?"; done
            """
        let home = ["HOME": scratch.path, "XDG_RUNTIME_DIR": scratch.path, "DBUS_SESSION_BUS_ADDRESS": nil, "DISPLAY": nil]
        let program = try releaseProduct("splitcast")
        let said = String(
            decoding: try runTool(["dbus-run-session", "--", "bash", "-c", "exec 2>&1; " + script, program, scratch.path], environment: home),
            as: UTF8.self)
        #expect(said.contains("\(scratch.file("ours")): all is well"), "\(said)")
        #expect(said.contains("--key keyring:none: the keyring has none of that name: secret-tool store"), "\(said)")
        #expect(said.contains("status 0\n") && said.contains("status 2\n") && !said.contains("SECRET"), "\(said)")
    }

    @Test(arguments: [
        (["--service", "twitch"], "--service twitch: give its stream key behind --key: @FILE, keyring:NAME or credential:NAME"),
        (["--key", "SECRET"], "--key without a --service: give its name before it:"),
        (["--service", "twich", "--key", "SECRET"], "--service twich: there are twitch, youtube,"),
        (["--service", "twitch", "--key", "@/nowhere"], "--key @/nowhere: cannot be read (No such file or directory)"),
        (["--service", "twitch", "--key", "@/dev/null"], "--key @/dev/null: holds no stream key"),
        (["--service", "twitch", "--key", "@/dev/zero"], "--key @/dev/zero: is no stream key"),
        (["--service", "twitch", "--key", "SECRET KEY"], "--key: is no stream key: one word of ASCII characters"),
        (["--service", "twitch", "--key", "credential:a/b"], "--key credential:a/b: give a name"),
        (["--service", "twitch", "--key", "credential:none"], "--key credential:none: there are none: systemd gives them"),
        (["--service", "twitch", "--key", "keyring:-x"], "--key keyring:-x: give a name"),
    ])
    func aMistakeIsNamedAndNoKeyIsShown(words: [String], message: String) {
        let failure = #expect(throws: CommandFailure.self) { try addresses(words) }
        #expect(failure?.message.hasPrefix(message) == true, "\(failure?.message ?? "")")
        #expect(failure?.message.contains("SECRET") == false)
    }
}
