import AppGroup
import Frames
import Intake
import Picture

extension SessionStatus {
    /// - Parameter canvas: `nil` until there is one.
    static func sources(_ book: LayerBook, canvas: PixelSize?, agents: [AgentSnapshot]) -> [Source] {
        let shapes = canvas.map { book.shapes(on: $0) } ?? [:]
        let problems = canvas.map { book.problems(on: $0, agents: agents) } ?? [:]
        return book.sources.map { source in
            let own = agents.filter { $0.description.place == source.text }
            let live = own.first(where: \.isLive)
            let state = live.map { $0.isPaused ? "paused" : $0.isStalled ? "stalled" : "live" } ?? (own.isEmpty ? "none" : "waiting")
            return Source(
                name: source.text, state: state, agent: live?.description.generation, backend: live?.description.backend ?? "",
                screen: live?.description.screen ?? "", size: live?.geometry.map { "\($0.size)" } ?? "",
                layer: shapes[source.text].map { Layer($0, problems[source]) },
                zoom: book.zooms[source].map { SourceZoom(factor: $0.factor, follow: $0.follow.rawValue) },
                camera: live.map { CameraDial.all(of: $0.camera).map(CameraSetting.init) } ?? [])
        }
    }

    /// What is captured for one layer of the canvas.
    public struct Source: Codable, Sendable {
        public var name: String
        /// `live`, `paused`, `stalled` (its agent says that nothing comes), `waiting` (for its agent's first picture), or `none`.
        public var state: String
        /// The live agent's id.
        public var agent: UInt32?
        public var backend: String
        public var screen: String
        /// Of its frames as they are stored; empty while none is live.
        public var size: String
        /// Where it is shown; absent until there is a canvas.
        public var layer: Layer?
        /// How close it is seen; absent where no zoom was asked for.
        public var zoom: SourceZoom?
        /// What can be set of the camera that is captured.
        public var camera: [CameraSetting] = []
    }

    /// How close a source is seen.
    public struct SourceZoom: Codable, Sendable {
        /// 1 for all of it.
        public var factor: Double
        /// `pointer` or `off`.
        public var follow: String
    }

    /// Where and how a source is shown, in canvas pixels.
    public struct Layer: Codable, Sendable {
        public var x: Int
        public var y: Int
        public var width: Int
        public var height: Int
        public var aspect: String
        public var z: Int
        public var opacity: Double
        public var isMirrored: Bool
        /// `X,Y,WxH` of the upright source; empty for all of it.
        public var crop: String
        public var isHidden: Bool
        /// Why it is not seen though it is not hidden; empty where it is.
        public var problem: String

        init(_ shape: LayerShape, _ problem: LayerProblem?) {
            self.problem = problem?.text ?? ""
            (x, y, width, height) = (shape.box.x, shape.box.y, shape.box.width, shape.box.height)
            (aspect, z, opacity) = (shape.mode.word, shape.z, shape.opacity)
            (isMirrored, isHidden) = (shape.isMirrored, shape.isHidden)
            crop = shape.crop.map { "\($0.x),\($0.y),\($0.width)x\($0.height)" } ?? ""
        }
    }
}
