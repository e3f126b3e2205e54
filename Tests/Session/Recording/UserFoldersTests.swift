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
}
