import Testing

@testable import Intake
@testable import Supervision

@Suite struct ControlGroupPathsTests {
    private static let v1Mount = "41 30 0:36 / /sys/fs/cgroup/memory rw,relatime shared:18 - cgroup cgroup rw,memory"
    private static let cpuMount = "40 30 0:35 / /sys/fs/cgroup/cpu rw,relatime shared:17 - cgroup cgroup rw,cpu,cpuacct"
    private static let v2Mount = "35 24 0:30 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate"

    @Test func aPureVersion2MachineHasNoOther() {
        let paths = ControlGroupPaths(cgroup: "0::/user.slice/user-1000.slice/session-2.scope\n", mounts: Self.v2Mount)
        #expect(paths.version1 == nil)
        #expect(paths.version2?.own == "/sys/fs/cgroup/user.slice/user-1000.slice/session-2.scope")
        #expect(paths.version2?.top == "/sys/fs/cgroup")
    }

    @Test func aHybridMachineHasBoth() {
        let text = "4:memory:/services/one\n3:cpu,cpuacct:/\n1:name=systemd:/x\n0::/\n"
        let paths = ControlGroupPaths(
            cgroup: text,
            mounts: [Self.cpuMount, Self.v1Mount, "43 30 0:37 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw"].joined(separator: "\n"))
        #expect(paths.version1 == "/sys/fs/cgroup/memory/services/one")
        #expect(paths.version2?.own == "/sys/fs/cgroup/unified")
    }

    @Test func aContainerThatSeesAPartOfTheTreeFindsItself() {
        let mount = "41 30 0:36 /docker/abc /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory"
        #expect(ControlGroupPaths(cgroup: "9:memory:/docker/abc", mounts: mount).version1 == "/sys/fs/cgroup/memory")
        #expect(ControlGroupPaths(cgroup: "9:memory:/docker/abc/in", mounts: mount).version1 == "/sys/fs/cgroup/memory/in")
        #expect(ControlGroupPaths(cgroup: "9:memory:/docker/abcd", mounts: mount).version1 == "/sys/fs/cgroup/memory/docker/abcd")
        #expect(ControlGroupPaths(cgroup: "0::/../other", mounts: Self.v2Mount).version2?.own == "/sys/fs/cgroup")
    }

    @Test func withoutControlGroupsThereAreNone() {
        for (cgroup, mounts) in [("", ""), ("nonsense", "a b c"), ("4:memory:/x", ""), ("", Self.v1Mount), ("0::/x", Self.cpuMount)] {
            let paths = ControlGroupPaths(cgroup: cgroup, mounts: mounts)
            #expect(paths.version1 == nil && paths.version2 == nil)
        }
    }

    @Test func systemdIsAskedForAScopeOfThatName() {
        let scope = SystemdScope(program: "/usr/bin/systemd-run", isUser: true)
        let launch = scope.wrap(.init(program: "/x/agent", arguments: ["--display", ":1"]), name: "splitcast-talk-7-1", limitBytes: 8 << 20)
        #expect(launch.program == "/usr/bin/systemd-run")
        #expect(
            launch.arguments == [
                "--user", "--scope", "--quiet", "--collect", "--unit=splitcast-talk-7-1.scope", "-p", "MemoryMax=8388608", "-p",
                "MemorySwapMax=0", "--", "/x/agent", "--display", ":1",
            ])
        #expect(launch.group == nil && launch.mostDataBytes == nil)
    }
}
