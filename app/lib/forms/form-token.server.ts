import { createHmac } from "node:crypto";
import { env } from "../config/env.server.ts";
import { isSignatureOf, sign } from "./signature.server.ts";

/** Nobody reads a form, fills it in and sends it within this time, in milliseconds. */
const FASTEST = 2_000;

function signedTime(time: string): string {
  return `form token ${time}`;
}

/**
 * A signed note of when a page with a form was served. It names nobody, and may be shared by everybody who got the page
 * at the same time, so that such pages can be kept by caches.
 */
export function mintFormToken(now: number = Date.now()): string {
  const time = now.toString(36);
  return `${time}.${sign(signedTime(time))}`;
}

/** When the page of a token was served, in milliseconds since 1970; undefined for a token that is not ours. */
export function readFormToken(token: unknown): number | undefined {
  if (typeof token !== "string") return undefined;
  const [time = "", signature = ""] = token.split(".");
  return isSignatureOf(signedTime(time), signature) ? parseInt(time, 36) : undefined;
}

/** The token of a form that came back, which stays the form it was; a new one for any other page. */
export function keepFormToken(posted: unknown): string {
  return typeof posted === "string" && readFormToken(posted) !== undefined ? posted : mintFormToken();
}

export type FormIdentity = {
  /** The same for a form that is sent twice: the database keeps the first (docs/decisions/forms-and-limits.md). */
  form_id: string;
  /** Sent faster than a person can, or not from a page of ours. */
  suspect: boolean;
};

/**
 * What counts as the same form: the same entries from the same page, or from any page of the same day. Who goes back and
 * sends a message again gets a page anew, and means the same message; who files the same requirement from a page opened
 * anew means a second one.
 */
export type IdempotencyScope = "page" | "day";

/**
 * Tells one sent form from another. A double click, a resend and a retry after a lost answer get the same id; a changed
 * entry gets another. The id is keyed, so that nobody can take it before its owner. A form without a token counts as
 * sent from a page of its day.
 *
 * @param token what the form brought along
 * @param form a name for the form, so that two forms never share an id
 * @param values the entries, in the order of their schema
 */
export function identifyForm(
  token: unknown,
  form: string,
  values: object,
  scope: IdempotencyScope,
  now: number = Date.now(),
): FormIdentity {
  const served = readFormToken(token);
  const day = new Date(served ?? now).toISOString().slice(0, 10);
  const page = scope === "day" ? day : (served ?? day);
  const entries = JSON.stringify([form, page, values]);
  const digest = createHmac("sha256", env.SESSION_SECRET).update(entries).digest("hex");
  // A UUID of version 8: one whose making is ours.
  const form_id = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-a$4-$5");
  return { form_id, suspect: served === undefined || now - served < FASTEST };
}
