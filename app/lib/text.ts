// eslint-disable-next-line no-control-regex -- control characters are the very thing looked for
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Normalises what a person typed: line ends as `\n`, no control characters, no space around it. */
export function cleanText(value: string): string {
  return value.replace(/\r\n?/g, "\n").replace(CONTROL_CHARACTERS, "").trim();
}

/** Cuts a message of unknown origin to one line of at most 200 characters, so that it fits a notification. */
export function clampMessage(value: string): string {
  const line = cleanText(value).replace(/\s+/g, " ");
  return line.length <= 200 ? line : `${line.slice(0, 199)}…`;
}
