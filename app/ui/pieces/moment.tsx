import { dayWords, dueDayWords, momentWords } from "~/lib/format/clock";

type MomentProps = {
  /** ISO 8601; a day without a time is that day everywhere. */
  value: string;
  /** Shows the time of day as well. */
  hasTime?: boolean;
  /** The reader's language, where the specification asks for it. */
  locale?: string;
};

/** A day or a moment by the agency's clock, whose name the page says at its end. */
export function Moment({ value, hasTime = false, locale }: MomentProps) {
  return <time dateTime={value}>{hasTime ? momentWords(value) : dayWords(value, locale)}</time>;
}

/** A day that something is promised by: it has passed when the day has. */
export function DueDay({ value }: Pick<MomentProps, "value">) {
  return <time dateTime={value}>{dueDayWords(value)}</time>;
}

type DatedProps = Omit<MomentProps, "value"> & { words: string; value: string | null | undefined; end?: string };

/** Words with the moment that they tell, and what follows it; nothing where there is none. */
export function Dated({ words, value, end, ...moment }: DatedProps) {
  if (!value) return null;
  return (
    <>
      {`${words} `}
      <Moment value={value} {...moment} />
      {end}
    </>
  );
}
