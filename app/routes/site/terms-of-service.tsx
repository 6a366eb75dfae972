import { titled } from "~/content/company";
import { termsOfService } from "~/content/legal";
import { pageMeta } from "~/lib/http/meta";
import { LegalDocument } from "~/ui/site/legal-document";

export function meta() {
  return pageMeta(titled(termsOfService.title), termsOfService.lead);
}

/** /terms-of-service (§2). */
export default function TermsOfServicePage() {
  return <LegalDocument {...termsOfService} />;
}
