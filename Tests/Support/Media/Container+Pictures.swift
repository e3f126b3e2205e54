public import Codec

extension Container {
    /// Those that tests with pictures go through.
    public static let forPictures = allCases.filter(\.takesPictures)
}
