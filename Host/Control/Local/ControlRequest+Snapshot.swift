import Codec
import Session

extension ControlRequest {
    /// `file` or `folder`; `format` by the file's ending, else PNG; `source` is `canvas` where it is left out.
    static func snapshot(_ fields: Fields) throws -> SnapshotRequest {
        func refusal(_ text: String) -> ControlReply.Refusal { ControlReply.Refusal(.badField, PlainText.of(text)) }
        let format = try fields.format.read().map { text in
            guard let format = StillFormat(rawValue: text) else { throw refusal("\"format\" of \"snapshot\" must look like \(fields.format.form)") }
            return format
        }
        let source = try fields.source.read() ?? SnapshotRequest.canvas
        let request: SnapshotRequest
        switch (try fields.file.read(), try fields.folder.read()) {
        case (let file?, nil): request = SnapshotRequest(.file(file), format: format ?? StillFormat(ofFile: file) ?? .png, source: source)
        case (nil, let folder?): request = SnapshotRequest(.folder(folder), format: format ?? .png, source: source)
        case (nil, nil): request = SnapshotRequest(.folder(try fields.needed(fields.folder)), source: source)
        case (.some, .some): throw refusal("\"snapshot\" takes \"file\" or \"folder\", not both")
        }
        if let problem = request.problem { throw refusal(problem) }
        return request
    }
}
