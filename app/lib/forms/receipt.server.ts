import { referenceOf } from "../format/reference.ts";
import { isSignatureOf, sign } from "./signature.server.ts";

/** What a page says of a form that was taken. */
export type Receipt = {
  /** What it is called. */
  reference: string;
  /** By when it is answered; ISO 8601. */
  answerBy: string;
};

const KEY = "sent";

function signedReceipt(path: string, receipt: string): string {
  return `receipt ${path} ${receipt}`;
}

/**
 * Where a form that was taken leads: to its page, with a receipt that this site alone can make. It names nobody and says
 * nothing of what was sent, and it holds without a cookie, and as often as the page is opened.
 *
 * @param path the page's
 * @param formId the form's (lib/forms/form-token)
 * @param hours until it is answered
 */
export function receiptAddress(path: string, formId: string, hours: number, now: number = Date.now()): string {
  const receipt = `${referenceOf(formId)}.${(now + hours * 60 * 60 * 1000).toString(36)}`;
  return `${path}?${KEY}=${receipt}.${sign(signedReceipt(path, receipt))}`;
}

const MARK = new RegExp(`^\\?${KEY}=(([A-Z0-9]{8})\\.([a-z0-9]{1,10}))\\.([\\w-]+)$`);

/** The receipt that an address names; undefined for every other address. @param search with its question mark */
export function readReceipt(path: string, search: string): Receipt | undefined {
  const [, receipt = "", reference = "", time = "", signature = ""] = MARK.exec(search) ?? [];
  if (!isSignatureOf(signedReceipt(path, receipt), signature)) return undefined;
  return { reference, answerBy: new Date(parseInt(time, 36)).toISOString() };
}
