import { sentText, type FormState } from "~/lib/forms/form";
import { Button } from "~/ui/forms/button";
import { Labelled, labelledControl } from "~/ui/forms/labelled";
import type { Candidate } from "./candidate.server";
import { OwnedForm } from "~/ui/forms/owned-form";

type SentProps = { sent: FormState | undefined };

/** What people enter as their employer who have none. */
const NO_EMPLOYER =
  /^(freelanc(e|er|ing)|self[- ]?employed|un[- ]?employed|none|nil|no|n\/?a|-+|student|fresher|not working|looking( for a job)?)$/i;

/** Who must not learn of a candidate, and one more. */
export function NeverForms({
  never,
  employer,
  sent,
}: Pick<Candidate, "never"> & { employer: string | null } & SentProps) {
  const error = sent?.errors["named"]?.message;
  return (
    <>
      <ul className="lines">
        {employer && !NO_EMPLOYER.test(employer) && (
          <li>
            <bdi>{employer}</bdi> <span className="hint">Works there</span>
          </li>
        )}
        {never.map(({ id, named, domain, is_known, is_own, is_employer }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4">
            <bdi>{named}</bdi>
            {is_employer && <span className="hint">Works there</span>}
            {!domain && !is_known && (
              <span className="hint">Not one of our clients: compared letter by letter. Its domain is safer.</span>
            )}
            {is_own ? (
              <span className="hint">They said so themselves, and only they can undo it</span>
            ) : (
              <OwnedForm>
                <input type="hidden" name="id" value={id} />
                <Button variant="quiet" name="intent" value="remove-never">
                  Remove <bdi className="sr-only">{named}</bdi>
                </Button>
              </OwnedForm>
            )}
          </li>
        ))}
      </ul>
      <OwnedForm className="pick mt-3">
        <Labelled name="named" label="Company or domain" error={error}>
          <input
            {...labelledControl({ name: "named", error })}
            defaultValue={sentText(sent, "named") ?? ""}
            maxLength={200}
          />
        </Labelled>
        <Button variant="outline" name="intent" value="never">
          Add
        </Button>
      </OwnedForm>
    </>
  );
}

/** Whether somebody has agreed that we keep them; who was not asked can be. */
export function KeepForm({ found }: { found: Candidate }) {
  const { candidate, is_kept, is_disowned, keep_asked: isAsked } = found;
  if (is_kept) return <p>They have agreed that we keep this record.</p>;
  const why = is_disowned
    ? "The owner of this address said that it is not theirs. We no longer write to it."
    : candidate.email === null && !candidate.phone
      ? "You can't ask them: we have no e-mail address."
      : undefined;
  const isByPhone = !is_disowned && candidate.email === null && !!candidate.phone;
  return (
    <OwnedForm className="grid gap-3">
      <p>
        {isAsked
          ? "Asked whether we may keep this record; no answer yet."
          : found.consents.some(({ purpose }) => purpose === "keep")
            ? "They have not agreed to be kept. Their answers are below."
            : "We have not asked yet whether we may keep this record."}
      </p>
      {why && <p className="late">{why}</p>}
      {isByPhone && (
        <p className="hint">
          This question goes by mail, and we have no e-mail address. You can ask them about a job by phone: add them to
          the requirement, and ring them.
        </p>
      )}
      {!why && !isByPhone && !isAsked && (
        <div>
          <input type="hidden" name="seen" value={candidate.version} />
          <Button variant="outline" name="intent" value="keep" busyText="Sending...">
            Ask Them{" "}
          </Button>
        </div>
      )}
    </OwnedForm>
  );
}
