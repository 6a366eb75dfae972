import { termsOfService } from "~/content/legal";
import { pageMeta } from "~/lib/http/meta";
import { LegalDocument } from "~/ui/site/legal-document";

export const meta = () => pageMeta(termsOfService.title, termsOfService.lead);

/** /terms-of-service (§2). */
export default function TermsOfServicePage() {
  return <LegalDocument {...termsOfService} />;
}
