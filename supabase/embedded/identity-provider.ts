import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { KoaContextWithOIDC } from "oidc-provider";

export type IdentityProvider = ReturnType<typeof createIdentityProvider>;

/** Where the provider is mounted. */
export const IDENTITY_PROVIDER_PATH = "/identity";

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The account behind whatever name is typed at the provider's own sign-in: an address is taken as it is. */
function emailOf(name: string): string {
  const typed = name.trim().toLowerCase();
  return /^[^@\s]+@[^@\s]+$/.test(typed) ? typed : `${typed.replace(/[^a-z0-9.-]+/g, "-")}@provider.example`;
}

/**
 * A local OpenID Connect provider that stands for Google and LinkedIn, so that a newcomer can click through both buttons
 * without an account anywhere. Any name signs in, with any password. Embedded backend only.
 *
 * @param origin the backend's own address
 */
export function createIdentityProvider(origin: string) {
  const clientId = "embedded-backend";
  const clientSecret = randomBytes(32).toString("base64url");
  const issuer = origin + IDENTITY_PROVIDER_PATH;
  let opened: Promise<Answer> | undefined;
  /** It is loaded when somebody asks for it: few do, and a start would wait for it. */
  async function open(): Promise<Answer> {
    const { errors, Provider } = await import("oidc-provider");
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [`${origin}/auth/v1/callback`],
          grant_types: ["authorization_code"],
          response_types: ["code"],
          token_endpoint_auth_method: "client_secret_post",
        },
      ],
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
      cookies: { keys: [randomBytes(32).toString("base64url")] },
      pkce: { required: () => false },
      findAccount: (_, id) => ({
        accountId: id,
        claims: () => ({ sub: emailOf(id), email: emailOf(id), email_verified: true, name: id }),
      }),
      renderError(context: KoaContextWithOIDC, _, error: Error) {
        context.type = "text/plain";
        context.body = error instanceof errors.OIDCProviderError ? error.error : "The identity provider failed";
      },
    });
    return provider.callback();
  }
  return {
    issuer,
    // Where the browser is sent, and what this backend asks behind its back.
    authorizeUrl: `${issuer}/auth`,
    tokenUrl: `${issuer}/token`,
    userInfoUrl: `${issuer}/me`,
    clientId,
    clientSecret,
    /** Answers a request below `IDENTITY_PROVIDER_PATH`. */
    handle(request: IncomingMessage, response: ServerResponse): void {
      // As a framework would mount it: the provider builds its own links from what was cut off.
      const mounted = request as IncomingMessage & { originalUrl?: string; baseUrl?: string };
      mounted.originalUrl = request.url ?? "/";
      mounted.baseUrl = IDENTITY_PROVIDER_PATH;
      request.url = mounted.originalUrl.slice(IDENTITY_PROVIDER_PATH.length) || "/";
      opened ??= open();
      void opened.then((answer) => answer(request, response));
    },
  };
}
