import { applyingTexts } from "~/content/jobs/applying";
import { refusalNotice } from "~/lib/backend/refusals";
import type { Notice } from "~/lib/http/notice.server";
import { errorNotice } from "~/lib/http/notices";
import type { Failure } from "~/lib/result";

/** In which the pages of applying are, until there are others. */
export const APPLYING_LANGUAGE = "en";

/** Why what an applicant has sent was not taken. */
export function notSent(failure: Failure): Notice {
  const { form, refused } = applyingTexts(APPLYING_LANGUAGE);
  if (failure.status >= 500) return errorNotice(form.failed, form.failedText);
  return refusalNotice(form.failed, refused)(failure);
}
