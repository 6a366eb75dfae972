import { SEARCHED_WORDS, type Asker, type SceneIds } from "../../tests/support/api/size-scene.ts";

const groups = (path: string, names: readonly string[]) => names.map((name) => `${path}?group=${name}`);
const searches = (path: string, words: readonly string[]) =>
  words.map((each) => `${path}?${new URLSearchParams({ words: each }).toString()}`);

const CLIENT_PAGES = [
  "/client-dashboard",
  "/client-dashboard?status=new",
  "/client-dashboard?status=cancelled",
  "/client-dashboard?unread=yes",
  "/client-dashboard?sort=oldest",
  "/client-dashboard?sort=deadline",
  ...searches("/client-dashboard", ["candidates", "welder", "northgate", "zzzz"]),
];
const INBOX = "/team";
const REQUIREMENTS = "/team/requirements";

/** The pages that list, count or search, by who opens them; what stands in braces is one of the scene's ids. */
const PAGES: Record<Asker, readonly string[]> = {
  large: [...CLIENT_PAGES, "/client-dashboard/requirements/{requirement}/history"],
  empty: CLIENT_PAGES,
  busy: [
    INBOX,
    `${INBOX}?kind=contact`,
    `${INBOX}?state=done`,
    `${INBOX}?whose=nobody`,
    `${INBOX}?suspect=yes`,
    `${INBOX}?sort=due`,
    ...groups(INBOX, ["overdue", "unclaimed", "waiting", "flood"]),
    ...searches(INBOX, SEARCHED_WORDS),
    `${INBOX}/inbox/several?all=yes&group=unclaimed`,
    ...searches(`${INBOX}/inbox/several`, ["welder", "portside buyer"]).map((path) => `${path}&all=yes`),
    `${INBOX}/inbox/{item}`,
    REQUIREMENTS,
    `${REQUIREMENTS}?status=new`,
    `${REQUIREMENTS}?status=cancelled`,
    `${REQUIREMENTS}?priority=urgent`,
    `${REQUIREMENTS}?whose=me`,
    `${REQUIREMENTS}?whose=nobody`,
    `${REQUIREMENTS}?client={large}`,
    `${REQUIREMENTS}?client={empty}`,
    `${REQUIREMENTS}?sort=deadline`,
    ...groups(REQUIREMENTS, ["silent", "nobodys", "waiting"]),
    ...searches(REQUIREMENTS, SEARCHED_WORDS),
    `${REQUIREMENTS}/{requirement}/candidates`,
    "/team/clients",
    ...searches("/team/clients", ["ltd", "northgate", "zzzz"]),
    "/team/clients/{large}",
    "/team/clients/{empty}",
    ...searches("/team/search", ["zanzibar", "portside buyer", "zzzz", "candidtes weldor"]),
    "/team/candidates",
    ...searches("/team/candidates", ["welder pune", "zzzz"]),
    "/team/candidates?city=Pune",
    "/team/my-day",
    "/team/people",
    "/team/people/{idle}",
    "/team/activity",
    "/team/activity?deed=exported",
    "/team/activity?from=2000-01-01&to=2001-01-01",
  ],
  idle: [`${INBOX}?whose=me`, `${REQUIREMENTS}?whose=me`, "/team/my-day"],
};

/** A page, who opens it, and what it is called: the same of any scene. */
export type SizePage = { told: string; who: Asker; pathIn: (ids: SceneIds) => string };

/** All pages whose cost must not grow with what lies in the database. */
export const sizePages: readonly SizePage[] = (Object.keys(PAGES) as Asker[]).flatMap((who) =>
  PAGES[who].map((path) => ({
    told: `${path} (${who})`,
    who,
    pathIn: (ids) => path.replace(/\{(\w+)\}/, (_, name: keyof SceneIds) => ids[name]),
  })),
);
