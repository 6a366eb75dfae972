import type { Notice } from "./notice.server";

/** A notice that something was done. */
export function successNotice(title: string, text?: string): Notice {
  return { type: "success", title, ...(text === undefined ? {} : { text }) };
}

/** A notice that something was not done, or that something is wrong. */
export function errorNotice(title: string, text?: string): Notice {
  return { type: "error", title, ...(text === undefined ? {} : { text }) };
}
