/** Who may keep an answer, as `Cache-Control` says it. */
export const CACHING = {
  /** Everybody: browsers ask each time (a notice may be waiting), and are told "unchanged"; a CDN keeps it five minutes. */
  everybody: "public, max-age=0, s-maxage=300, must-revalidate",
  /** Everybody who asks first whether it is still so: jobs, which are over from one moment to the next. */
  fresh: "no-cache",
  /** The browser that asked, and only to show it again when somebody goes back to it. */
  goingBack: "private, no-cache",
  /** Nobody: what is somebody's own. */
  nobody: "private, no-store",
} as const;

/** Where a browser's cache is emptied: an image of the page after a sign-out. */
export const emptyCachePath = "/empty-cache";

/** What the cookie `kept` says when whoever pages were kept for has left, as a browser sends it. */
const LEFT = `kept=${btoa(JSON.stringify("left"))}`;

/** Is this browser's cache to be emptied? Its next page has an image for that, and is made for it. */
export function hasPagesToForget(cookies: string | undefined): boolean {
  return cookies?.includes(LEFT) ?? false;
}
