package io.pragh.core.bulk;

/** Presents several passes as one: each pass advances the total by its share. Thread rule: one thread. */
final class PassProgress implements Progress {
    private final Progress whole;
    private final int passes;
    private long workDone;
    private long reported;

    PassProgress(Progress whole, int passes) {
        this.whole = whole;
        this.passes = passes;
    }

    @Override
    public void advance(long workDoneInPass) {
        workDone += workDoneInPass;
        long share = workDone / passes;
        whole.advance(share - reported);
        reported = share;
    }
}
