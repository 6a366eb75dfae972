import { applyingTexts } from "~/content/jobs/applying";
import { refusalNotice } from "~/lib/backend/refusals";
import type { Notice } from "~/lib/http/notice.server";
import { timeWords } from "~/lib/format/days";
import { errorNotice, successNotice } from "~/lib/http/notices";
import type { Asked } from "./applications.server";
import type { Failure } from "~/lib/result";

/** In which the pages of applying are, until there are others. */
export const APPLYING_LANGUAGE = "en";

/** Why what an applicant has sent was not taken. */
export function notSent(failure: Failure): Notice {
  const { form, refused } = applyingTexts(APPLYING_LANGUAGE);
  if (failure.status >= 500) return errorNotice(form.failed, form.failedText);
  return refusalNotice(form.failed, refused)(failure);
}

/** That the confirming mail was asked for, or had been: the same for every address, whatever has become of it. */
export function askedNotice({ asked_at, again_at, is_new }: Asked): Notice {
  const { sent } = applyingTexts(APPLYING_LANGUAGE);
  const [at, from] = [timeWords(asked_at), timeWords(again_at)];
  return is_new
    ? successNotice(sent.askedTitle, sent.asked(from))
    : successNotice(sent.askedBefore, sent.askedAt(at, from));
}
