import { login } from "~/content/accounts";
import { titled } from "~/content/company";
import { pageMeta } from "~/lib/meta";
import { ButtonLink } from "~/ui/button";
import { PageHeader } from "~/ui/page-header";

export function meta() {
  return pageMeta(titled(login.title), login.lead);
}

/** The login page (§2). */
export default function LoginPage() {
  return (
    <div className="wrap narrow pb-16">
      <PageHeader title={login.title} lead={login.lead} />
      <div className="card grid gap-4">
        <p>
          {login.portal.text} <a href={login.portal.path}>{login.portal.label}</a>
        </p>
        <p>
          <ButtonLink href={login.portal.path}>Sign In</ButtonLink>
        </p>
      </div>
    </div>
  );
}
