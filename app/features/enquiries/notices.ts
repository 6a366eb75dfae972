import type { Notice } from "~/lib/http/notice.server";

/** §8, "Contact". */
export const contactNotices = {
  sent: {
    type: "success",
    title: "Message Sent Successfully!",
    text: "We'll get back to you within 24 hours.",
  },
  failed: {
    type: "error",
    title: "Submission Failed",
    text: "There was an error sending your message. Please try again.",
  },
} as const satisfies Record<string, Notice>;

/** The catalogue is silent on the consultation form; these are its sisters (docs/decisions/specification.md). */
export const consultationNotices = {
  sent: {
    type: "success",
    title: "Consultation Requested",
    text: "We'll contact you within 24 hours to schedule your session.",
  },
  failed: contactNotices.failed,
} as const satisfies Record<string, Notice>;
