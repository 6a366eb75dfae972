/** Who may keep an answer, as `Cache-Control` says it. */
export const CACHING = {
  /** Everybody: browsers ask each time (a notice may be waiting), and are told "unchanged"; a CDN keeps it five minutes. */
  everybody: "public, max-age=0, s-maxage=300, must-revalidate",
  /** The browser that asked, and only to show it again when somebody goes back to it. */
  goingBack: "private, no-cache",
  /** Nobody: what is somebody's own. */
  nobody: "private, no-store",
} as const;

/** Where a browser's cache is emptied: an image of the page after a sign-out. */
export const emptyCachePath = "/empty-cache";
