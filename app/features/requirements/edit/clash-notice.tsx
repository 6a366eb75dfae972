import { fieldId } from "~/ui/forms/field";
import { Part } from "~/ui/layout/part";
import type { Clash, FieldOfTwo } from "./edit.server";
import { fieldWords } from "~/features/requirements/field-words";
import { titleOf } from "~/features/requirements/fields";
import type { HistoryEntry } from "~/features/requirements/history/history";
import { History } from "~/features/requirements/history/list";

type Sides = { currency: Clash["currency"]; locale: string };

/** Fields that somebody else has changed: what stands there now and, where both have, what the person has made of it. */
function Fields({ list, isConflict, currency, locale }: Sides & { list: FieldOfTwo[]; isConflict: boolean }) {
  const words = ({ field }: FieldOfTwo, value: unknown, side: keyof Clash["currency"]) =>
    fieldWords(field, value, { currency: currency[side], locale }) || "nothing";
  return (
    <dl className="sheet">
      {list.map((each) => (
        <div key={each.field}>
          <dt>
            <a href={`#${fieldId(each.field)}`}>{titleOf(each.field)}</a>
          </dt>
          <dd>
            <strong>Now:</strong> {words(each, each.now, "now")}
          </dd>
          {isConflict && (
            <dd>
              <strong>Yours:</strong> {words(each, each.mine, "mine")}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

type ClashNoticeProps = {
  locale: string;
  clash: Clash;
  /** What happened since the form was opened. */
  entries: readonly HistoryEntry[];
};

/** What changed while somebody was editing, by field, before their own form: nothing of theirs is saved yet. */
export function ClashNotice({ clash, entries, locale }: ClashNoticeProps) {
  const { conflicts, theirs, currency } = clash;
  const sides = { currency, locale };
  return (
    <Part id="clash" title="What changed since you opened this page" heading="text-lg" className="empty">
      <p>Your changes are not saved yet. Check these, then save the form as you want it.</p>
      <History entries={entries} />
      {conflicts.length > 0 && (
        <>
          <h3>Changed by both of you: the form has yours</h3>
          <Fields list={conflicts} isConflict {...sides} />
        </>
      )}
      {theirs.length > 0 && (
        <>
          <h3>Changed only by them: the form has it already</h3>
          <Fields list={theirs} isConflict={false} {...sides} />
        </>
      )}
    </Part>
  );
}
