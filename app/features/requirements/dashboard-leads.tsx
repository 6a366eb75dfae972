import { LocalDate } from "~/ui/local-date";
import type { Lead } from "./requirements.server";

type Leads = { title: string; leads: readonly Lead[] };

/** What the dashboard leads to above its list, under a heading each; of what there is nothing of, it says nothing. */
export function DashboardLeads({ lists, locale }: { lists: readonly Leads[]; locale: string }) {
  return lists
    .filter(({ leads }) => leads.length > 0)
    .map(({ title, leads }, index) => (
      <section key={title} className="empty" aria-labelledby={`leads-${index}`}>
        <h2 id={`leads-${index}`} className="text-lg">
          {title}
        </h2>
        <ul className="lines">
          {leads.map(({ path, title: name, said, at }) => (
            <li key={path}>
              <a href={path}>{name}</a>{" "}
              <span className="hint">
                {said}
                {said && at && ", "}
                {at && <LocalDate value={at} locale={locale} hasTime />}
              </span>
            </li>
          ))}
        </ul>
      </section>
    ));
}
