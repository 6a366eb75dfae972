import { describe } from "vitest";
import { describeAppliedTwice } from "./hire/applied-twice.ts";
import { describeApplying } from "./hire/applying.ts";
import { describeApplicationAnswers } from "./hire/application-answers.ts";
import { describeAdverts } from "./hire/adverts.ts";
import { describePublicJobs } from "./hire/public-jobs.ts";
import { describeAbsence } from "./team/absence.ts";
import { describeCalls } from "./team/calls.ts";
import { describeApplicants } from "./candidates/applicants.ts";
import { describeCandidateAddress } from "./candidates/address.ts";
import { describeCandidateConsents } from "./candidates/consents.ts";
import { describeCandidateFlow } from "./candidates/flow.ts";
import { describeImports } from "./candidates/import.ts";
import { describeCandidateNews } from "./candidates/news.ts";
import { describeTelephone } from "./candidates/telephone.ts";
import { describeCandidateUndo } from "./candidates/undo.ts";
import { describeQuestionsByPhone } from "./candidates/by-phone.ts";
import { describeMyDay } from "./candidates/my-day.ts";
import { describeFinding } from "./candidates/finding.ts";
import { describeNever } from "./candidates/never.ts";
import { describeCandidateRecords } from "./candidates/records.ts";
import { describeOwnApplications } from "./candidates/own-applications.ts";
import { describeOwnPage } from "./candidates/own-page.ts";
import { describeShortlistAnswers } from "./candidates/answers.ts";
import { describeTalks } from "./candidates/talks.ts";
import { describeClientRecords } from "./team/client-records.ts";
import { describeCompany } from "./company/company.ts";
import { describeDrafts } from "./company/drafts.ts";
import { describeFeatures } from "./features.ts";
import { describeFigures } from "./team/figures.ts";
import { describeFloods } from "./team/floods.ts";
import { describeForgetting } from "./forgetting.ts";
import { describeHandovers } from "./team/handovers.ts";
import { describeInbox } from "./team/inbox.ts";
import { describeInboxLists } from "./team/inbox-lists.ts";
import { describeInvitations } from "./company/invitations.ts";
import { describeItemActs } from "./team/item-acts.ts";
import { describeLeavers } from "./company/leavers.ts";
import { describeMails } from "./mails/mails.ts";
import { describeMessages } from "./company/messages.ts";
import { describeNews } from "./mails/news.ts";
import { describeNewsTogether } from "./mails/news-together.ts";
import { describeOperations } from "./team/operations.ts";
import { describePairs } from "./searches/pairs.ts";
import { describePeople } from "./company/people.ts";
import { describePolicies } from "./policies.ts";
import { describePostings } from "./team/postings.ts";
import { describePublicForms } from "./team/public-forms.ts";
import { describeReceipts } from "./company/receipts.ts";
import { describeSettledLines } from "./team/settled-lines.ts";
import { describeRelated } from "./team/related.ts";
import { describeRequirementChanges } from "./company/requirement-changes.ts";
import { describeRequirementPages } from "./company/requirement-pages.ts";
import { describeSenders } from "./team/senders.ts";
import { describeSettings } from "./company/settings.ts";
import { describeSpellings } from "./searches/searches.ts";
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
  "settled lines": describeSettledLines,
  floods: describeFloods,
  figures: describeFigures,
  absence: describeAbsence,
  leavers: describeLeavers,
  handovers: describeHandovers,
  postings: describePostings,
  "people around a line": describeRelated,
  "senders and callers": describeSenders,
  "what the team keeps of a company": describeClientRecords,
};

/** In a database of their own: in that of the other suites each search would look through all that those have left. */
export const SEARCHES: Suites = {
  // First: a list shows the newest, and what is looked for is its own.
  "words as people write them": describeSpellings,
  calls: describeCalls,
  "lists of the inbox": describeInboxLists,
  "two controls of a list": describePairs,
  "public forms": describePublicForms,
};

export const CANDIDATES: Suites = {
  "candidates' records": describeCandidateRecords,
  "imports of candidates": describeImports,
  consents: describeCandidateConsents,
  "finding people for a requirement": describeFinding,
  "another address of a candidate": describeCandidateAddress,
  "questions by telephone": describeQuestionsByPhone,
  "companies that must not know": describeNever,
  "a candidate's own page": describeOwnPage,
  "who has applied": describeApplicants,
  "what candidates have applied for": describeOwnApplications,
  "companies' answers": describeShortlistAnswers,
  "companies by telephone": describeTelephone,
  "a no and its undo": describeCandidateUndo,
  "what is said": describeCandidateFlow,
  "what is told of candidates": describeCandidateNews,
  "talks and what comes next": describeTalks,
  "somebody's day": describeMyDay,
  "applied twice": describeAppliedTwice,
  applying: describeApplying,
  "the one answer of an application": describeApplicationAnswers,
  adverts: describeAdverts,
  "jobs as the public reads them": describePublicJobs,
};

export function describeSuites(suites: Suites, world: () => World): void {
  for (const [name, describeSuite] of Object.entries(suites)) describe(name, () => describeSuite(world));
}
