import type { FunctionOptions } from "../_shared/options.ts";

/** One mail, ready to be sent. */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same for each attempt, with its angle brackets: by it a repeat can be told. */
  messageId: string;
  /** Of a mail that can be switched off: where a mail program may do that by one post (RFC 8058). */
  unsubscribeUrl?: string | undefined;
  /** Where an answer goes; undefined: to the sender. */
  replyTo?: string | undefined;
  /** Has a person written it? Then an absence note may answer. */
  isPersonal?: boolean;
};

/** @throws FinalError when the mail itself is refused, any Error for another attempt */
export type SendMail = (mail: Mail) => Promise<void>;

export type DeliverMailOptions = FunctionOptions & {
  /** The site's public origin: where the mails' links lead. */
  siteUrl: string;
  /** The number to ring that mails name, where the operator has set one. */
  officePhone?: string | undefined;
  /** Where mails go; nowhere when no mail server is configured: then they wait. */
  send?: SendMail | undefined;
};
