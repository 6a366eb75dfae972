/** Where the agency works. Every day and time is told by its clock, to both sides and in mails: two who speak of one mean one. */
export const ZONE = "Asia/Kolkata";

/** What that clock is called, as pages say it once. */
export const ZONE_NAME = "IST";

/** The name of who the site speaks for; what else is told of them stands in content/company. */
export const SITE_NAME = "Kaushal Global Hiring";
