import { createServer, type Server, type Socket } from "node:net";
import { once } from "node:events";
import tls from "node:tls";
import { afterEach, describe, expect, it } from "vitest";
import { FinalError } from "../../supabase/functions/_shared/outbox.ts";
import { writeMail } from "../../supabase/functions/deliver-mail/mail.ts";
import { smtpSender, transportTo } from "../../supabase/functions/deliver-mail/smtp.ts";
import { headerOf, MailServerStandIn, type Refusal } from "../support/services/outside/mail-server.ts";

const stopping: (() => Promise<void>)[] = [];
const trusted = tls.getCACertificates();
afterEach(async () => {
  tls.setDefaultCACertificates(trusted);
  for (const stop of stopping.splice(0)) await stop();
});

type Options = Parameters<typeof MailServerStandIn.start>[0];

/** A mail server that this process trusts. */
async function start(options: Options, { trust = true } = {}): Promise<MailServerStandIn> {
  const server = await MailServerStandIn.start(options);
  stopping.push(() => server.stop());
  if (trust) tls.setDefaultCACertificates([...trusted, server.authority]);
  return server;
}

const mail = {
  to: "ann@test.example",
  subject: "You are invited",
  text: "Words",
  html: "<p>Words</p>",
  messageId: "<invitation.1@www.example.com>",
};

function send(server: { url: string }, timeout?: number): Promise<void> {
  return smtpSender(server.url, "no-reply@example.com", timeout)(mail);
}

/** What a failed attempt says. */
async function failureOf(attempt: Promise<void>): Promise<Error> {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  return error as Error;
}

describe("a mail by SMTP", () => {
  it.each(["tls", "starttls"] as const)(
    "goes encrypted, signed in, with its own Message-ID: %s",
    async (encryption) => {
      const login = { user: "site@example.com", pass: "p@ss:/word %" };
      const server = await start({ encryption, login });
      await send(server);
      const [received, ...more] = server.mails;
      expect(more).toEqual([]);
      expect(received).toMatchObject({
        from: "no-reply@example.com",
        to: ["ann@test.example"],
        wasEncrypted: true,
        user: login.user,
      });
      expect(headerOf(received!, "Message-ID")).toBe(mail.messageId);
      expect(headerOf(received!, "From")).toBe("Kaushal Global Hiring <no-reply@example.com>");
      expect(headerOf(received!, "To")).toBe("ann@test.example");
      expect(headerOf(received!, "Subject")).toBe(mail.subject);
      expect(headerOf(received!, "Auto-Submitted")).toBe("auto-generated");
      expect(headerOf(received!, "Content-Type")).toContain("multipart/alternative");
      expect(received!.raw).toContain("<p>Words</p>");
    },
  );

  it("says how it can be switched off by one post, where it can be", async () => {
    const server = await start({ encryption: "tls" });
    const unsubscribeUrl = `https://www.example.com/unsubscribe?token=${"ab".repeat(32)}`;
    await smtpSender(server.url, "no-reply@example.com")({ ...mail, unsubscribeUrl });
    await send(server);
    const [can, cannot] = server.mails;
    expect(headerOf(can!, "List-Unsubscribe")).toBe(`<${unsubscribeUrl}>`);
    expect(headerOf(can!, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
    for (const name of ["List-Unsubscribe", "List-Unsubscribe-Post"]) expect(headerOf(cannot!, name)).toBeUndefined();
  });

  it("of a person lets an absence note answer, to them", async () => {
    const server = await start({ encryption: "tls" });
    await smtpSender(server.url, "no-reply@example.com")({ ...mail, isPersonal: true, replyTo: "dev@example.com" });
    const [sent] = server.mails;
    expect(headerOf(sent!, "Auto-Submitted")).toBeUndefined();
    expect(headerOf(sent!, "Reply-To")).toBe("dev@example.com");
  });

  it("says nothing to a server that can't encrypt, unless it is a catcher's address", async () => {
    const server = await start({ encryption: "none" });
    await failureOf(send(server));
    expect(server.mails).toEqual([]);
    await send({ url: `${server.url}?ignoreTLS=true` });
    expect(server.mails).toMatchObject([{ wasEncrypted: false }]);
  });

  it.each(["tls", "starttls"] as const)(
    "says nothing to a server that it has no reason to trust: %s",
    async (encryption) => {
      const server = await start({ encryption }, { trust: false });
      expect(await failureOf(send(server))).not.toBeInstanceOf(FinalError);
      expect(server.mails).toEqual([]);
    },
  );

  it.each<[string, Refusal, boolean]>([
    ["has no such mailbox", { at: "RCPT TO", code: 550 }, true],
    ["takes no such words", { at: "DATA", code: 554 }, true],
    ["wants it later", { at: "RCPT TO", code: 450 }, false],
    ["has no room now", { at: "DATA", code: 452 }, false],
    ["does not know the sender, whatever the mail", { at: "MAIL FROM", code: 550 }, false],
  ])("that a server refuses because it %s is told in our words: %j, for good: %s", async (_, refusal, isFinal) => {
    const server = await start({ encryption: "tls" });
    server.refusal = refusal;
    const error = await failureOf(send(server));
    expect([error.message.includes(`answered ${refusal.code}`), error instanceof FinalError]).toEqual([true, isFinal]);
    expect(error.message).toContain(refusal.at);
    expect(error.message).not.toContain("somebody@test.example");
    server.refusal = undefined;
    await send(server);
    expect(server.mails).toHaveLength(1);
  });

  it("that is signed with a wrong password is none of the mail's fault", async () => {
    const server = await start({ encryption: "tls", login: { user: "site", pass: "right" } });
    const error = await failureOf(send({ url: server.url.replace(":right@", ":wrong@") }));
    expect(error).not.toBeInstanceOf(FinalError);
    expect(error.message).toBe("the mail server answered 535 (EAUTH, AUTH PLAIN)");
  });

  it("waits for no server that is not there, or says nothing", async () => {
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const sockets = heldBy(silent);
    const { port } = silent.address() as { port: number };
    const quiet = await failureOf(send({ url: `smtp://localhost:${port}` }, 500));
    expect([quiet instanceof FinalError, quiet.message]).toEqual([false, "the mail server gave no answer (EABORT)"]);
    for (const socket of sockets) socket.destroy();
    silent.close();
    await once(silent, "close");
    const away = await failureOf(send({ url: `smtp://localhost:${port}` }));
    expect(away.message).toBe("the mail server gave no answer (ESOCKET, ECONNREFUSED, CONN)");

    const slow = await start({ encryption: "tls" });
    void slow.hold();
    expect((await failureOf(send(slow, 500))).message).toContain("gave no answer");
  });

  it("keeps what somebody is called out of its head, and shows it as it is", async () => {
    const server = await start({ encryption: "tls" });
    const company = "Ärzte & “Söhne”\r\nBcc: victim@test.example\r\n\r\nBuy";
    const content = {
      template: "client_invitation",
      to: "ann@test.example",
      invited_by: "Zoë\nX-Evil: 1",
      access: "owner",
      company,
      token: "t",
      expires_at: "2026-12-06T10:00:00+00:00",
    };
    await smtpSender(server.url, "no-reply@example.com")(writeMail("invitation.2", content, "https://www.example.com"));
    const [received] = server.mails;
    expect(received?.to).toEqual(["ann@test.example"]);
    for (const name of ["Bcc", "X-Evil", "Cc"]) expect(headerOf(received!, name)).toBeUndefined();
    expect(headerOf(received!, "Subject")).toBe("An invitation to the client portal of Kaushal Global Hiring");
    expect(headerOf(received!, "Reply-To")).toBeUndefined();
  });

  it("about a requirement is answered to its recruiter", async () => {
    const server = await start({ encryption: "tls" });
    const content = {
      template: "requirement_converted",
      to: "ann@test.example",
      id: "0d3c5f0e-6c39-4a8b-9a55-0c1f2a3b4c5d",
      title: "Cook",
      company: "Acme",
      is_named: true,
      reply_to: "ira@agency.example",
    };
    await smtpSender(server.url, "no-reply@example.com")(writeMail("converted.1", content, "https://www.example.com"));
    expect(headerOf(server.mails[0]!, "Reply-To")).toBe("ira@agency.example");
  });
});

function heldBy(server: Server): Socket[] {
  const sockets: Socket[] = [];
  server.on("connection", (socket) => sockets.push(socket.on("error", () => undefined)));
  return sockets;
}

describe("the mail server's address", () => {
  it.each(["", "smtp.example.com", "http://smtp.example.com", "smtp://", "smtps://:465", "smtp://user:secret word@"])(
    "%j is refused, without being quoted",
    (address) => {
      expect(() => transportTo(address)).toThrow(/^SMTP_URL must be an address such as/);
    },
  );

  it.each([
    ["smtps://smtp.example.com", { port: 465, secure: true, requireTLS: false }],
    ["smtp://smtp.example.com", { port: 587, secure: false, requireTLS: true }],
    ["smtp://smtp.example.com:2525", { port: 2525, requireTLS: true }],
    ["smtp://mail:1025?ignoreTLS=true", { port: 1025, requireTLS: false, ignoreTLS: true }],
  ])("%s means %j", (address, options) => {
    expect(transportTo(address).options).toMatchObject(options);
  });
});
