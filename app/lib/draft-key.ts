/** Where a page keeps what is typed while it is left or reloaded: this tab's memory. Signing out empties it. */
export const DRAFT_KEY = "draft";
