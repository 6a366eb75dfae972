import type { ReactNode } from "react";
import { isolated } from "~/lib/format/text";
import { Button } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { isShown } from "~/features/candidates/states";
import type { OwnEntry } from "./own-page";
import { Act } from "~/ui/forms/act";

type OwnActProps = { entry: string; intent: string; does: string; label: string; about: string; isFirst?: boolean };

/** One press about one company, with what it does under it. */
function OwnAct({
  entry,
  intent,
  does,
  label,
  about,
  isFirst = false,
  children,
}: OwnActProps & { children?: ReactNode }) {
  return (
    <OwnedForm>
      <input type="hidden" name="entry" value={entry} />
      {children}
      <Act does={does}>
        <Button variant={isFirst ? "primary" : "outline"} name="intent" value={intent} busyText="Saving...">
          {label}
          <span className="sr-only">{about}</span>
        </Button>
      </Act>
    </OwnedForm>
  );
}

/** The yes to this very card, and the no, or the way back. */
export function EntryForms(entry: OwnEntry) {
  const { id, state, is_changed, is_never, is_reconsidered, digest, is_open, company, undo_until } = entry;
  const name = isolated(company ?? "the company");
  const about = `: ${name}`;
  if (state === "withdrawn") {
    if (is_never || !is_open || is_reconsidered) return null;
    return undo_until ? (
      <OwnAct
        entry={id}
        intent="undo"
        label="Undo My No"
        about={about}
        does="The question is open again. Nobody is told."
      />
    ) : (
      <OwnAct
        entry={id}
        intent="reconsider"
        label="Ask Me After All"
        about={about}
        does="We tell your recruiter, who may ask you again."
      />
    );
  }
  if (state === "closed" || (state === "draft" && !is_changed)) return null;
  if (!is_open && state !== "agreed" && !isShown(state)) return null;
  const isAsked = state === "asked" || is_changed;
  return (
    <div className="acts-of-two">
      {state === "asked" && is_open && (
        <OwnAct
          entry={id}
          intent="agree"
          label={entry.is_by_mail ? "Yes, Send This Card" : "Yes, Show This Card"}
          about={` to ${name}`}
          does={
            entry.is_by_mail
              ? "It goes to them by mail or on paper, where we can't take it back."
              : "They see this card, and if they invite you, your contact details."
          }
          isFirst
        >
          <input type="hidden" name="digest" value={digest} />
        </OwnAct>
      )}
      {isAsked ? (
        <OwnAct
          entry={id}
          intent="withdraw"
          label="No"
          about={about}
          does="They learn nothing about you. You can undo it."
        />
      ) : (
        <OwnAct
          entry={id}
          intent="withdraw"
          label="Take Back My Yes"
          about={about}
          does={
            entry.is_by_mail && entry.shown_at
              ? "We send it no more, and your recruiter is told. What they have is with them."
              : "From that moment they see nothing about you."
          }
        />
      )}
    </div>
  );
}
