import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { Mailbox, mailboxPage } from "./mail.ts";

const directory = mkdtempSync(join(tmpdir(), "mailbox-"));
afterAll(() => rmSync(directory, { recursive: true }));

it("says where an answer to a mail would go, of one that says so", () => {
  const mailbox = new Mailbox(directory);
  const mail = {
    to: "asha@example.com",
    subject: "Your message",
    text: "Dear Asha",
    html: "",
    messageId: "<1@a.example>",
  };
  mailbox.keep(mail);
  expect(mailbox.list()).toEqual([expect.not.objectContaining({ reply_to: expect.anything() as unknown })]);
  expect(mailboxPage(mailbox.list())).not.toContain("Answers go to");
  mailbox.keep({ ...mail, replyTo: "<b>dev</b>@example.com" });
  expect(mailbox.list()[0]).toMatchObject({ reply_to: "<b>dev</b>@example.com" });
  expect(mailboxPage(mailbox.list())).toContain("<p>Answers go to &#60;b&#62;dev&#60;/b&#62;@example.com</p>");
});
