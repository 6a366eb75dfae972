import type { HistoryEntry } from "~/features/requirements/history/history";
import { RequirementForm } from "~/features/requirements/form/requirement-form";
import { RequirementParts } from "~/features/requirements/form/requirement-parts";
import { useRequirementForm } from "~/features/requirements/form/use-requirement-form";
import type { FormState } from "~/lib/forms/form";
import { Button, ButtonLink } from "~/ui/forms/button";
import { Unavailable } from "~/ui/layout/unavailable";
import { ClashNotice } from "./clash-notice";
import type { Clash } from "./edit.server";

/** What an action of the form answers with; to who comes second, with what the other has changed. */
export type EditState = FormState & { clash?: Clash | undefined };

type EditFormProps = {
  /** The form as it came back; undefined before it was sent. */
  state: EditState | undefined;
  /** The form as it begins; undefined while the requirement can't be told. */
  begun: FormState | undefined;
  /** What happened, the newest first. */
  entries: readonly HistoryEntry[];
  locale: string;
  minDeadline: string;
  /** Who is signed in: whose entries the page keeps. */
  owner: string | undefined;
  /** The requirement's page, and another way on from one that is closed. */
  path: string;
  isClosed: boolean;
  again?: string;
};

/** What the form carries of the page it is on. */
const carried = ["version", "since", "marks"] as const;

/** The same: as it was sent, or as the page has it. */
function seenIn({ defaultValues }: FormState, since: string) {
  const entry = (name: string, other = "") => String(defaultValues[name] ?? other);
  return { version: entry("version"), since: entry("since", since), marks: entry("marks") };
}

/** The form of a requirement as it is filed, to be changed, for either side (§3). */
export function EditForm(props: EditFormProps) {
  const { state, begun, entries, locale, minDeadline, owner, path, isClosed, again } = props;
  const model = useRequirementForm(state, begun);
  const form = state ?? begun;
  const clash = state?.clash;
  if (!form) return <Unavailable />;
  const seen = seenIn(form, entries[0]?.at ?? "");
  return (
    <div className="work-split">
      <RequirementParts model={model} />
      <div className="grid gap-6">
        {clash && (
          <ClashNotice clash={clash} entries={entries.filter(({ at }) => at > clash.stood.since)} locale={locale} />
        )}
        <RequirementForm
          model={model}
          minDeadline={minDeadline}
          keptFor={owner}
          end={
            <div className="actions">
              {!isClosed && (
                <Button name="intent" value="submit" busyText="Saving...">
                  Save Changes
                </Button>
              )}
              {isClosed && again !== undefined && <ButtonLink href={again}>Duplicate It</ButtonLink>}
              <ButtonLink href={path} variant="outline">
                Cancel
              </ButtonLink>
            </div>
          }
        >
          {carried.map((name) => (
            <input key={name} type="hidden" name={name} value={seen[name]} data-before={clash?.stood[name]} />
          ))}
        </RequirementForm>
      </div>
    </div>
  );
}
