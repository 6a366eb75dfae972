import { ZONE_NAME } from "~/lib/config/agency";
import { company } from "./company";

/** A link of the header or footer. */
export type NavigationLink = { label: string; path: string };
/** A section of the pages where people work. `below`: where its other pages are, when that is not below its path. */
export type WorkSection = NavigationLink & { below?: string };
/** An item of the header's menu; an item with a submenu is active on every path below its own. */
export type MenuItem = NavigationLink & { submenu?: readonly NavigationLink[] };

const serviceLinks = [
  { label: "Permanent Staffing", path: "/services/permanent-staffing" },
  { label: "Executive Search", path: "/services/executive-search" },
  { label: "Mass Hiring", path: "/services/mass-hiring" },
  { label: "RPO Solutions", path: "/services/rpo-solutions" },
  { label: "AI Video Interviews", path: "/services/ai-interviews" },
  { label: "Background Verification", path: "/services/background-verification" },
] as const satisfies readonly NavigationLink[];

/** The header's menu (§2, "Shared header and footer"). */
export const menu: readonly MenuItem[] = [
  { label: "Home", path: "/" },
  { label: "About", path: "/about" },
  {
    label: "Services",
    path: "/services",
    submenu: [
      { label: "Core Hiring Solutions", path: "/services/core-hiring" },
      { label: "Global Extended Services", path: "/services/global-services" },
      { label: "Technology-Enabled Hiring", path: "/services/technology-hiring" },
    ],
  },
  {
    label: "Industries",
    path: "/industries",
    submenu: [
      { label: "Information Technology", path: "/industries/information-technology" },
      { label: "Banking & Financial Services", path: "/industries/banking-financial-services" },
      { label: "Healthcare & Life Sciences", path: "/industries/healthcare-life-sciences" },
      { label: "Manufacturing & Engineering", path: "/industries/manufacturing-engineering" },
      { label: "Retail & E-commerce", path: "/industries/retail-ecommerce" },
      { label: "Logistics & Supply Chain", path: "/industries/logistics-supply-chain" },
      { label: "Hospitality & Travel", path: "/industries/hospitality-travel" },
      { label: "Education & Training", path: "/industries/education-training" },
    ],
  },
  { label: "Contact", path: "/contact" },
  { label: "Client Portal", path: "/client-auth" },
];

/** The header's two buttons. */
export const headerButtons = {
  login: { label: "Login", path: "/login" },
  hire: { label: "Hire Talent", path: "/hire-talent" },
} as const;

/** What the menu has behind its items on a narrow screen alone: the jobs, and the button that the header has no room for. */
export const menuMore: readonly NavigationLink[] = [{ label: "Jobs", path: "/jobs" }, headerButtons.login];

/** Where a company begins. */
export const dashboardPath = "/client-dashboard";

/** Who somebody's company is, and who else works in it. */
export const companyPath = "/client-dashboard/company";

/** Where somebody of a company says what they are called, which mails they get, and what else is their own. */
export const ownSettingsPath = "/client-dashboard/you";

/** Where somebody of a company chooses which mails they get. */
export const notificationsPath = "/client-dashboard/notifications";

/** What a client works with: who only reads files nothing, and a company is there for those who belong to one. */
export function portalSections(access: "owner" | "member" | "viewer" | undefined): readonly WorkSection[] {
  const requirements = { label: "Requirements", path: dashboardPath, below: "/client-dashboard/requirements" };
  const submit = { label: "New", path: "/submit-requirement" };
  const company = { label: "Company", path: companyPath };
  const you = { label: "You", path: ownSettingsPath };
  return [requirements, ...(access === "viewer" ? [] : [submit]), ...(access ? [company, you] : [])];
}

/** Where the team begins. */
export const teamPath = "/team";

/** Where a colleague says until when they are away. */
export const absencePath = "/team/absence";

/** Where a recruiter begins. */
export const myDayPath = "/team/my-day";

/** Where the team looks for anything. */
export const teamSearchPath = "/team/search";

/** The list of jobs: on a phone the menu leads there, behind the specified items, and everywhere the footer. */
export const jobsPath = "/jobs";

/** What somebody who looks for work sees of what we have of them: no menu leads there, only mails do. */
export const candidatePath = "/candidate";

const forTheTeam: readonly WorkSection[] = [
  { label: "My day", path: myDayPath },
  { label: "Inbox", path: teamPath, below: "/team/inbox" },
  { label: "Requirements", path: "/team/requirements" },
  { label: "Candidates", path: "/team/candidates" },
  { label: "Clients", path: "/team/clients" },
  { label: "Figures", path: "/team/figures" },
];

const forAdmins: readonly WorkSection[] = [
  { label: "People", path: "/team/people" },
  { label: "Activity", path: "/team/activity" },
];

/** What the team works with; people and activity are the admin's. */
export function teamSections(isAdmin: boolean): readonly WorkSection[] {
  return isAdmin ? [...forTheTeam, ...forAdmins] : forTheTeam;
}

/** Where somebody changes their password. */
export const passwordPath = "/client-auth?view=new-password";

/** The footer's columns and its last line (§2). */
export const footer = {
  zone: `Times are ${company.city}'s (${ZONE_NAME}).`,
  company: [
    { label: "Home", path: "/" },
    { label: "About", path: "/about" },
    { label: "Services", path: "/services" },
    { label: "Industries", path: "/industries" },
    { label: "Contact", path: "/contact" },
    { label: "Careers", path: "/careers" },
    { label: "Jobs", path: jobsPath },
  ],
  team: { label: "For our team", path: teamPath },
  services: serviceLinks,
  legal: [
    { label: "Privacy Policy", path: "/privacy-policy" },
    { label: "Terms of Service", path: "/terms-of-service" },
  ],
  hire: { label: "Start Hiring Now", path: "/hire-talent" },
  /** What the team's pages have instead. */
  work: [
    { label: "Notifications", path: "/team/notifications" },
    { label: "Absence", path: absencePath },
    { label: "Change password", path: passwordPath },
    { label: "The public site", path: "/" },
    { label: "Privacy Policy", path: "/privacy-policy" },
    { label: "Back to top", path: "#top" },
  ],
  /** What a company's pages have instead. */
  portal: [
    { label: "Notifications", path: notificationsPath },
    { label: "Change password", path: passwordPath },
    { label: "The public site", path: "/" },
    { label: "Privacy Policy", path: "/privacy-policy" },
    { label: "Back to top", path: "#top" },
  ],
  /** What a candidate's pages have instead. */
  candidate: [
    { label: "Who we are", path: "/about" },
    { label: "Contact", path: "/contact" },
    { label: "Privacy Policy", path: "/privacy-policy" },
  ],
} as const;

/** The way from home to a page, by the menu and the footer; only home where neither knows it. */
export function crumbsTo(pathname: string): NavigationLink[] {
  const home: NavigationLink = { label: "Home", path: "/" };
  if (pathname === "/") return [home];
  const parent = menu.find((item) => item.submenu && isActive(item, pathname));
  const links = [
    ...menu,
    ...menu.flatMap(({ submenu = [] }) => submenu),
    ...footer.services,
    ...footer.company,
    ...footer.legal,
  ];
  const own = links.find(({ path }) => path === pathname);
  return [home, ...(parent && parent !== own ? [parent] : []), ...(own ? [own] : [])];
}

/** Where somebody signs out. */
export const signOutPath = "/client-dashboard";

/** Is the menu item the page's own, or a parent of it? Home is only itself. */
export function isActive(item: WorkSection, pathname: string): boolean {
  const { path, below = path } = item;
  return pathname === path || (path !== "/" && pathname.startsWith(`${below}/`));
}
