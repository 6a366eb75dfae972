import type { FormState } from "~/lib/forms/form";
import { dueDayWords } from "~/lib/format/clock";
import { timeWords } from "~/lib/format/days";
import { pathWith } from "~/lib/http/path";
import { MOST_AT_ONCE } from "~/lib/schema/versioned-id";
import { Button } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { Pages } from "~/ui/layout/pages";
import { AnswerFields } from "./answer-fields";
import { ApplicantRow, type ApplicantPaths } from "./applicant-row";
import { APPLICANTS_FORM, PAGE_KEY, shortId, TURNED_DOWN_KEY } from "./applicants";
import type { Applicants } from "./applicants.server";

type ListProps = {
  applicants: Applicants;
  company: string;
  /** The texts that the team answers with. */
  templates: readonly { id: string; title: string }[];
  paths: ApplicantPaths;
  /** The page's own, without what is opened, and which page of the applicants it is. */
  path: string;
  page: number;
  /** Are those asked for who were turned down? */
  isTurnedDown: boolean;
  /** The entry that is opened, by its id. */
  open: string | undefined;
  /** A form that came back, of whichever of the page. */
  sent: FormState | undefined;
};

/** What belongs to the tick boxes: in which words somebody is turned down. */
function AnswerForm({ applicants: { people }, page, templates, sent: back }: ListProps) {
  const sent = back && "template" in back.defaultValues ? back : undefined;
  return (
    <OwnedForm id={APPLICANTS_FORM} className="answer-words no-print" noValidate>
      <input type="hidden" name="page" value={page} />
      <input type="hidden" name="listed" value={people.map(({ id }) => shortId(id)).join(" ")} />
      <AnswerFields templates={templates} label="Whoever you turn down is told" sent={sent} />
      <p className="hint">A mail from you tells them ten minutes later. Until then you can undo it.</p>
    </OwnedForm>
  );
}

/** What is done with those that are ticked, in sight while somebody reads the list. */
function AnswerButtons() {
  const button = { name: "intent", form: APPLICANTS_FORM, busyText: "Saving..." } as const;
  return (
    <p className="actions answer-bar mt-3 no-print">
      <Button {...button} value="take-on">
        <span>
          Take On <Ticked />
        </span>
      </Button>
      <Button {...button} value="turn-down" variant="outline">
        <span>
          Turn Down <Ticked />
        </span>
      </Button>
      <Button {...button} value="turn-down-others" variant="outline">
        Turn Down All Not Ticked
      </Button>
    </p>
  );
}

/** How many are ticked, which the stylesheet counts. */
function Ticked() {
  return <span className="ticked" />;
}

/** What was turned down at once, as long as it can be undone. */
function UndoForms({ applicants: { turned_down } }: Pick<ListProps, "applicants">) {
  const acts = new Map<string, Applicants["turned_down"]>();
  for (const one of turned_down) if (one.told_at) acts.set(one.told_at, [...(acts.get(one.told_at) ?? []), one]);
  return [...acts].map(([told, people]) => (
    <OwnedForm key={told} className="several no-print">
      <input type="hidden" name="told" value={told} />
      <span>
        {people.length === 1 ? <bdi>{people[0]?.full_name}</bdi> : `${people.length} people`} turned down, told at{" "}
        {timeWords(told)}.
      </span>
      <Button name="intent" value="undo-turned-down" variant="outline" busyText="Saving...">
        Undo
      </Button>
    </OwnedForm>
  ));
}

/** Who was turned down, by their names, each leading to their record. */
function TurnedDown({
  applicants: { turned_down, turned_down_count },
  paths,
}: Pick<ListProps, "applicants" | "paths">) {
  return (
    <p>
      {turned_down.map(({ id, candidate_id, full_name }, place) => (
        <span key={id}>
          {place > 0 && ", "}
          <a href={paths.candidate(candidate_id)}>
            <bdi>{full_name}</bdi>
          </a>
        </span>
      ))}
      {turned_down_count > turned_down.length && `, and ${turned_down_count - turned_down.length} more`}
    </p>
  );
}

/** The first group of a requirement's candidates: who has applied by themselves, to be taken on or turned down. */
export function ApplicantList(props: ListProps) {
  const { applicants, sent, open, path, page, isTurnedDown } = props;
  const { people, total, turned_down_count } = applicants;
  if (total === 0 && turned_down_count === 0) return null;
  // A page is as heavy as its words: of a few more is read, and of fifty no more than a line.
  const excerptLength = Math.min(240, Math.max(24, Math.floor(1200 / people.length)));
  const ticked = new Set(sent?.lists["applicant"]?.map((versionedId) => versionedId.split(".")[0]));
  return (
    <section aria-labelledby="applied" className="entry-group">
      <h2 id="applied" className="ruled">
        {isTurnedDown ? "Turned down" : "Applied"}{" "}
        <span className="hint">
          {isTurnedDown ? turned_down_count : total}
          {people[0] && !isTurnedDown && <>, the first to be answered by {dueDayWords(people[0].answer_by)}</>}
        </span>
      </h2>
      <UndoForms {...props} />
      {isTurnedDown && <TurnedDown {...props} />}
      {people.length > 0 && !isTurnedDown && (
        <>
          <AnswerForm {...props} />
          <ul className="entries">
            {people.map((applicant) => (
              <ApplicantRow
                key={applicant.id}
                excerptLength={excerptLength}
                applicant={applicant}
                {...props}
                isOpen={applicant.id === open}
                isTicked={ticked.has(applicant.id)}
              />
            ))}
          </ul>
          <AnswerButtons />
          <Pages
            path={path}
            place={PAGE_KEY}
            isFirst={page === 1}
            next={total > page * MOST_AT_ONCE ? String(page + 1) : null}
            words={["First fifty", "Next fifty"]}
          />
        </>
      )}
      {turned_down_count > 0 && !isTurnedDown && (
        <p className="mt-3">
          <a href={`${pathWith(path, { [TURNED_DOWN_KEY]: "yes" })}#applied`}>Turned down: {turned_down_count}</a>
        </p>
      )}
    </section>
  );
}
