// The Deno entry that Supabase deploys. Everything it does stands in handler.ts, which the embedded backend runs too.
import { serveFunction, variable } from "../_shared/platform.ts";
import { handleSyncCrm } from "./handler.ts";

const crm = { webhookUrl: variable("CRM_WEBHOOK_URL"), webhookSecret: variable("CRM_WEBHOOK_SECRET") };

serveFunction((request, options) => handleSyncCrm(request, { ...options, ...crm }));
