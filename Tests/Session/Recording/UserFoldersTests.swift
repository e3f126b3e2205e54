import Fixtures
import Foundation
import Testing

@testable import Session

@Suite struct UserFoldersTests {
    @Test(
        arguments: [
            (#"XDG_VIDEOS_DIR="$HOME/Filme""#, "/users/a/Filme"), (#"XDG_VIDEOS_DIR="/media/disk""#, "/media/disk"),
            (#"XDG_VIDEOS_DIR="$HOME/""#, nil), (#"XDG_VIDEOS_DIR=relative"#, nil), (#"#XDG_VIDEOS_DIR="/x""#, nil),
            (#"XDG_PICTURES_DIR="/pictures""#, nil),
        ] as [(String, String?)])
    func aLineOfTheUsersFileIsRead(line: String, folder: String?) {
        #expect(UserFolders.written("XDG_VIDEOS_DIR", in: ["# made by xdg-user-dirs-update", line[...]], "/users/a") == folder)
    }

    /// Only of a recording that stands right in it, whose name has its percent signs twice.
    @Test(
        arguments: [
            ("a/100%%/talk-%Y.mkv", true), ("a/100%/talk.mkv", false), ("a/100%%/b/talk.mkv", false), ("a/100%%", false), ("talk.mkv", false),
        ])
    func theFolderForRecordingsIsMadeForOneInIt(file: String, isMade: Bool) {
        let scratch = Scratch()
        let folders = UserFolders(recordings: scratch.file("a/100%"), pictures: scratch.file("b"))
        folders.makeRecordings(for: scratch.file(file))
        #expect(FileManager.default.fileExists(atPath: folders.recordings) == isMade)
        #expect(scratch.names() == (isMade ? ["a"] : []))
    }
}
