import { company } from "~/content/company";
import { own } from "./en-own";

/** One or many of something: what stands before the number's noun is the number. */
function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString("en-IN")} ${count === 1 ? one : many}`;
}

/** What the pages about jobs say, in English. */
export const en = {
  /** For `Intl`, and for the page's own language. */
  locale: "en-IN",
  facts: {
    work: {
      permanent: "Permanent",
      contract: "Contract",
      temporary: "Temporary",
      part_time: "Part time",
      full_time: "Full time",
    } as Record<string, string>,
    unit: { hour: "an hour", day: "a day", month: "a month", year: "a year" } as Record<string, string>,
    pay: "Pay",
    payNotTold: "Not told here",
    payUntold: "Pay not told",
    lakhs: (count: string) => `₹${count} lakh`,
    range: (from: string, to: string) => `${from} to ${to}`,
    from: (amount: string) => `From ${amount}`,
    upTo: (amount: string) => `Up to ${amount}`,
    where: "Where",
    remote: "or fully from home",
    kind: "Work",
    experience: "Experience",
    years: (years: number) => counted(years, "year", "years"),
    yearsBetween: (from: number, to: number) => `${from} to ${to} years`,
    yearsFrom: (years: number) => `${counted(years, "year", "years")} or more`,
    yearsUpTo: (years: number) => `Up to ${counted(years, "year", "years")}`,
    noExperience: "None needed",
    until: "Apply until",
    opened: "Posted",
    skills: "Skills",
    company: (name: string) => `At ${name}`,
    unnamed: "A company not named yet",
    untilDay: (day: string) => `apply by ${day}`,
    confidential: "A company that we name to you before it sees you",
  },
  list: {
    title: "Find your next job",
    metaTitle: "Jobs",
    lead: "Apply in two minutes, without an account or a CV. Everyone who applies gets an answer within two working days.",
    search: {
      title: "Search jobs",
      words: "What",
      wordsHint: "Job, skill or company",
      place: "Where",
      placeHint: "City, country or home",
      submit: "Find Jobs",
    },
    searchAgain: "Change the search",
    /** "2 jobs", and of one kind of work "2 contract jobs". */
    count: (count: number, kind = "") => counted(count, `${kind} job`.trim(), `${kind} jobs`.trim()),
    open: (count: number) => counted(count, "open job", "open jobs"),
    forWords: (words: string) => `for “${words}”`,
    inPlace: (place: string) => `in ${place}`,
    /** By what the kinds of work differ: a permanent job is for the full time as well. */
    kinds: { title: "Kinds of work", lasting: "How long", hours: "Hours" },
    all: "All",
    places: "Where the jobs are",
    fromHome: "From home",
    inHome: "from home",
    clear: "Show all jobs",
    noneTitle: "No open job fits this search",
    none: "Try fewer words, a city near you, or any kind of work.",
    noneOpenTitle: "No job is open today",
    noneOpen: "We fill jobs every week. Come back soon, or follow the feed and be told.",
    meant: (words: string) => `Nothing is written quite so: we looked for “${words}”.`,
    instead: {
      near: "None there today. These are near by.",
      words: "None quite so today. These fit your words, in other places or of another kind.",
      some: "None has all of your words today. These have some of them.",
    },
    newestTitle: "The newest jobs",
    openedToday: "New today",
    openedYesterday: "New yesterday",
    closesToday: "Last day to apply",
    closesTomorrow: "Apply by tomorrow",
    pages: "Pages",
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
    nothingFurther: "Nothing further.",
    previous: "Previous page",
    next: "Next page",
    own: "Applied already? Your application",
    feed: "Jobs as a feed (Atom)",
    feedTitle: (agency: string) => `Jobs, ${agency}`,
  },
  unknown: {
    title: "No job is here",
    text: "It may be over by now, or the address is not whole. These are open today.",
    noneOpen: "It may be over by now, or the address is not whole.",
  },
  closed: {
    title: "This job is closed",
    all: "See All Jobs",
    text: (title: string) =>
      `“${title}” takes no more applications. Everyone who applied has an answer, or gets it within two working days.`,
  },
  job: {
    all: "All jobs",
    apply: "Apply Now",
    applyHint: "Two minutes, no account, no CV. Our answer comes within two working days.",
    aboutTitle: "The job",
    nextTitle: "What happens when you apply",
    next: [
      { title: "You apply", text: "Name, mail and what you can do. One press in our mail makes it yours." },
      { title: "We answer", text: "Within two working days, also when it is a no. A person reads it, no machine." },
      { title: "You decide", text: "The company sees you only after your own yes. You can take it back." },
    ],
    freeTitle: "Nobody pays us for a job",
    free: `${company.name} never asks you for money: not to apply, not to be shown, not to start. Whoever asks you is not us.`,
    confidentialTitle: "Who the company is",
    confidentialText:
      "Its name does not stand on this page. We name it to you before anything about you goes there, and you decide then.",
    record: (applied: number, answered: number) =>
      `Of ${applied.toLocaleString("en-IN")} people who applied with us in the last 90 days and were due an answer, ${answered.toLocaleString("en-IN")} have it.`,
    median: (hours: number) => `Half of them had it within ${counted(hours, "hour", "hours")}.`,
    likeTitle: "Jobs like this",
    shareTitle: "Send it to a friend",
    share: { whatsapp: "WhatsApp", mail: "Mail" },
    printed: "Apply at",
  },
  own,
} as const;
