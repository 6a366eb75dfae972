import fc from "fast-check";

/**
 * Any sign that there is. fast-check's own unit of that name, `binary`, keeps a table of all million, which a worker of
 * vitest takes seconds to write.
 */
export const anySign = fc
  .nat({ max: 0x10ffff - 0x800 })
  // Without the halves of pairs, which are no signs.
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));
