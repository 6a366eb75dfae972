import { applicationAnswer } from "./application_answer.ts";
import { applicationConfirm } from "./application_confirm.ts";
import { candidateAsk } from "./candidate_ask.ts";
import { candidateCards } from "./candidate_cards.ts";
import { candidateCode } from "./candidate_code.ts";
import { candidateDisowned } from "./candidate_disowned.ts";
import { candidateErased } from "./candidate_erased.ts";
import { candidateLink } from "./candidate_link.ts";
import { candidateMoved } from "./candidate_moved.ts";
import { candidateNews } from "./candidate_news.ts";
import { candidatesWaiting } from "./candidates_waiting.ts";
import { clientAccessChanged } from "./client_access_changed.ts";
import { clientInvitation } from "./client_invitation.ts";
import { itemReply } from "./item_reply.ts";
import { news } from "./news.ts";
import { passwordChanged } from "./password_changed.ts";
import { receipt } from "./receipt.ts";
import { requirementConverted } from "./requirement_converted.ts";
import { requirementFiled } from "./requirement_filed.ts";
import { standIn } from "./stand_in.ts";
import { teamAccessChanged } from "./team_access_changed.ts";
import { teamInvitation } from "./team_invitation.ts";

/** Each mail's letter, by its template, as `mail_outbox` calls it; several that go together are `news`. */
export const MAILS = {
  application_answer: applicationAnswer,
  application_confirm: applicationConfirm,
  candidate_ask: candidateAsk,
  candidate_cards: candidateCards,
  candidate_code: candidateCode,
  candidate_disowned: candidateDisowned,
  candidate_erased: candidateErased,
  candidate_link: candidateLink,
  candidate_moved: candidateMoved,
  candidate_news: candidateNews,
  candidates_waiting: candidatesWaiting,
  client_access_changed: clientAccessChanged,
  client_invitation: clientInvitation,
  item_reply: itemReply,
  news,
  password_changed: passwordChanged,
  receipt,
  requirement_converted: requirementConverted,
  requirement_filed: requirementFiled,
  stand_in: standIn,
  team_access_changed: teamAccessChanged,
  team_invitation: teamInvitation,
};
