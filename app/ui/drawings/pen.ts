/** What a drawing needs where no style reaches it: in browsers that know no layers or custom properties. */
export const PEN = { fill: "none", stroke: "currentColor", strokeWidth: 2 };
