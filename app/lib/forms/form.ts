/** What a form page gets back from its action: the entries as typed, and a message for each field that is wrong. */
export type FormState = {
  /** The entries, for remix-hook-form to render. Lists are kept apart, since it takes text and ticks only. */
  defaultValues: Record<string, string | boolean>;
  lists: Record<string, string[]>;
  errors: Record<string, { type: string; message: string }>;
  /** The field that the page opens at. */
  opensAt?: string | undefined;
  /** Whoever sent it has to sign in again before it can be taken. */
  isSignedOut?: boolean;
};

/** A form without entries worth keeping. */
export const NO_ENTRIES: FormState = { defaultValues: {}, lists: {}, errors: {} };

/** A form that was not taken, with the reason beside one of its fields; as it was, where that is no field of it. */
export function withReason<State extends FormState>(state: State, field: string, message: string): State {
  if (!(field in state.defaultValues)) return state;
  return { ...state, errors: { ...state.errors, [field]: { type: "validation", message } } };
}

/** An entry of a form or an address as text; "" for none, and for a file. */
export function textOf(entry: FormDataEntryValue | null): string {
  return typeof entry === "string" ? entry : "";
}

/** What was typed into a field of a form that came back; undefined for a form that did not, or has no such field. */
export function sentText(sent: FormState | undefined, field: string): string | undefined {
  const value = sent?.defaultValues[field];
  return typeof value === "string" ? value : undefined;
}

/** Was a form sent on another version than the one that is saved? @param version the saved one, as far as it is known */
export function isStale(sent: FormState | undefined, version: number | undefined): boolean {
  const seen = sentText(sent, "version");
  return seen !== undefined && version !== undefined && seen !== String(version);
}

/** What is wrong with a form, by field, as the server (`FormState`) or the form in the browser says it. */
export type FieldErrors = Readonly<Record<string, unknown>>;

/** The keys a form may send: everything else in the body is ignored. */
export type FormKeys = {
  single: readonly string[];
  /** Keys that may come several times: a list. */
  multiple?: readonly string[];
  /** How many items of such a list are read, with one more; nothing beyond is looked at. */
  most?: number;
  /** Those of the single keys that are boxes to tick. */
  checkboxes?: readonly string[];
  /** The fields in the page's order, where the keys above are in another: mistakes are told in it. */
  order?: readonly string[];
};

/** Are there fields to mend? */
export function hasErrors(errors: FieldErrors | undefined): errors is FieldErrors {
  return errors !== undefined && Object.keys(errors).length > 0;
}

/** The first message of a field's error; a list's error stands at one of its items. */
export function messageOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "This entry is not valid";
  if ("message" in error && typeof error.message === "string") return error.message;
  return messageOf(Object.values(error).find((item) => typeof item === "object" && item !== null));
}

/** The form of a page that has one: what stands outside it (the page's token) belongs to it by this id. */
export const FORM_ID = "form";

/** The hidden entry with the page's token (lib/forms/form-token.server). */
export const TOKEN_KEY = "served";

/** The hidden entry that says for whom a page was made (lib/forms/owner.server). */
export const OWNER_KEY = "owner";

/** The hidden entry that says for which company of theirs a page was made: its id, "" for none yet (lib/forms/owner.server). */
export const COMPANY_KEY = "of_company";

/** A form that was not taken, since its page was made for another person or company, or does not say for whom. */
export type ForeignForm = {
  isOfAnother: boolean;
  /** The company that they belong to by now, where the page was made for another, or for none. */
  company?: string;
  /** Where it was sent. */
  path: string;
  /** All that it carried, in its order, but for passwords and for whom it was made: that the page says by itself. */
  entries: [name: string, value: string][];
};

/** What is said of a form whose page was made for another account than the one that is signed in. */
export const OF_ANOTHER = {
  title: "This page was opened by another account",
  text: "Another account is signed in now, in this browser. Nothing was saved or sent. To send it, sign in in another tab as the account that opened this page, and press the button again.",
} as const;

/** What is said of a form whose page was made before its person came to the company that they belong to. */
export function ofAnotherCompany(company: string) {
  return {
    title: `You belong to ${company} by now`,
    text: `You belong to ${company} by now. Nothing was saved or sent. Send it again if it is for ${company}.`,
  } as const;
}

/** An entry that people don't see and programs fill in. */
export const HONEYPOT_KEY = "website";
