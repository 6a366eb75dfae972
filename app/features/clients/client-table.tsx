import { CallLinks } from "~/ui/pieces/reach";
import { Moment } from "~/ui/pieces/moment";
import { SortedBy } from "~/ui/pieces/sorted-by";
import { clientPath, listPath, type ClientFilters, type ClientSort } from "./filters";
import { pathWith } from "~/lib/http/path";
import type { ListedClient } from "./clients.server";

type TableProps = { clients: readonly ListedClient[]; names: Record<string, string>; filters: ClientFilters };

/** Who is in charge of what is open, at most two by name. */
function recruiterWords(recruiters: readonly string[], names: Record<string, string>): string {
  const [first, second, ...others] = recruiters.map((id) => names[id] ?? "somebody");
  if (first === undefined) return "";
  if (second === undefined) return first;
  return others.length > 0 ? `${first}, ${second} and ${others.length} more` : `${first}, ${second}`;
}

function Row({ client, names }: { client: ListedClient; names: Record<string, string> }) {
  const { id, company_name, full_name, phone, members, invited_at, open, recruiters, last_contact_at } = client;
  return (
    <tr>
      <th scope="row" className="what">
        <a href={clientPath(id)}>
          <bdi>{company_name}</bdi>
        </a>{" "}
        <span className="hint">
          <bdi>{full_name}</bdi>
        </span>
      </th>
      <td data-head="Phone">{phone && <CallLinks text={phone} />}</td>
      <td data-head="Open">{open > 0 && <a href={pathWith("/team/requirements", { client: id })}>{open} open</a>}</td>
      <td data-head="Account">
        {members > 0
          ? members === 1
            ? "1 person"
            : `${members} people`
          : invited_at
            ? "invited, not accepted"
            : "nobody invited"}
      </td>
      <td data-head="Last contact">{last_contact_at && <Moment value={last_contact_at} />}</td>
      <td className="whose">{recruiterWords(recruiters, names)}</td>
    </tr>
  );
}

/** The companies, a line each, with what is open and who is in charge of it. On a phone a row becomes a few lines. */
export function ClientTable({ clients, names, filters }: TableProps) {
  const column = (sort: ClientSort | undefined, order: "asc" | "desc", label: string) => (
    <SortedBy order={filters.sort === sort ? order : undefined} path={pathWith(listPath, { ...filters, sort })}>
      {label}
    </SortedBy>
  );
  return (
    <table className="inbox requirements candidates clients" aria-label="Clients">
      <thead>
        <tr>
          {column("name", "asc", "Company")}
          <th scope="col">Phone</th>
          {column("open", "desc", "Open")}
          <th scope="col">Account</th>
          <th scope="col">Last contact</th>
          <th scope="col">Recruiter</th>
        </tr>
      </thead>
      <tbody>
        {clients.map((client) => (
          <Row key={client.id} client={client} names={names} />
        ))}
      </tbody>
    </table>
  );
}
