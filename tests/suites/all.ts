import { describe } from "vitest";
import { describeAbsence } from "./absence.ts";
import { describeCalls } from "./calls.ts";
import { describeCandidateFlow } from "./candidate-flow.ts";
import { describeCandidates } from "./candidates.ts";
import { describeCandidatesSay } from "./candidates-say.ts";
import { describeCompany } from "./company.ts";
import { describeDrafts } from "./drafts.ts";
import { describeFeatures } from "./features.ts";
import { describeFloods } from "./floods.ts";
import { describeForgetting } from "./forgetting.ts";
import { describeHandovers } from "./handovers.ts";
import { describeInbox } from "./inbox.ts";
import { describeInboxLists } from "./inbox-lists.ts";
import { describeInvitations } from "./invitations.ts";
import { describeItemActs } from "./item-acts.ts";
import { describeLeavers } from "./leavers.ts";
import { describeMails } from "./mails.ts";
import { describeMessages } from "./messages.ts";
import { describeNews } from "./news.ts";
import { describeNewsTogether } from "./news-together.ts";
import { describeOperations } from "./operations.ts";
import { describePeople } from "./people.ts";
import { describePolicies } from "./policies.ts";
import { describePostings } from "./postings.ts";
import { describeReceipts } from "./receipts.ts";
import { describeRelated } from "./related.ts";
import { describeRequirementChanges } from "./requirement-changes.ts";
import { describeRequirementPages } from "./requirement-pages.ts";
import { describeSettings } from "./settings.ts";
import type { World } from "./world.ts";

type Suites = Record<string, (world: () => World) => void>;

/** What happens in the database, which is the same on every backend. */
export const SUITES: Suites = {
  // First, while nothing but its own is old.
  forgetting: describeForgetting,
  features: describeFeatures,
  policies: describePolicies,
  invitations: describeInvitations,
  people: describePeople,
  company: describeCompany,
  operations: describeOperations,
  mails: describeMails,
  receipts: describeReceipts,
  news: describeNews,
  "news in one mail": describeNewsTogether,
  "settings of mails": describeSettings,
  "changes of requirements": describeRequirementChanges,
  "pages of requirements": describeRequirementPages,
  messages: describeMessages,
  drafts: describeDrafts,
  inbox: describeInbox,
  "working off the inbox": describeItemActs,
  floods: describeFloods,
  absence: describeAbsence,
  leavers: describeLeavers,
  handovers: describeHandovers,
  postings: describePostings,
  "people around a line": describeRelated,
};

/** In a database of their own: in that of the other suites each search would look through all that those have left. */
export const SEARCHES: Suites = { calls: describeCalls, "lists of the inbox": describeInboxLists };

export const CANDIDATES: Suites = {
  candidates: describeCandidates,
  "what is said": describeCandidateFlow,
  "what is told of them": describeCandidatesSay,
};

export function describeSuites(suites: Suites, world: () => World): void {
  for (const [name, describeSuite] of Object.entries(suites)) describe(name, () => describeSuite(world));
}
