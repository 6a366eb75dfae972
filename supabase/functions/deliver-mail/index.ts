// The Deno entry that Supabase deploys. What it does stands in handler.ts, which the embedded backend runs too; the way to
// a mail server is this one's alone.
import { serveFunction, variable } from "../_shared/platform.ts";
import { handleDeliverMail } from "./handler.ts";
import { smtpSender } from "./smtp.ts";

const [smtpUrl, sender, siteUrl] = [variable("SMTP_URL"), variable("SMTP_ADMIN_EMAIL"), variable("APP_URL")];
const officePhone = variable("OFFICE_PHONE");
const send = smtpUrl && sender && siteUrl ? smtpSender(smtpUrl, sender) : undefined;

serveFunction((request, options) =>
  handleDeliverMail(request, { ...options, siteUrl: siteUrl ?? "", officePhone, send }),
);
