import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { generate } from "selfsigned";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

export type ReceivedMail = {
  from: string;
  to: string[];
  /** As it came over the wire. */
  raw: string;
  wasEncrypted: boolean;
  user: string | undefined;
};

/** Which command a mail server answers with an error, and with which. */
export type Refusal = { at: "MAIL FROM" | "RCPT TO" | "DATA"; code: number };

type Options = {
  /** TLS from the start, TLS when asked for, or none at all. */
  encryption: "tls" | "starttls" | "none";
  /** Whoever sends must say both. */
  login?: { user: string; pass: string };
};

/** A header's value, with its continued lines. */
export function headerOf({ raw }: ReceivedMail, name: string): string | undefined {
  const [head = ""] = raw.split("\r\n\r\n");
  const unfolded = head.replace(/\r\n[ \t]+/g, " ");
  return new RegExp(`^${name}: (.*)$`, "im").exec(unfolded)?.[1];
}

type Certificate = Record<"key" | "cert" | "authority", string>;

/** By an authority of its own: not every runtime takes a certificate that has signed itself, even one it was told to trust. */
async function certify(): Promise<Certificate> {
  const authority = await generate([{ name: "commonName", value: `Authority ${randomUUID()}` }], {
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], {
    ca: { key: authority.private, cert: authority.cert },
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] }],
  });
  return { key, cert, authority: authority.cert };
}

/** One for all that a process starts: its keys take longer than all else. */
let certificate: Promise<Certificate> | undefined;

/** What stands where a mail server would: it keeps what it was sent, and refuses, or says nothing, as it is told. */
export class MailServerStandIn {
  readonly #server: SMTPServer;
  readonly #options: Options;
  /** The certificate of whoever vouches for it, as localhost; nobody trusts it who was not told to. */
  readonly authority: string;
  readonly mails: ReceivedMail[] = [];
  refusal: Refusal | undefined;
  #gate = Promise.withResolvers<void>();
  #arrival = Promise.withResolvers<void>();

  private constructor(options: Options, { key, cert, authority }: Certificate) {
    this.#gate.resolve();
    this.#options = options;
    this.authority = authority;
    const { encryption, login } = options;
    this.#server = new SMTPServer({
      secure: encryption === "tls",
      ...(encryption === "none" ? { hideSTARTTLS: true } : { key, cert }),
      authOptional: login === undefined,
      onAuth: ({ username, password }, _, callback) => {
        if (username === login?.user && password === login?.pass) callback(null, { user: username });
        else callback(Object.assign(new Error("No"), { responseCode: 535 }));
      },
      onMailFrom: (_, __, callback) => callback(this.#refusalAt("MAIL FROM")),
      onRcptTo: (_, __, callback) => callback(this.#refusalAt("RCPT TO")),
      onData: (stream, session, callback) => {
        // Whoever goes away midway has sent no mail.
        void this.#read(stream, session).then(callback, () => undefined);
      },
    });
    // A client that gives up is what the tests are about.
    this.#server.on("error", () => undefined);
  }

  async #read(stream: Readable, session: SMTPServerSession): Promise<Error | null> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    this.#arrival.resolve();
    await this.#gate.promise;
    const refusal = this.#refusalAt("DATA");
    if (!refusal) this.#keep(Buffer.concat(chunks).toString(), session);
    return refusal;
  }

  #refusalAt(at: Refusal["at"]): Error | null {
    if (this.refusal?.at !== at) return null;
    return Object.assign(new Error("<somebody@test.example> is refused"), { responseCode: this.refusal.code });
  }

  #keep(raw: string, { envelope, secure, user }: SMTPServerSession): void {
    this.mails.push({
      from: envelope.mailFrom ? envelope.mailFrom.address : "",
      to: envelope.rcptTo.map(({ address }) => address),
      raw,
      wasEncrypted: secure,
      user: typeof user === "string" ? user : undefined,
    });
  }

  static async start(options: Options): Promise<MailServerStandIn> {
    certificate ??= certify();
    const standIn = new MailServerStandIn(options, await certificate);
    const listening = standIn.#server.listen(0, "127.0.0.1");
    await once(listening, "listening");
    return standIn;
  }

  /** Where it is, as `SMTP_URL` says it, for whoever takes localhost to be 127.0.0.1. */
  get url(): string {
    const address = this.#server.server.address();
    if (address === null || typeof address === "string") throw new Error("not listening");
    const { encryption, login } = this.#options;
    const who = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.pass)}@` : "";
    return `${encryption === "tls" ? "smtps" : "smtp"}://${who}localhost:${address.port}`;
  }

  /** The Message-IDs it has been sent, each once. */
  get ids(): Set<string> {
    return new Set(this.mails.map((mail) => headerOf(mail, "Message-ID") ?? ""));
  }

  /** From now on it takes mails and says nothing. @returns when one has come */
  hold(): Promise<void> {
    this.#gate = Promise.withResolvers<void>();
    this.#arrival = Promise.withResolvers<void>();
    return this.#arrival.promise;
  }

  /** It answers again, also what it was asked meanwhile. */
  release(): void {
    this.#gate.resolve();
  }

  async stop(): Promise<void> {
    this.release();
    await new Promise<void>((resolve) => this.#server.close(resolve));
  }
}
