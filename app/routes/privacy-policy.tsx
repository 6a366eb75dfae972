import { titled } from "~/content/company";
import { privacyPolicy } from "~/content/legal";
import { pageMeta } from "~/lib/meta";
import { LegalDocument } from "~/ui/legal-document";

export function meta() {
  return pageMeta(titled(privacyPolicy.title), privacyPolicy.lead);
}

/** /privacy-policy (§2). */
export default function PrivacyPolicyPage() {
  return <LegalDocument {...privacyPolicy} />;
}
