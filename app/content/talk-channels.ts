import type { Options } from "~/lib/schema/fields";

/** By which way the team has spoken with somebody; a note of its own has none. */
export const talkChannels = [
  ["call", "Call"],
  ["whatsapp", "WhatsApp"],
  ["mail", "Mail"],
  ["meeting", "Meeting"],
] as const satisfies Options;

export type TalkChannel = (typeof talkChannels)[number][0];
