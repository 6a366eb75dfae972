import { jobPath } from "~/features/adverts/job/words";
import { advertChangeWords } from "~/lib/format/advert-changes";
import { peopleHave } from "~/lib/format/counts";
import { Button } from "~/ui/forms/button";
import { OwnedForm } from "~/ui/forms/owned-form";
import { Part } from "~/ui/layout/part";
import { DueDay, Moment } from "~/ui/pieces/moment";
import type { OwnAdvert } from "./advert.server";

type OwnAdvertProps = { advert: OwnAdvert };

/** Where the job stands, and until when. */
function Standing({ advert: { job, state, closes_on, closed_at, changed } }: OwnAdvertProps) {
  const lately = changed && (
    <>
      {" "}
      We changed its {advertChangeWords(changed.fields)} on <Moment value={changed.at} />.
    </>
  );
  if (job && state === "open" && closes_on) {
    return (
      <>
        The job is on our site until <DueDay value={closes_on} />: <a href={jobPath(job)}>see its page</a>.{lately}
      </>
    );
  }
  if (state === "over") {
    return <>Its last day is over, and no one can apply any more. We answer those who have applied.{lately}</>;
  }
  return (
    <>
      The job is no longer on our site
      {closed_at && (
        <>
          , since <Moment value={closed_at} />
        </>
      )}
      . Everyone who applied has their answer, or gets it by the next morning.
    </>
  );
}

/** What a member of the company may do with the job on our site. */
export function OwnAdvertActs({ advert }: OwnAdvertProps) {
  const { is_named, version, company, may_write, state } = advert;
  const isUp = state === "open" || state === "over";
  return (
    <>
      <Part id="standing" title="On our site" heading="ruled">
        <p>
          <Standing advert={advert} />
        </p>
        {advert.applications !== undefined && (
          <p>
            {advert.applications === 0
              ? "Nobody has applied yet."
              : `${peopleHave(advert.applications)} applied so far.`}{" "}
            <span className="hint">You see whom we put forward, once they agree.</span>
          </p>
        )}
      </Part>
      {isUp && (
        <Part id="name" title="Your name" heading="ruled">
          <p>
            {is_named ? (
              <>
                It says that the job is at <bdi>{company}</bdi>.
              </>
            ) : (
              <>
                It does not say that the job is yours. With your name there, people who know <bdi>{company}</bdi> apply,
                and can agree at once that you see their card.
              </>
            )}
          </p>
          {may_write && (
            <OwnedForm className="mt-3">
              <input type="hidden" name="version" value={version ?? ""} />
              <Button name="intent" value={is_named ? "unname" : "name"} variant="outline" busyText="Saving...">
                {is_named ? "Take Our Name Off" : "Put Our Name on It"}
              </Button>
            </OwnedForm>
          )}
        </Part>
      )}
      {isUp && may_write && (
        <Part id="down" title="Take it down" heading="ruled">
          <p>No one can read it or apply any more. We go on searching.</p>
          {/* Asked once: no press alone ends what people wait for. */}
          <details className="more mt-3">
            <summary>Take the Job Down</summary>
            <div className="grid gap-3">
              <p>
                Whoever has applied and waits for an answer has a mail in ten minutes, or in the morning if it is night
                at our office: your company has closed this job. You can&apos;t undo that. Your recruiter is told as
                well.
              </p>
              <OwnedForm>
                <input type="hidden" name="version" value={version ?? ""} />
                <Button name="intent" value="take-down" variant="danger" busyText="Taking it down...">
                  Yes, Take It Down
                </Button>
              </OwnedForm>
            </div>
          </details>
        </Part>
      )}
      {isUp && !may_write && <p className="hint">You may read this. An owner of your company can make you a member.</p>}
    </>
  );
}
