import { useContext, type ReactNode } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from "react-router";
import type { Route } from "./+types/root";
import stylesheet from "./app.css?url";
import { company } from "./content/company";
import {
  absencePath,
  candidatePath,
  companyPath,
  crumbsTo,
  dashboardPath,
  footer,
  headerButtons,
  isActive,
  menu,
  menuMore,
  portalSections,
  signOutPath,
  teamPath,
  teamSearchPath,
  teamSections,
} from "./content/navigation";
import enhance from "./enhance/main.ts?worker&url";
import enhanceRequirementForm from "./enhance/requirement-form.ts?worker&url";
import { emptyCachePath } from "./lib/http/caching";
import { formContext } from "./lib/http/context";
import { env } from "./lib/config/env.server";
import { FORM_ID, TOKEN_KEY, type ForeignForm } from "./lib/forms/form";
import { keepFormToken } from "./lib/forms/form-token.server";
import { ownerOnPage } from "./lib/forms/owner.server";
import { SPECULATION_RULES, VIEWPORT } from "./lib/http/markup";
import { takeNotice } from "./lib/http/notice.server";
import { cacheControl } from "./middleware/cache-control";
import { canonicalPath } from "./middleware/canonical-path";
import { keptPages } from "./middleware/kept-pages";
import { limits } from "./middleware/limits";
import { logRequests } from "./middleware/log";
import { requestId } from "./middleware/request-id";
import { retryAfter } from "./middleware/retry-after";
import { securityHeaders } from "./middleware/security-headers";
import { session } from "./middleware/session";
import { notice } from "./middleware/notice";
import { formOwner } from "./pages/form-owner";
import { CompanyContext, OwnerContext } from "./ui/forms/owned-form";
import { Discovery } from "~/ui/layout/site/discovery";
import { DocumentContext } from "./ui/layout/document";
import { ErrorPage } from "./ui/layout/error-page";
import { ForeignFormPage } from "./ui/layout/foreign-form-page";
import { Footer } from "~/ui/layout/site/footer";
import { Header, Menu } from "~/ui/layout/site/header";
import { Mark } from "./ui/layout/mark";
import { NoticeRegion } from "./ui/layout/notice";
import { useAccount, useFormToken, useHandle, useNotice } from "./ui/layout/use-page";
import { WorkFooter } from "~/ui/layout/work/work-footer";
import { WorkHeader } from "~/ui/layout/work/work-header";
import { readAskAgain } from "./lib/http/fetch-metadata";

/** What every request passes, in this order; responses pass it backwards. */
export const middleware: Route.MiddlewareFunction[] = [
  requestId,
  logRequests,
  retryAfter,
  keptPages,
  securityHeaders,
  cacheControl,
  notice,
  limits,
  canonicalPath,
  session,
  formOwner,
];

/** What the page needs besides its route's data. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = keepFormToken(context.get(formContext).get(TOKEN_KEY));
  return { notice: await takeNotice(context, request), origin: env.APP_URL, token, owner: ownerOnPage(context) };
}

/** The document around every page, whose forms are for whom it was made. */
export function Layout({ children }: { children: ReactNode }) {
  const { owner, company: ofCompany } = useContext(DocumentContext);
  const root = useRouteLoaderData<typeof loader>("root");
  return (
    <OwnerContext value={owner ?? root?.owner}>
      <CompanyContext value={ofCompany}>
        <Frame>{children}</Frame>
      </CompanyContext>
    </OwnerContext>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const { emptiesCache } = useContext(DocumentContext);
  const { pathname, search } = useLocation();
  const searched = new URLSearchParams(search).get("words") ?? undefined;
  const notice = useNotice();
  const root = useRouteLoaderData<typeof loader>("root");
  const token = useFormToken(root?.token);
  const { isPrivate, list, section = pathname, hasRequirementForm } = useHandle();
  const account = useAccount();
  const error = useRouteError();
  const isError = Boolean(error);
  // Its entries are another's than whose sign-out would close it, and its owner is to sign in meanwhile.
  const isForeign = foreignForm(error) !== undefined;
  // Where people work there is no marketing, and no "Login".
  const isWork = isPrivate || account !== undefined;
  const isTeam = pathname === teamPath || pathname.startsWith(`${teamPath}/`);
  // Also while nobody can tell who asks, but not where there is no such page: that looks as any other's that is not there.
  const isTeamFrame = account?.team !== undefined || (isPrivate === true && isTeam);
  const isCandidate = section === candidatePath;
  const ownSections = isTeam ? teamSections(account?.team?.isAdmin ?? false) : portalSections(account?.access);
  const sections = isCandidate ? [] : ownSections;
  const teamOrCompany = isTeamFrame ? "work" : "portal";
  const workSide = isCandidate ? "candidate" : teamOrCompany;
  const brand = (
    <>
      <Mark />
      <span>{company.name}</span>
    </>
  );
  return (
    <html lang="en" id="top" data-private={(isPrivate && !isForeign) || undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content={VIEWPORT} />
        <Meta />
        <meta name="theme-color" content="#073f3a" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {root?.origin && !isPrivate && !isError && (
          <Discovery
            origin={root.origin}
            pathname={pathname}
            site={{ name: company.name, city: company.city, email: company.email, socialUrl: company.social.url }}
            crumbs={crumbsTo(pathname)}
          />
        )}
        {(isPrivate || isError) && <meta name="robots" content="noindex" />}
        {/* Any other page has its styles in it (entry.server). */}
        {import.meta.env.DEV && <link rel="stylesheet" href={stylesheet} />}
        <Links />
        <script type="module" src={enhance} />
        <script type="speculationrules" dangerouslySetInnerHTML={{ __html: SPECULATION_RULES }} />
      </head>
      <body>
        <a href="#main" className="skip">
          Skip to content
        </a>
        {list && (
          <a href={`#${list}`} className="skip">
            Skip to the list
          </a>
        )}
        {isWork ? (
          <WorkHeader
            brand={brand}
            isTeamFrame={isTeamFrame}
            account={account}
            sections={sections}
            isActive={(item) => isActive(item, pathname)}
            pathname={pathname}
            todoPath={teamPath}
            companyPath={companyPath}
            absencePath={absencePath}
            signOutPath={signOutPath}
            search={
              account?.team && { path: teamSearchPath, words: pathname === teamSearchPath ? searched : undefined }
            }
          />
        ) : (
          <Header brand={brand} login={headerButtons.login} hire={headerButtons.hire} pathname={section} />
        )}
        <NoticeRegion notice={notice} />
        <main id="main">{children}</main>
        {emptiesCache && <img src={emptyCachePath} alt="" hidden />}
        {!isWork && (
          <Menu items={menu} more={menuMore} isActive={(item) => isActive(item, section)} pathname={pathname} />
        )}
        {isWork ? (
          <WorkFooter company={company.name} year={company.copyrightYear} links={footer[workSide]} zone={footer.zone} />
        ) : (
          <Footer
            company={company.name}
            year={company.copyrightYear}
            groups={[
              { title: "Company", links: footer.company },
              { title: "Services", links: footer.services },
              { title: "Legal", links: footer.legal },
            ]}
            social={company.social}
            hire={footer.hire}
            team={footer.team}
          />
        )}
        {hasRequirementForm && <script type="module" src={enhanceRequirementForm} />}
        {/* The very end of the page: the server puts a fresh one to the pages it keeps (server/cached-response). */}
        {token && <input type="hidden" form={FORM_ID} name={TOKEN_KEY} value={token} />}
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

/** The form that was not taken, since its page was made for another, if that is what went wrong. */
function foreignForm(error: unknown): ForeignForm | undefined {
  return isRouteErrorResponse(error) ? (error.data as { foreign?: ForeignForm } | null)?.foreign : undefined;
}

/** Where somebody who is signed in goes on from a page that is not there. */
const homes = {
  team: { label: "To the inbox", path: teamPath },
  company: { label: "To the dashboard", path: dashboardPath },
} as const;

export function ErrorBoundary() {
  const error = useRouteError();
  const { requestId: id } = useContext(DocumentContext);
  const account = useAccount();
  const foreign = foreignForm(error);
  if (foreign) return <ForeignFormPage {...foreign} email={account?.email} />;
  return (
    <ErrorPage
      status={isRouteErrorResponse(error) ? error.status : 500}
      again={isRouteErrorResponse(error) ? readAskAgain(error.data) : undefined}
      requestId={id}
      home={account && (account.team ? homes.team : homes.company)}
    />
  );
}
