import type { FormState } from "~/lib/forms/form";
import { readAmount, type Currency } from "~/lib/schema/money";

/** Words of a place, by the currency that people are paid in there: the countries and cities that we hire in. */
const PLACES: Record<Currency, string> = {
  INR:
    "india|bharat|noida|(new )?delhi|ncr|gurgaon|gurugram|ghaziabad|faridabad|mumbai|navi mumbai|thane|pune|nashik|nagpur|" +
    "aurangabad|bengaluru|bangalore|mysuru|mysore|hyderabad|chennai|coimbatore|kolkata|ahmedabad|vadodara|surat|jaipur|" +
    "lucknow|kanpur|agra|chandigarh|mohali|ludhiana|indore|bhopal|kochi|cochin|goa|bhubaneswar|visakhapatnam|patna|" +
    "dehradun|maharashtra|karnataka|tamil nadu|kerala|gujarat|telangana|haryana|punjab|rajasthan|uttar pradesh|uttarakhand",
  USD:
    "usa?|u\\.s\\.(a\\.)?|united states|america|new york|california|texas|florida|washington|boston|chicago|austin|dallas|" +
    "houston|seattle|san francisco|los angeles|san jose|atlanta|denver|ohio|michigan|illinois|georgia|virginia|alabama",
  EUR:
    "germany|deutschland|berlin|munich|münchen|hamburg|frankfurt|netherlands|amsterdam|rotterdam|ireland|dublin|france|paris|" +
    "spain|madrid|barcelona|italy|milan|rome|austria|vienna|belgium|brussels|portugal|lisbon|finland|helsinki|greece|athens",
  GBP:
    "united kingdom|uk|u\\.k\\.|great britain|england|scotland|wales|london|manchester|birmingham|leeds|liverpool|bristol|" +
    "glasgow|edinburgh",
};

/** What each currency is called, and where it is paid. */
const CURRENCIES: Record<Currency, { name: string; place: string }> = {
  INR: { name: "Indian rupees (₹)", place: "India" },
  USD: { name: "US dollars ($)", place: "the United States" },
  EUR: { name: "euros (€)", place: "a country of the euro" },
  GBP: { name: "pounds (£)", place: "the United Kingdom" },
};

/** Less than this in a year is pay for a shorter time, or one in another unit. */
const LEAST_IN_A_YEAR: Record<Currency, number> = { INR: 100_000, USD: 10_000, EUR: 10_000, GBP: 10_000 };

const codes = Object.keys(CURRENCIES) as Currency[];

function isCurrency(value: unknown): value is Currency {
  return codes.some((code) => code === value);
}

/** The currency of the place that a location names; undefined where it names none that is known, or several. */
export function currencyOfPlace(location: string): Currency | undefined {
  const named = codes.filter((code) =>
    new RegExp(`(?:^|[^\\p{L}\\d])(?:${PLACES[code]})(?![\\p{L}\\d])`, "iu").test(location.slice(0, 200)),
  );
  return named.length === 1 ? named[0] : undefined;
}

type Entries = Readonly<Record<string, unknown>>;

function entryText(entries: Entries, name: string): string {
  const value = entries[name];
  return typeof value === "string" ? value : "";
}

/** A form, with the currency of the place that it names, where that is known. */
export function inCurrencyOfPlace(form: FormState): FormState {
  const currency = currencyOfPlace(entryText(form.defaultValues, "location"));
  return currency ? { ...form, defaultValues: { ...form.defaultValues, currency } } : form;
}

/** The entry that says what has been asked about the form and answered: it is not asked again for that form. */
export const QUESTIONS_ANSWERED = "pay_answered";

/** The fields with amounts of pay. */
const AMOUNTS = ["min_salary", "max_salary"] as const;

/** What is asked about the pay, and what each answer says. */
export type PayQuestion = {
  about: "currency" | "period";
  text: string;
  answers: readonly (readonly [answer: string, words: string])[];
};

function answersOf(meant: Currency, chosen: Currency): PayQuestion["answers"] {
  return [
    [meant, `In ${CURRENCIES[meant].name}`],
    [chosen, `In ${CURRENCIES[chosen].name}, as It Says`],
  ];
}

/**
 * What is to be asked about the pay that a form names, once: whether its currency is meant, where its own words or the place
 * have another one; and whether it is for a month, where it is too little for a year. Undefined for nothing: without an
 * amount nobody is asked.
 */
export function askAboutPay(entries: Entries): PayQuestion | undefined {
  const chosen = entries["currency"];
  const amounts = AMOUNTS.map((name) => readAmount(entryText(entries, name))).filter((amount) => amount !== undefined);
  if (amounts.length === 0 || !isCurrency(chosen)) return undefined;
  const answered = entryText(entries, QUESTIONS_ANSWERED).split(" ");
  const written = amounts.flatMap(({ currency }) => currency ?? []);
  const [other] = written.filter((currency) => currency !== chosen);
  const paid = currencyOfPlace(entryText(entries, "location"));
  if (!answered.includes("currency")) {
    const name = CURRENCIES[chosen].name;
    if (other) {
      const text = `The pay is written in ${CURRENCIES[other].name}, and the currency says ${name}. Which is it?`;
      return { about: "currency", text, answers: answersOf(other, chosen) };
    }
    if (paid && paid !== chosen && written.length === 0) {
      const text = `The job is in ${CURRENCIES[paid].place}, and the pay in ${name}. Is that right?`;
      return { about: "currency", text, answers: answersOf(paid, chosen) };
    }
  }
  const isLittle = amounts.some(({ value, hasPeriod }) => !hasPeriod && value > 0 && value < LEAST_IN_A_YEAR[chosen]);
  if (!isLittle || answered.includes("period")) return undefined;
  return {
    about: "period",
    text: "This pay is low for a year. Is it for a month?",
    answers: [
      ["month", "It Is for a Month"],
      ["year", "It Is for a Year"],
    ],
  };
}

/**
 * What an answer makes of a form's entries: that a start is meant changes none; the currency is the one that was named, amounts for a month say so. The question
 * counts as answered.
 */
export function applyAnswer(entries: Entries, answer: string): Record<string, string> {
  const about = isCurrency(answer) ? "currency" : answer === "start" ? "start" : "period";
  const answered = { [QUESTIONS_ANSWERED]: `${entryText(entries, QUESTIONS_ANSWERED)} ${about}`.trim() };
  if (isCurrency(answer)) return { ...answered, currency: answer };
  if (answer !== "month") return answered;
  const unsaid = AMOUNTS.filter((name) => readAmount(entryText(entries, name))?.hasPeriod === false);
  return { ...answered, ...Object.fromEntries(unsaid.map((name) => [name, `${entryText(entries, name)} a month`])) };
}
