import type { FormState } from "~/lib/forms/form";
import { dueDayWords } from "~/lib/format/clock";
import { pathWith } from "~/lib/http/path";
import { Button } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { Pages } from "~/ui/layout/pages";
import { AnswerFields } from "./answer-fields";
import { ApplicantRow, type ApplicantPaths } from "./applicant-row";
import {
  APPLICANTS_FORM,
  isAskedOfAll,
  PAGE_KEY,
  shortId,
  TURN_DOWN_ALL,
  TURN_DOWN_OTHERS,
  TURNED_DOWN_KEY,
} from "./applicants";
import type { Applicant, Applicants } from "./applicants.server";
import { TurnedDown, UndoForms } from "./answered";

/** So many of who waits stand on the page of those turned down. */
const FEW = 15;

type ListProps = {
  applicants: Applicants;
  company: string;
  /** The texts that the team answers with. */
  templates: readonly { id: string; title: string }[];
  paths: ApplicantPaths;
  /** The page's own, without what is opened, and after whom its page of the applicants begins. */
  path: string;
  page: string | null;
  /** Are those asked for who were turned down? */
  isTurnedDown: boolean;
  /** The entry that is opened, by its id. */
  open: string | undefined;
  /** A form that came back, of whichever of the page. */
  sent: FormState | undefined;
  /** The words that it asked to read. */
  read: string | null;
};

/** What belongs to the tick boxes: in which words somebody is turned down. */
function AnswerForm({ people, templates, read, sent: back }: ListProps & { people: readonly Applicant[] }) {
  const sent = back && "template" in back.defaultValues ? back : undefined;
  return (
    <OwnedForm id={APPLICANTS_FORM} className="answer-words no-print" noValidate>
      <input type="hidden" name="listed" value={people.map(({ id }) => shortId(id)).join(" ")} />
      <AnswerFields templates={templates} label="Whoever you turn down is told" sent={sent} read={read} />
      <p className="hint">
        You can undo it for ten minutes. Then a mail from you tells them, or in the morning if it is night.
      </p>
    </OwnedForm>
  );
}

/** What is done with those that are ticked, in sight while somebody reads the list. @param all how many are asked about, if so */
function AnswerButtons({ all }: { all: number | undefined }) {
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
      {all === undefined ? (
        <Button {...button} value={TURN_DOWN_OTHERS} variant="outline">
          <span>
            Turn Down All <span className="unticked" /> Not Ticked
          </span>
        </Button>
      ) : (
        <Button {...button} value={TURN_DOWN_ALL} variant="danger">
          {all === 1 ? "Yes, Turn Them Down" : `Yes, Turn Down All ${all}`}
        </Button>
      )}
    </p>
  );
}

/** How many are ticked, which the stylesheet counts. */
function Ticked() {
  return <span className="ticked" />;
}

/** The first group of a requirement's candidates: who has applied by themselves, to be taken on or turned down. */
export function ApplicantList(props: ListProps) {
  const { applicants, sent, open, path, page, paths, isTurnedDown } = props;
  const { total, before, turned_down_count, taken_on } = applicants;
  if (total === 0 && turned_down_count === 0 && taken_on.length === 0) return null;
  // With those turned down a page of fifty would be too heavy.
  const people = isTurnedDown ? applicants.people.slice(0, FEW) : applicants.people;
  // A page is as heavy as its words: of a few more is read, and of fifty no more than a line.
  const excerptLength = Math.min(240, Math.floor((590 + (50 - people.length) * 30) / people.length));
  const ticked = new Set(sent?.lists["applicant"]?.map((versionedId) => versionedId.split(".")[0]));
  return (
    <section aria-labelledby="applied" className="entry-group">
      <h2 id="applied" className="ruled">
        Applied{" "}
        <span className="hint">
          {total}
          {applicants.answer_by && <>, the first to be answered by {dueDayWords(applicants.answer_by)}</>}
        </span>
      </h2>
      <UndoForms people={taken_on} did="taken on" intent="undo-taken-on" />
      <UndoForms people={applicants.turned_down} did="turned down" intent="undo-turned-down" />
      {people.length > 0 && (
        <>
          <AnswerForm {...props} people={people} />
          <p className="hint">A press on a name reads all of it; ticks stay.</p>
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
          <AnswerButtons all={isAskedOfAll(sent) ? people.length : undefined} />
        </>
      )}
      {people.length < applicants.people.length ? (
        <p className="mt-3">
          <a href={`${path}#applied`}>All who wait: {total}</a>
        </p>
      ) : (
        <Pages
          path={path}
          place={PAGE_KEY}
          isFirst={page === null}
          isEmpty={people.length === 0}
          next={total > before + people.length ? (people.at(-1)?.id ?? null) : null}
          words={["First fifty", "Next fifty"]}
        />
      )}
      {isTurnedDown && turned_down_count > 0 && <TurnedDown applicants={applicants} candidatePath={paths.candidate} />}
      {turned_down_count > 0 && !isTurnedDown && (
        <p className="mt-3">
          <a href={`${pathWith(path, { [TURNED_DOWN_KEY]: "yes" })}#turned-down`}>Turned down: {turned_down_count}</a>
        </p>
      )}
    </section>
  );
}
