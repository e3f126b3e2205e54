/// The layers of the canvas that an agent may ask for (`Hello.place`).
enum CanvasLayer: String, Sendable { case screen }
