import type { ReactNode } from "react";
import { z } from "zod";
import { rowId } from "~/lib/schema/fields";
import { cleanText, firstCharacters } from "~/lib/format/text";
import { Button } from "~/ui/forms/button";
import { FieldError, fieldId } from "~/ui/forms/field";
import { Labelled, labelledControl, LabelledInput } from "~/ui/forms/labelled";
import type { Suggestion } from "./conversion.server";

/** The choice that makes a company of whoever wants the requirement. */
export const INVITE = "invite";

const NOT_CHOSEN = "Choose the company";

export const clientChoice = z.union([z.literal(INVITE), rowId(NOT_CHOSEN)], NOT_CHOSEN);

/** Why a company is offered, in words of ours: they stand apart from its name, which is anybody's. */
const REASONS = {
  connected: "Named when the enquiry was noted.",
  address: "One of its people has the address in the form. We can't check who filled it in.",
  invited: "A colleague invited this address to it.",
  number: "It has this number, or one of its people has.",
  name: "Of the same name.",
  words: "Of a similar name.",
  new: "A new company. We invite the address in the form to own it, by mail. Nobody has confirmed that address yet.",
  unreached: "A new company. It has no owner yet, because there is no address to invite.",
};

/** What is said of a company that anybody may have made. */
const UNKNOWN = " The team does not know it yet.";

/** A company that the requirement can be for; has the team had nothing to do with it, as far as that is told? */
type Choice = { value: string; reason: keyof typeof REASONS; name: string; isUnknown?: boolean };

function isReason(text: string): text is Choice["reason"] {
  return text in REASONS;
}

/** Who wants it, as far as a company is made of them. */
export type Sender = { name: string; email: string | null; company: string | null };

/** What a company that is made for somebody is called, unless the team says otherwise. */
export function newCompanyName({ name, company }: Sender): string {
  return company ?? name;
}

/** For which company the requirement can be: one that is here, or the sender's, which is made. */
export function clientChoices(
  suggestions: readonly Pick<Suggestion, "id" | "company_name" | "reason" | "is_known">[],
  sender: Sender,
): Choice[] {
  const known = suggestions.flatMap(({ id: value, company_name: name, reason, is_known }) =>
    isReason(reason) ? [{ value, reason, name, isUnknown: !is_known }] : [],
  );
  const reason = sender.email === null ? "unreached" : "new";
  return [...known, { value: INVITE, reason, name: newCompanyName(sender) }];
}

/** The companies that are more than of a similar name: those that it may well be. */
function likelyOf(choices: readonly Choice[]): Choice[] {
  return choices.filter(({ value, reason }) => value !== INVITE && reason !== "words");
}

/**
 * The choice that stands alone: what was chosen before, the one company that it may be, if the team knows it, or a new one
 * when there is no other. Whoever has made a company of that name themselves is not ticked: anybody can.
 */
export function onlyChoice(choices: readonly Choice[]): string | undefined {
  if (choices.every(({ value }) => value === INVITE)) return choices[0]?.value;
  const [only, ...others] = likelyOf(choices);
  if (only === undefined || others.length > 0) return undefined;
  return only.reason === "connected" || only.isUnknown === false ? only.value : undefined;
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
  return typeof name === "string" ? firstCharacters(cleanText(name), LONGEST_NAME) : null;
}

/** Is a company to be looked for, and nothing else? Enter presses the form's first button, also in the box of the name. */
export function isLooking(body: FormData): boolean {
  const intent = body.get("intent");
  return intent === LOOK || (intent === "enter" && (lookedFor(body) ?? "") !== (body.get(LOOKED) ?? ""));
}

/** Was a company looked for by name, and none found? Those that the sender may be of are there in any case. */
export function isMissed(name: string, suggestions: readonly Suggestion[]): boolean {
  return name !== "" && suggestions.every(({ reason }) => reason !== "name" && reason !== "words");
}

/** What a new company is to be called. */
export const NEW_NAME = "new_company";

type ClientRadioProps = { choice: Choice; chosen: string | undefined; isFirst: boolean };

function ClientRadio({ choice: { value, reason, name, isUnknown }, chosen, isFirst }: ClientRadioProps) {
  return (
    <label className="check">
      <input
        type="radio"
        name="client"
        id={isFirst ? fieldId("client") : undefined}
        value={value}
        defaultChecked={chosen === value}
      />
      <span>
        <bdi>{name}</bdi> <span className="hint reason">{`${REASONS[reason]}${isUnknown ? UNKNOWN : ""}`}</span>
      </span>
      <input type="hidden" name={OFFERED} value={`${value} ${reason} ${name}`} />
    </label>
  );
}

type ClientChoiceProps = {
  choices: Choice[];
  chosen: string | undefined;
  error: string | undefined;
  /** What a new company is to be called. */
  newName: string;
  /** The name that is looked for, and whether nothing has it. */
  name: string;
  isMissed: boolean;
  /** What stands beside the name of a new one. */
  children: ReactNode;
};

/**
 * Asks for which company the requirement is. Where it may well be one that is here, a new one is folded with the search for
 * another: it would be the same company twice.
 */
export function ClientChoice({ choices, chosen, error, newName, name, isMissed, children }: ClientChoiceProps) {
  const likely = likelyOf(choices);
  const shown = likely.length === 0 ? choices : choices.filter(({ value }) => value !== INVITE);
  const folded = choices.filter((choice) => !shown.includes(choice));
  const isOpen = choices.length === 0 || name !== "" || folded.some(({ value }) => value === chosen);
  const newOne = (
    <LabelledInput name={NEW_NAME} label="Name of a new company" defaultValue={newName} maxLength={LONGEST_NAME} />
  );
  return (
    <fieldset className="part">
      <legend>For which company</legend>
      <FieldError name="client" error={error} />
      {shown.map((choice, index) => (
        <ClientRadio key={choice.value} choice={choice} chosen={chosen} isFirst={index === 0} />
      ))}
      <p className="hint">We tell by mail whoever of the company has the address in the form, or else its owners.</p>
      <div className="grid gap-3 sm:grid-cols-2 mt-3">
        {folded.length === 0 && choices.length > 0 && newOne}
        {children}
      </div>
      <details className="more mt-3" open={isOpen}>
        <summary>Look for another</summary>
        <div className="grid gap-3">
          <ClientSearch name={name} isMissed={isMissed} />
          {folded.map((choice) => (
            <ClientRadio key={choice.value} choice={choice} chosen={chosen} isFirst={false} />
          ))}
          {folded.length > 0 && newOne}
        </div>
      </details>
    </fieldset>
  );
}

/** Looks for another company by its name: a button of the form itself, so that nothing typed in it is lost. */
function ClientSearch({ name, isMissed }: { name: string; isMissed: boolean }) {
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
            Find{" "}
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
