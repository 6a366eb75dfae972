import { privacyPolicy } from "~/content/legal";
import { privacyNotice } from "~/content/privacy-notice";
import { pageMeta } from "~/lib/http/meta";
import { LegalDocument } from "~/ui/site/legal-document";
import { PrivacyNotice } from "~/ui/forms/privacy-notice";

const { items, cookies, withdrawal, rights, complaint } = privacyNotice;
const parts = [...items, cookies, withdrawal, rights, complaint];

export const meta = () => pageMeta(privacyPolicy.title, privacyPolicy.lead);

/** /privacy-policy (§2), and below it the notice that the forms link to. */
export default function PrivacyPolicyPage() {
  return (
    <LegalDocument {...privacyPolicy}>
      <PrivacyNotice {...privacyNotice} parts={parts} />
    </LegalDocument>
  );
}
