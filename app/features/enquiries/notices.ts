import { errorNotice, successNotice } from "~/lib/http/notices";

/** §8, "Contact". */
export const contactNotices = {
  sent: successNotice("Message Sent Successfully!", "We'll get back to you within 24 hours."),
  failed: errorNotice("Submission Failed", "There was an error sending your message. Please try again."),
};

/** The catalogue is silent on the consultation form; these are its sisters (docs/decisions/specification.md). */
export const consultationNotices = {
  sent: successNotice("Consultation Requested", "We'll contact you within 24 hours to schedule your session."),
  failed: contactNotices.failed,
};
