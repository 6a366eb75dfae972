/** How Node runs in tests, where hundreds of processes live for seconds: with room for new objects (1 MB at first, without). */
export const SHORT_LIVED_NODE = ["--min-semi-space-size=16"];
