import { createContext, createCookieSessionStorage } from "react-router";
import { createToastUtilsWithCustomSession } from "remix-toast";
import type { Context } from "./context";
import { clampMessage } from "~/lib/format/text";
import { carriesNotice, noticeCookie } from "./notice-cookie.server";

const storage = createCookieSessionStorage({ cookie: noticeCookie });

const { dataWithToast, getToast } = createToastUtilsWithCustomSession(storage);

/** What the notification region shows: at most one at a time (§4). */
export type Notice = {
  type: "success" | "error";
  title: string;
  text?: string;
  /** Where it leads: a page of this site; or what it does there, by one post. */
  link?: { label: string; path: string; isPost?: boolean };
};

type State = { pending: Notice | undefined; taken: Notice | undefined; setCookie: string[] };

const noticeContext = createContext<State>();

function setCookies(headers: HeadersInit | undefined): string[] {
  return new Headers(headers).getSetCookie();
}

/** Starts a request with no notice. Called by the middleware `notice`. */
export function openNotices(context: Context): void {
  context.set(noticeContext, { pending: undefined, taken: undefined, setCookie: [] });
}

/**
 * Shows a notice: in this very response when it renders a page, else on the page it redirects to. A later one replaces
 * an earlier one. Its words may come from the backend: they are shown as text, on one line, at most 200 characters.
 */
export function notify(context: Context, { type, title, text, link }: Notice): void {
  const notice: Notice = { type, title: clampMessage(title) };
  if (text) notice.text = clampMessage(text);
  if (link) notice.link = link;
  context.get(noticeContext).pending = notice;
}

/** A text and a link as the library's one description: a text is one line, and what follows on the next ones is the link. */
function describe({ text = "", link }: Notice): string {
  return link ? [text, link.path, link.label, ...(link.isPost ? ["post"] : [])].join("\n") : text;
}

/** A description that `describe` has made. */
function readDescription(description: string): Pick<Notice, "text" | "link"> {
  const [text, path, label, isPost] = description.split("\n");
  return { ...(text ? { text } : {}), ...(path && label ? { link: { path, label, isPost: isPost === "post" } } : {}) };
}

/** The notice to render now, if any. Called by the root loader only; what it gives out is not shown again. */
export async function takeNotice(context: Context, request: Request): Promise<Notice | undefined> {
  const state = context.get(noticeContext);
  const { pending } = state;
  state.pending = undefined;
  if (!carriesNotice(request.headers.get("Cookie"))) return pending;
  const { toast } = await getToast(request);
  // The library would keep the cookie, without a notice in it: then every page of the next minute were one of its own.
  state.setCookie = [await noticeCookie.serialize("", { maxAge: 0 })];
  if (pending || !toast) return pending;
  state.taken = {
    type: toast.type === "success" ? "success" : "error",
    title: toast.message,
    ...readDescription(toast.description ?? ""),
  };
  return state.taken;
}

/** Gives a notice that was taken for a page along to the page that the answer leads to instead. */
export function carryNotice(context: Context): void {
  const state = context.get(noticeContext);
  state.pending ??= state.taken;
}

/** The cookies this response must set: a notice nobody has rendered yet, or the end of one that was. */
export async function noticeCookies(context: Context): Promise<string[]> {
  const { pending, setCookie } = context.get(noticeContext);
  if (!pending) return setCookie;
  const { type, title } = pending;
  const description = describe(pending);
  const { init } = await dataWithToast(null, { type, message: title, ...(description ? { description } : {}) });
  return setCookies(init?.headers);
}
