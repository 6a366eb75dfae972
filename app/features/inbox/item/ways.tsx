import { itemPath } from "~/features/inbox/filters";
import type { Clock } from "~/lib/format/near-days";
import { ButtonLink } from "~/ui/forms/button";
import type { Item } from "./item.server";
import { PeopleList } from "./item-parts";

function requirementPath(id: string): string {
  return `/team/requirements/${id}`;
}

/** So long who has written something down corrects it: the database says so (`mend_enquiry`). */
const MENDED_WITHIN = 3_600_000;

/** Where else it is worked on, and what it can become. */
export function Ways({ item, userId, clock }: { item: Item; userId: string; clock: Clock }) {
  const { sent } = item;
  if (sent.kind === "requirement") {
    return (
      <p>
        <a href={requirementPath(sent.row.id)}>The requirement&apos;s own page</a> and{" "}
        <a href={`${requirementPath(sent.row.id)}/messages`}>its messages</a>
      </p>
    );
  }
  const path = itemPath(item.id);
  const isOwn = sent.kind === "contact" && sent.row.written_by === userId;
  const mayMend = isOwn && clock.now.getTime() - Date.parse(sent.row.created_at) < MENDED_WITHIN;
  return (
    <>
      {item.people.length > 0 && (
        <section aria-labelledby="people">
          <h2 id="people">We may know them</h2>
          <PeopleList people={item.people} />
        </section>
      )}
      {(sent.requirement ?? item.candidate) !== null && (
        <p className="ways">
          {sent.requirement && <a href={requirementPath(sent.requirement)}>The requirement made of it</a>}
          {item.candidate && <a href={`/team/candidates/${item.candidate}`}>The candidate made of it</a>}
        </p>
      )}
      <p className="actions no-print">
        {sent.requirement === null && (
          <ButtonLink href={`${path}/requirement`} variant="outline">
            Make a Requirement of It
          </ButtonLink>
        )}
        {item.candidate === null && (
          <ButtonLink href={`${path}/candidate`} variant="outline">
            Make a Candidate of It
          </ButtonLink>
        )}
        {mayMend && <a href={`${path}/mend`}>Correct what you wrote</a>}
      </p>
    </>
  );
}
