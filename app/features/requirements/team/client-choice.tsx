import { z } from "zod";
import type { Tables } from "~/lib/backend/database.types";
import { rowId } from "~/lib/format/schema";
import { cleanText } from "~/lib/format/text";
import { Button } from "~/ui/forms/button";
import { FieldError, fieldId } from "~/ui/forms/field";
import { Labelled, labelledControl } from "~/ui/forms/labelled";
import type { Suggestion } from "./conversion.server";

/** The choice that makes a company of whoever sent the posting. */
export const INVITE = "invite";

const NOT_CHOSEN = "Choose the company";

export const clientChoice = z.union([z.literal(INVITE), rowId(NOT_CHOSEN)], NOT_CHOSEN);

/** Why a company is offered, in words of ours: they stand apart from its name, which is anybody's. */
const REASONS = {
  address: "The posting names an address of one of its people; a public form proves no address.",
  name: "Of the same name.",
  words: "Of a similar name.",
  new: "A new company: the address that the posting names, which nobody has proved, is invited to own it, by a mail.",
} as const;

/** A company that the requirement can be for. */
type Choice = { value: string; reason: keyof typeof REASONS; name: string };

function isReason(text: string): text is Choice["reason"] {
  return text in REASONS;
}

/** For which company the requirement can be: one that is here, or the sender's, who is invited to own it. */
export function clientChoices(
  suggestions: readonly Suggestion[],
  { company }: Pick<Tables<"public_job_submissions">, "company">,
): Choice[] {
  const known = suggestions.flatMap(({ id: value, company_name: name, reason }) =>
    isReason(reason) ? [{ value, reason, name }] : [],
  );
  return [...known, { value: INVITE, reason: "new", name: company }];
}

/** The entries in which the form carries its choices along, so that they stay while the backend can't tell them. */
export const OFFERED = "offered";

/** The choices that a form has brought back. */
export function offeredChoices(entries: readonly string[] = []): Choice[] {
  return entries.flatMap((entry) => {
    const [value = "", reason = "", ...name] = entry.split(" ");
    const isOne = clientChoice.safeParse(value).success && isReason(reason);
    return isOne ? [{ value, reason, name: name.join(" ") }] : [];
  });
}

/** The choices, with the one that was made before another company was looked for. */
export function withChosen(choices: Choice[], offered: readonly Choice[], chosen: unknown): Choice[] {
  const made = offered.find(({ value }) => value === chosen);
  return made && choices.every(({ value }) => value !== chosen) ? [made, ...choices] : choices;
}

/** The name that is looked for, and the one that was when the page was made. */
const NAME = "company";
const LOOKED = "looked";
const LONGEST_NAME = 200;
const LOOK = "look";

/** The name that a form or an address looks for; null for one that has no such entry. */
export function lookedFor(entries: FormData | URLSearchParams): string | null {
  const name = entries.get(NAME);
  return typeof name === "string" ? cleanText(name).slice(0, LONGEST_NAME) : null;
}

/** Is a company to be looked for, and nothing else? Enter presses the form's first button, also in the box of the name. */
export function isLooking(body: FormData): boolean {
  const intent = body.get("intent");
  return intent === LOOK || (intent === "enter" && (lookedFor(body) ?? "") !== (body.get(LOOKED) ?? ""));
}

/** Was a company looked for by name, and none found? Those of the sender's address are there in any case. */
export function isMissed(name: string, suggestions: readonly Suggestion[]): boolean {
  return name !== "" && suggestions.every(({ reason }) => reason === "address");
}

type ClientChoiceProps = { choices: Choice[]; chosen: string | undefined; error: string | undefined };

/** Asks for which company the requirement is. */
export function ClientChoice({ choices, chosen, error }: ClientChoiceProps) {
  return (
    <fieldset className="part">
      <legend>For which company</legend>
      <p className="hint mb-3">
        A company&apos;s member whose address the posting names is told of it by mail; else its owners are.
      </p>
      <FieldError name="client" error={error} />
      {choices.map(({ value, reason, name }, index) => (
        <label key={value} className="check">
          <input
            type="radio"
            name="client"
            id={index === 0 ? fieldId("client") : undefined}
            value={value}
            defaultChecked={chosen === value}
          />
          <span>
            <bdi>{name}</bdi> <span className="hint reason">{REASONS[reason]}</span>
          </span>
          <input type="hidden" name={OFFERED} value={`${value} ${reason} ${name}`} />
        </label>
      ))}
    </fieldset>
  );
}

/** Looks for another company by its name: a button of the form itself, so that nothing typed in it is lost. */
export function ClientSearch({ name, isMissed }: { name: string; isMissed: boolean }) {
  return (
    <div role="search" aria-label="Companies" className="grid gap-4 no-print">
      <Labelled name={NAME} label="Look for another company">
        <div className="flex gap-2">
          <input
            {...labelledControl({ name: NAME })}
            type="search"
            defaultValue={name}
            maxLength={LONGEST_NAME}
            autoComplete="off"
          />
          <Button variant="outline" name="intent" value={LOOK} formAction={`#${fieldId("client")}`}>
            Look
          </Button>
        </div>
      </Labelled>
      {isMissed && (
        <p role="status">
          No company is called “<bdi>{name}</bdi>”.
        </p>
      )}
      <input type="hidden" name={LOOKED} value={name} />
    </div>
  );
}
