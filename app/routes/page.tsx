import { useLocation, type MetaArgs } from "react-router";
import { company, titled } from "~/content/company";
import { pages } from "~/content/pages";
import { pageMeta } from "~/lib/meta";
import { PageHeader } from "~/ui/page-header";

export function meta({ location }: MetaArgs) {
  const { title, lead } = pages[location.pathname] ?? { title: company.name, lead: "" };
  return pageMeta(lead, titled(title));
}

/** A public page whose content is its record. */
export default function PublicPage() {
  const { pathname } = useLocation();
  const { title, lead } = pages[pathname] ?? { title: company.name, lead: "" };
  return <PageHeader title={title} lead={lead} />;
}
