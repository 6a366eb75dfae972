import { counted } from "~/lib/format/counts";
import type { ReactNode } from "react";
import type { Route } from "./+types/search";
import { company } from "~/content/company";
import { candidatePath, listPath as candidatesPath } from "~/features/candidates/team/finding/filters";
import { findCandidates, type ListedCandidate } from "~/features/candidates/team/finding/list.server";
import { loadClients, type ListedClient } from "~/features/clients/clients.server";
import { nearMomentWords, type Clock } from "~/lib/format/near-days";
import { kindWords, states, titleOf, type ListedItem } from "~/features/inbox/list/items";
import { loadInbox } from "~/features/inbox/list/list.server";
import { statusWord } from "~/features/requirements/statuses";
import { loadRequirements, type ListedRequirement } from "~/features/requirements/team/team.server";
import { requirementPath } from "~/features/requirements/team/requirement-table";
import { findMembers, searchTwice, type FoundMember } from "~/features/search/search.server";
import { SearchWords } from "~/features/search/search-words";
import { labelOf, searchWords } from "~/lib/schema/fields";
import type { Context } from "~/lib/http/context";
import { pageMeta } from "~/lib/http/meta";
import { pathWith } from "~/lib/http/path";
import { askAll, type Result } from "~/lib/result";
import { loadTeamPage } from "~/pages/team";
import { withStatus } from "~/pages/page";
import { ButtonLink } from "~/ui/forms/button";
import { Part } from "~/ui/layout/part";
import { Unavailable } from "~/ui/layout/unavailable";
import { Reach } from "~/ui/pieces/reach";
import { WorkPage } from "~/ui/layout/work/work-page";
import { AlsoNamed } from "~/ui/pieces/also-named";
import { readableAddress } from "~/lib/schema/address";

/** So many of each are shown; the lists have them all. */
const MOST = 5;

export const meta = () => pageMeta("Search", "Find people, companies, numbers and titles everywhere.");

/** What the words are found in. */
type Found = {
  candidates: ListedCandidate[];
  people: FoundMember[];
  clients: ListedClient[];
  requirements: ListedRequirement[];
  items: ListedItem[];
};

const NOTHING: Found = { candidates: [], people: [], clients: [], requirements: [], items: [] };

/** Looks everywhere at once. */
async function findEverywhere(context: Context, words: string | undefined): Promise<Result<Found>> {
  if (words === undefined) return { ok: true, value: NOTHING };
  const found = await askAll({
    candidates: findCandidates(context, words),
    people: findMembers(context, words),
    clients: loadClients(context, { words }, null),
    requirements: loadRequirements(context, { words }, null),
    inbox: loadInbox(context, { words }, undefined),
  });
  if (!found.ok) return found;
  const { clients, requirements, inbox, ...others } = found.value;
  // A requirement's item says what the requirement says.
  const items = inbox.items.filter(({ item_kind }) => item_kind !== "requirement");
  return { ok: true, value: { ...others, clients: clients.rows, requirements: requirements.rows, items } };
}

function isEmpty(found: Found): boolean {
  return Object.values(found).every((rows) => rows.length === 0);
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const words = searchWords().parse(url.searchParams.get("words") ?? undefined);
  const page = await loadTeamPage(context, url, () =>
    searchTwice(context, words, (wanted) => findEverywhere(context, wanted), isEmpty),
  );
  return withStatus({ ...page, words, clock: { now: new Date(), zone: company.timeZone } });
}

type HitListProps = { title: string; count: number; all: string; children: ReactNode };

/** What was found of one kind, with the way to all of it. */
function HitList({ title, count, all, children }: HitListProps) {
  if (count === 0) return null;
  const id = title.toLowerCase();
  return (
    <Part id={id} title={title} heading="ruled">
      <ul className="lines">{children}</ul>
      {count > MOST && (
        <p className="mt-3">
          <a href={all}>All in {id}</a>
        </p>
      )}
    </Part>
  );
}

type ResultProps = { path: string; title: string; children: ReactNode };

function Hit({ path, title, children }: ResultProps) {
  return (
    <li>
      <a href={path}>
        <bdi>{title}</bdi>
      </a>{" "}
      <span className="hint">{children}</span>
    </li>
  );
}

/** What was found, a few of each kind. */
function Hits({ found, words, clock }: { found: Found; words: string; clock: Clock }) {
  const { candidates, people, clients, requirements, items } = found;
  return (
    <div className="hits">
      <HitList title="People" count={people.length} all={pathWith("/team/clients", { words })}>
        {people.slice(0, MOST).map(({ user_id, client_id, full_name, phone, email, company_name }) => (
          <Hit key={user_id} path={`/team/clients/${client_id}`} title={full_name ?? readableAddress(email)}>
            <bdi>{company_name}</bdi>, <Reach email={email} phone={phone} />
          </Hit>
        ))}
      </HitList>
      <HitList title="Candidates" count={candidates.length} all={pathWith(candidatesPath, { words })}>
        {candidates.slice(0, MOST).map(({ id, full_name, headline, city, email, phone }) => (
          <Hit key={id} path={candidatePath(id)} title={full_name}>
            <bdi>{[headline, city].filter(Boolean).join(", ")}</bdi> <Reach email={email} phone={phone} />
          </Hit>
        ))}
      </HitList>
      <HitList title="Clients" count={clients.length} all={pathWith("/team/clients", { words })}>
        {clients.slice(0, MOST).map(({ id, company_name, full_name, open }) => (
          <Hit key={id} path={`/team/clients/${id}`} title={company_name}>
            {full_name && (
              <>
                <bdi>{full_name}</bdi>,{" "}
              </>
            )}
            {counted(open, "open requirement")}
          </Hit>
        ))}
      </HitList>
      <HitList title="Requirements" count={requirements.length} all={pathWith("/team/requirements", { words })}>
        {requirements.slice(0, MOST).map(({ id, job_title, company: of, requirement_status, location }) => (
          <Hit key={id} path={requirementPath(id)} title={job_title}>
            <bdi>{of}</bdi>, <bdi>{location}</bdi>, {statusWord(requirement_status)}
          </Hit>
        ))}
      </HitList>
      <HitList title="Inbox" count={items.length} all={pathWith("/team", { words })}>
        {items.slice(0, MOST).map((item) => (
          <Hit key={item.id} path={`/team/inbox/${item.id}`} title={titleOf(item)}>
            <bdi>{item.sender}</bdi>
            <AlsoNamed name={item.company} />, {kindWords(item.item_kind, item.source).toLowerCase()},{" "}
            {nearMomentWords(new Date(item.created_at), clock)}, {labelOf(states, item.item_state).toLowerCase()}
          </Hit>
        ))}
      </HitList>
    </div>
  );
}

/** The way on, for somebody whom nobody knows: a number or an address goes along. */
function NobodyFound({ words }: { words: string }) {
  const isNumber = words.replace(/\D/g, "").length >= 7;
  const known = words.includes("@") ? { email: words } : isNumber ? { phone: words } : {};
  return (
    <div className="empty">
      <p>
        Nothing for “<bdi>{words}</bdi>”.
      </p>
      <p>
        <ButtonLink href={pathWith("/team/inbox/new", known)} variant="outline">
          New Enquiry{" "}
        </ButtonLink>
      </p>
    </div>
  );
}

/** Whatever the team knows by a name, a number or a title: in the inbox, the requirements, the candidates, the clients and their people. */
export default function SearchPage({ loaderData: { answer, words, clock } }: Route.ComponentProps) {
  const searched = answer.ok ? answer.value : undefined;
  return (
    <WorkPage title="Search">
      {!searched && <Unavailable />}
      {searched && words === undefined && <p>A name, a number, a company or a title: part of it is enough.</p>}
      {searched && words !== undefined && isEmpty(searched.found) && (
        <>
          {searched.mended && <SearchWords words={words} mended={searched.mended} />}
          <NobodyFound words={words} />
        </>
      )}
      {searched && words !== undefined && !isEmpty(searched.found) && (
        <>
          <SearchWords words={words} mended={searched.mended} />
          <Hits found={searched.found} words={searched.mended?.words ?? words} clock={clock} />
        </>
      )}
    </WorkPage>
  );
}
