import CX264

/// How much work goes into a picture.
extension X264Encoder {
    func setEffort(_ preset: String) throws(CodecError) {
        guard preset != effort else { return }
        patches?.forgetEncoders()
        try applyEffort(preset)
        effort = preset
    }

    /// Key frames get all of the effort: slices of them that are encoded anew have to come out as libx264's own.
    ///
    /// - Parameter isPage: little changed of the picture that comes next, which is no key frame.
    func ease(isPage: Bool) throws(CodecError) {
        guard motion != nil, isEasedPage != isPage else { return }
        isEasedPage = isPage
        try applyEffort(effort)
    }

    /// - Parameter changedShare: of the macroblocks of the picture that was encoded.
    func note(_ changedShare: Double) throws(CodecError) {
        let before = isEasedMotion
        motion?.note(decibels: lumaDecibels, changedShare: changedShare)
        noteTrials(changedShare)
        guard isEasedMotion != before else { return }
        patches?.forgetEncoders()
        try applyEffort(effort)
    }

    /// One at a time: what the other one does to the picture would be taken for its own.
    private func noteTrials(_ changedShare: Double) {
        guard reach.rows == 0, changedShare >= MotionQuality.leastChanged else {
            coarserSearch?.end()
            intra?.end()
            return
        }
        let before = intra?.isOther
        if coarserSearch?.isTrying != true { intra?.note(decibels: lumaDecibels) }
        if intra?.isOther != before || intra?.isTrying == true { coarserSearch?.end() } else { coarserSearch?.note(decibels: lumaDecibels) }
    }

    private var isEasedMotion: Bool { motion?.isAmple == true || coarserSearch?.isOther == true }

    private func applyEffort(_ preset: String) throws(CodecError) {
        try parameters.setEffort(preset)
        if isEasedPage { parameters.easeForPage() }
        (deblocks, reach.usual) = (parameters.b_deblocking_filter, parameters.search)
        if isEasedMotion { parameters.analyse.i_subpel_refine = 1 }
        try reconfigure()
    }
}
