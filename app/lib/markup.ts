/** The attribute by which the document marks the whole stylesheet, for the middleware to cut down to what the page uses. */
export const INLINE_STYLES = "data-inline";
