import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** The forms that are posted and no `OwnedForm`, by their files, besides the public forms: those of a mail's link, and the way out. */
const NOT_OWNED = [
  "app/features/accounts/forms/account-forms.tsx",
  "app/features/applications/applying/apply-form.tsx",
  "app/features/applications/applying/confirm-parts.tsx",
  "app/features/applications/applying/not-me.tsx",
  "app/features/applications/applying/sent-parts.tsx",
  "app/features/candidates/own/code-form.tsx",
  "app/features/candidates/own/link-form.tsx",
  "app/features/candidates/own/mailbox-forms.tsx",
  "app/features/candidates/own/question-answers.tsx",
  "app/features/notifications/subscription-card.tsx",
  "app/ui/forms/owned-form.tsx",
  "app/ui/layout/work/work-header.tsx",
];

it("every form of somebody signed in is an OwnedForm, or carries its owner by an OwnerField", () => {
  const posted = /<(form|Form|[\w.]+\.Form)\b(?:=>|[^>])*?method="post"/;
  const files = globSync("app/**/*.tsx").filter((file) => posted.test(readFileSync(file, "utf8")));
  const isPublic = (file: string) => readFileSync(file, "utf8").includes("{...consentToForm(");
  const carriesOwner = (file: string) => readFileSync(file, "utf8").includes("<OwnerField />");
  expect(files.filter((file) => !isPublic(file) && (!carriesOwner(file) || NOT_OWNED.includes(file))).sort()).toEqual(
    NOT_OWNED,
  );
});
