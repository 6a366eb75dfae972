import type { ReactNode } from "react";
import type { Enums } from "~/lib/backend/database.types";
import { PageHeader } from "~/ui/layout/page-header";
import { Tabs, type Tab } from "~/ui/layout/work/tabs";
import { CallLinks } from "~/ui/pieces/reach";
import { RequirementBadges } from "./requirement-badges";

/** Where a requirement's pages are, for each side. */
const ROOMS: Record<Enums<"side">, string> = {
  company: "/client-dashboard/requirements",
  team: "/team/requirements",
};

/** The pages of a requirement: the first one's path is the requirement's, the others' end with their names. */
const PAGES = [
  ["details", "Details"],
  ["candidates", "Candidates"],
  ["advert", "Advert"],
  ["messages", "Messages"],
  ["history", "History"],
] as const;

/** A page of a requirement that has a tab. */
export type RequirementTab = (typeof PAGES)[number][0];

/** The path of a requirement's page. @param page which of them; its details are the first */
export function requirementPathFor(side: Enums<"side">, id: string, page: RequirementTab = "details"): string {
  const path = `${ROOMS[side]}/${id}`;
  return page === "details" ? path : `${path}/${page}`;
}

/** What the address of a requirement's page says when it has just been filed. */
export const FILED = "filed";

/** The page of a requirement that its company has just filed. */
export function filedPath(id: string): string {
  return `${requirementPathFor("company", id)}?${FILED}`;
}

/** What every page of a requirement says of it. */
export type RequirementHead = {
  id: string;
  job_title: string;
  status: Enums<"requirement_status">;
  priority: Enums<"requirement_priority">;
  /** Whose it is, which the team reads in its head. */
  client_id?: string;
  company?: string;
  /** Whom the team speaks with there, and at which number. */
  contact?: { name: string | null; phone: string | null } | null;
  /** Messages of the other side that nobody of this one has read. */
  unread?: number;
  /** Of its candidates, how many its company has to answer about. */
  candidates?: { waiting: number };
  /** Its advert, once the public has seen it; the team's page of it is there from the beginning. */
  advert?: object | null;
};

type RequirementFrameProps = {
  side: Enums<"side">;
  head: RequirementHead;
  tab: RequirementTab;
  /** What waits for somebody, or what happens next: above the tabs. */
  notice?: ReactNode;
  /** What stands at the side: people, and what may be done. */
  aside?: ReactNode;
  /** Does it take the whole width, since nothing stands at its side? */
  isWide?: boolean;
  children: ReactNode;
};

/** Whose requirement it is. */
function CompanyLink({ client_id, company, contact }: Pick<RequirementHead, "client_id" | "company" | "contact">) {
  if (!client_id || !company) return null;
  return (
    <>
      <a href={`/team/clients/${client_id}`}>
        <bdi>{company}</bdi>
      </a>
      {contact?.phone && (
        <>
          , {contact.name && <bdi>{contact.name}</bdi>} <CallLinks text={contact.phone} />
        </>
      )}
    </>
  );
}

/** The frame of a requirement's pages: its title and state, its pages as tabs, and what stands beside each of them. */
export function RequirementFrame(props: RequirementFrameProps) {
  const { side, head, tab, notice, aside, isWide = false, children } = props;
  const unread = head.unread ?? 0;
  const waiting = side === "company" ? (head.candidates?.waiting ?? 0) : 0;
  const pages = PAGES.filter(([name]) => name !== "advert" || side === "team" || head.advert);
  const tabs: Tab[] = pages.map(([name, label]) => ({
    label,
    path: requirementPathFor(side, head.id, name),
    ...(name === "messages" ? { count: unread } : {}),
    ...(name === "candidates" ? { count: waiting, counted: "to answer" } : {}),
  }));
  const beside = aside && <div className="beside grid gap-8">{aside}</div>;
  return (
    <div className="pb-16">
      <PageHeader title={head.job_title} lead={side === "team" && <CompanyLink {...head} />} isWork>
        <p className="flex flex-wrap gap-2">
          <RequirementBadges status={head.status} priority={head.priority} />
        </p>
      </PageHeader>
      <div className={isWide ? "wrap grid gap-6" : "wrap record"}>
        {notice}
        {/* On a phone whom to ask comes first, and what the team may do last. */}
        {side === "company" && beside}
        <div className="grid gap-6">
          <Tabs label="Requirement" tabs={tabs} current={requirementPathFor(side, head.id, tab)} />
          {children}
        </div>
        {side === "team" && beside}
      </div>
    </div>
  );
}
