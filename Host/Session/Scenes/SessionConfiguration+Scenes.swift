import Picture

extension SessionConfiguration {
    /// Reads the pictures and draws the texts that the broadcast begins with: a mistake is told before anything starts. Blocks for their decoding.
    ///
    /// - Throws: `badSetting` in one line.
    func makeOverlays() throws(SessionError) -> [RunningOverlay] {
        let all = (scene?.overlays ?? []) + overlays
        guard all.count <= Overlays.most else {
            throw SessionError(.badSetting, "\(all.count) overlays are given, and there are \(Overlays.most) at most: leave some out")
        }
        let canvas = canvasSize ?? Self.largestAutomaticCanvas
        let moment = OverlayTemplate.Moment(time: .now(), uptime: .zero, group: group.text)
        var made: [RunningOverlay] = []
        for choice in all {
            if let problem = choice.problem { throw SessionError(.badSetting, problem) }
            made.append(try RunningOverlay(choice, on: canvas, at: moment))
        }
        return made
    }

    /// What of the scene that it begins with it lacks, a line each.
    var lackingOfScene: [String] {
        var book = LayerBook(aspect: aspect)
        for source in sources { book.add(source.name) }
        return book.show(scene?.layers ?? [], on: canvasSize)
    }
}
