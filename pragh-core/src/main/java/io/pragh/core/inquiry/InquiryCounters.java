package io.pragh.core.inquiry;

/**
 * What became of inquiries since the node started. Immutable.
 *
 * @param asked of others
 * @param unanswered of these, those that were refused, or whose answer did not come or was of no use
 * @param answered for others, to the end
 * @param refused to others
 * @param open of others, known at the moment
 */
public record InquiryCounters(long asked, long unanswered, long answered, long refused, long open) {}
