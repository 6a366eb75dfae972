import { createTransport, type Transporter } from "nodemailer";
import { FinalError } from "../_shared/outbox.ts";
import { SITE_NAME } from "./names.ts";
import type { SendMail } from "./options.ts";

/** How long the mail server may take for one mail, in milliseconds. */
const MAIL_TIMEOUT = 10_000;

/** Commands whose refusal is about this mail: about the others, the next mail would be refused as well. */
const ABOUT_THE_MAIL = ["RCPT TO", "DATA"];

type SmtpError = Error & { code?: string; command?: string; responseCode?: number };

/** The system's own code, which the library replaces by one of its own (`ESOCKET`), as far as its words have it. */
function systemCode(message: string): string {
  return /\b(?:E[A-Z]{4,}|CERT_[A-Z_]+|[A-Z]+_CERT\w*)\b/.exec(message)?.[0] ?? "";
}

/** In our words, since the server's may quote the address. */
function problemOf({ code = "no code", command = "", responseCode, message }: SmtpError): Error {
  const what = responseCode === undefined ? "gave no answer" : `answered ${responseCode}`;
  const cause = responseCode === undefined ? systemCode(message) : "";
  const details = [...new Set([code, cause, command])].filter(Boolean).join(", ");
  const words = `the mail server ${what} (${details})`;
  const isFinal = (responseCode ?? 0) >= 500 && ABOUT_THE_MAIL.includes(command);
  return isFinal ? new FinalError(words) : new Error(words);
}

/**
 * The way to a mail server, from its address: `smtps://user:...@host:465` speaks TLS from the start, `smtp://...:587`
 * changes to it before it says anything else, and gives up where it can't. `?ignoreTLS=true` is for a mail catcher.
 *
 * @throws Error when the address is not right, without quoting it
 */
export function transportTo(address: string): Transporter {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === "") {
    throw new Error("SMTP_URL must be an address such as smtps://user:...@smtp.example.com:465");
  }
  const secure = url.protocol === "smtps:";
  const ignoreTLS = url.searchParams.get("ignoreTLS") === "true";
  return createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !ignoreTLS,
    ignoreTLS,
    ...(url.username === ""
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * Sends mails by SMTP, each by a connection of its own.
 *
 * @param address of the mail server: see `transportTo`
 * @param sender the address that mails come from
 * @param timeout in milliseconds
 */
export function smtpSender(address: string, sender: string, timeout = MAIL_TIMEOUT): SendMail {
  const transport = transportTo(address);
  return async function send({ to, subject, text, html, messageId, unsubscribeUrl, replyTo, isPersonal }) {
    try {
      await transport.sendMail({
        from: { name: SITE_NAME, address: sender },
        to: { name: "", address: to },
        ...(replyTo === undefined ? {} : { replyTo: { name: "", address: replyTo } }),
        subject,
        text,
        html,
        messageId,
        headers: {
          // So that no absence note answers, but to a person.
          ...(isPersonal ? {} : { "Auto-Submitted": "auto-generated" }),
          ...(unsubscribeUrl && {
            "List-Unsubscribe": `<${unsubscribeUrl}>`,
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          }),
        },
        signal: AbortSignal.timeout(timeout),
      });
    } catch (error) {
      throw problemOf(error as SmtpError);
    }
  };
}
