/**
 * How Node runs in tests, where hundreds of processes live for seconds: none lives long enough for what its scripts would
 * gain by being compiled twice, and 16 MB of new objects are tidied at once (1 MB at first, without). A sixth of their work.
 */
export const SHORT_LIVED_NODE = ["--min-semi-space-size=16", "--no-opt"];
