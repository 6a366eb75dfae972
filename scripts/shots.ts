// `npm run shots -- FOLDER`: every page at 375 and 1280 px, light and dark, into a folder (shots/ when none is named), and
// one contact sheet of them, to be looked at by eye: a visitor's pages, those of the demo client, and those of the team as
// the demo admin sees them; and a larger sheet of those where people spend their day.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import type { CompositeTypes } from "../app/lib/backend/database.types.ts";
import { clientPages } from "../tests/support/browser/client-pages.ts";
import type * as PagesModule from "../tests/support/browser/pages.ts";
import { connect, freshEmail } from "../tests/support/people/people.ts";
import { startSite, type TestBackend } from "../tests/support/services/processes.ts";
import { mailTo } from "../tests/support/services/mailbox.ts";
import { teamPages } from "../tests/support/browser/team-pages.ts";
import { launchBrowser } from "./needs/browser.ts";
import { buildWhenStale } from "./build.ts";
import { importApp } from "./import-app.ts";

/** What only somebody signed in sees, of every company. */
const PRIVATE_PAGES = [
  "/client-dashboard",
  "/submit-requirement",
  "/client-dashboard/notifications",
  "/client-dashboard/company",
  "/client-dashboard/company/edit",
  "/client-dashboard/you",
  "/client-auth?view=new-password",
];
const WIDTHS = [375, 1280];
const SCHEMES = ["light", "dark"] as const;
/** Of a page on a contact sheet, in pixels: a phone's, a desk's, and how much of a long one is shown. */
type Thumb = { 375: number; 1280: number; height: number };
const SMALL: Thumb = { 375: 56, 1280: 136, height: 300 };
const LARGE: Thumb = { 375: 150, 1280: 440, height: 480 };
/** Where people spend their day: an item, the lists, a requirement and its forms, what was done, and what comes by mail. */
const DAILY = [
  ...["team-message", "team-requirements", "team-requirement", "/submit-requirement", "/client-dashboard"],
  ...["team-conversion", "team-activity", "signed-up", "mail", "team-people", "team-notifications", "team-removal"],
];

/** A page of the sheet: its name, and where it is. */
type Place = [name: string, path: string];
type Shot = { name: string; width: number; scheme: string; file: string };

/** Pages that are known by their addresses. */
function places(paths: readonly string[]): Place[] {
  return paths.map((path) => [path, path]);
}

function fileName(name: string, width: number, scheme: string): string {
  const stem = name.replace(/[^a-z0-9]+/gi, "-").replace(/^-|-$/g, "") || "home";
  return `${stem}-${width}-${scheme}.png`;
}

async function signIn(page: Page, email: string, password: string, target: string): Promise<void> {
  await page.goto("/client-auth");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL(`**${target}`);
}

/** The requirement of the demo client's that most has happened to. */
const FILED = "Production Engineer";

/** The demo client's pages of it. */
async function requirementPlaces({ url, keys }: TestBackend): Promise<Place[]> {
  const { data } = await connect(url, keys.secret_key).from("job_requirements").select("id").eq("job_title", FILED);
  const { id } = data![0]!;
  const own = `/client-dashboard/requirements/${id}`;
  return Object.entries({ ...clientPages(id), "client-messages": `${own}/messages`, duplicate: `${own}/duplicate` });
}

/** The team's pages of the demo agency: lines of each kind, a requirement of the demo client's, an invitation that is open. */
async function demoPages({ url, keys }: TestBackend): Promise<Place[]> {
  const service = connect(url, keys.secret_key);
  const admin = connect(url, keys.publishable_key);
  await admin.auth.signInWithPassword({ email: keys.demo_team_email, password: keys.demo_team_password });
  const lineOf = async (words: string) =>
    (await admin.rpc("list_inbox", { filter: { words } as CompositeTypes<"inbox_filter"> })).data![0]!.id!;
  const filed = await service.from("job_requirements").select("id, client_id").eq("job_title", FILED);
  const { id, client_id } = filed.data![0]!;
  const colleague = await service.from("team_members").select("user_id").eq("display_name", "Ira Sen").single();
  const invited = await admin.rpc("invite_to_team", { address: freshEmail("invited"), new_role: "recruiter" });
  const mail = await service.rpc("invitation_mail", { invitation: invited.data! });
  const shown = {
    items: {
      contact: await lineOf("Savanna"),
      posting: await lineOf("Robotics"),
      consultation: await lineOf("Sund Instruments"),
      requirement: await lineOf("Quality Inspector"),
    },
    requirement: id,
    client: client_id,
    company: "Demo",
    colleague: colleague.data!.user_id,
    word: "plant",
    token: (mail.data as { token: string }).token,
    unsubscribe: "/unsubscribe",
    answer: "",
    candidate: "de350000-0000-4000-8000-000000000002",
    entry: "de360000-0000-4000-8000-000000000002",
    twin: "de350000-0000-4000-8000-000000000001",
    ringing: "de360000-0000-4000-8000-000000000002",
    rung: "de360000-0000-4000-8000-000000000002",
    table: "de350000-0000-4000-8000-000000000001",
  };
  return Object.entries(teamPages(shown));
}

/** Takes the pictures of the page as it stands. */
async function shootShown(page: Page, folder: string, name: string, scheme: string): Promise<Shot[]> {
  const shots: Shot[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const file = fileName(name, width, scheme);
    await page.screenshot({ path: join(folder, file), fullPage: true });
    shots.push({ name, width, scheme, file });
  }
  return shots;
}

async function shoot(page: Page, folder: string, pages: readonly Place[], scheme: string): Promise<Shot[]> {
  const shots: Shot[] = [];
  for (const [name, path] of pages) {
    await page.goto(path);
    shots.push(...(await shootShown(page, folder, name, scheme)));
  }
  return shots;
}

/** What comes of signing up, and the mail that follows. */
async function shootSignUp(page: Page, folder: string, { url }: TestBackend, scheme: string): Promise<Shot[]> {
  const email = freshEmail("new");
  const form = {
    intent: "sign-up",
    company_name: "Vega Works",
    full_name: "Nia New",
    email,
    password: "correct horse",
  };
  const sent = await page.request.post("/client-auth?view=sign-up", {
    form: { ...form, confirm_password: form.password },
  });
  await page.goto(sent.url());
  const shots = await shootShown(page, folder, "signed-up", scheme);
  const [mail] = await mailTo(url, email);
  // The site's policy would stop its styles.
  await page.goto("about:blank");
  await page.setContent(mail?.html ?? "No mail came.");
  return [...shots, ...(await shootShown(page, folder, "mail", scheme))];
}

/** One picture of pages: a row of their pictures for each, cut where a page is long. */
async function contactSheet(
  browser: Browser,
  folder: string,
  { sheet, shots, thumb, columns }: { sheet: string; shots: readonly Shot[]; thumb: Thumb; columns: number },
): Promise<void> {
  const names = [...new Set(shots.map(({ name }) => name))];
  const figures = names.map((name) => {
    const images = shots
      .filter((shot) => shot.name === name)
      .map(({ file, width }) => {
        const source = readFileSync(join(folder, file)).toString("base64");
        return `<img src="data:image/png;base64,${source}" style="width:${thumb[width as 375 | 1280]}px">`;
      });
    return `<figure><figcaption>${name}</figcaption><div>${images.join("")}</div></figure>`;
  });
  const page = await browser.newPage({ viewport: { width: 1290, height: 800 } });
  await page.setContent(
    `<!doctype html><style>body{margin:12px;font:12px system-ui;background:#888;display:grid;grid-template-columns:repeat(${columns},1fr);gap:12px;grid-auto-rows:max-content}
figure{margin:0;background:#ccc;padding:6px;overflow:hidden}figcaption{margin-bottom:4px}
div{display:flex;gap:6px;max-height:${thumb.height}px;overflow:hidden;align-items:start}</style>${figures.join("")}`,
  );
  await page.screenshot({ path: join(folder, sheet), type: "jpeg", quality: 50, fullPage: true });
}

const { PAGES } = await importApp<typeof PagesModule>("./tests/support/browser/pages.ts");
await buildWhenStale();
const folder = process.argv[2] ?? "shots";
mkdirSync(folder, { recursive: true });
const { site, backend, stop } = await startSite();
const browser = await launchBrowser();
try {
  const shots: Shot[] = [];
  const { keys } = backend;
  const [client, team] = [await requirementPlaces(backend), await demoPages(backend)];
  for (const scheme of SCHEMES) {
    const context = await browser.newContext({ baseURL: site.url, colorScheme: scheme, reducedMotion: "reduce" });
    const page = await context.newPage();
    shots.push(...(await shoot(page, folder, places(PAGES), scheme)));
    shots.push(...(await shootSignUp(page, folder, backend, scheme)));
    await signIn(page, keys.demo_client_email, keys.demo_client_password, "/client-dashboard");
    shots.push(...(await shoot(page, folder, [...places(PRIVATE_PAGES), ...client], scheme)));
    await context.clearCookies();
    await signIn(page, keys.demo_team_email, keys.demo_team_password, "/team");
    shots.push(...(await shoot(page, folder, team, scheme)));
    await context.close();
  }
  const daily = DAILY.flatMap((name) => shots.filter((shot) => shot.name === name && shot.scheme === "light"));
  await contactSheet(browser, folder, { sheet: "contact-sheet.jpg", shots, thumb: SMALL, columns: 3 });
  await contactSheet(browser, folder, { sheet: "daily.jpg", shots: daily, thumb: LARGE, columns: 2 });
  console.log(`${shots.length} pictures, contact-sheet.jpg and daily.jpg in ${folder}`);
} finally {
  await browser.close();
  await stop();
}
