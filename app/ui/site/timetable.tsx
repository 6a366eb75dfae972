import { ColumnHeads } from "~/ui/pieces/column-heads";
type TimetableProps = {
  /** Names the table. */
  caption: string;
  columns: readonly [string, string, string, string];
  /** Each begins with what the row is about. */
  rows: readonly (readonly [string, string, string, string])[];
  /** Where the figures come from. */
  note: string;
};

/** What takes how long, one row a role. On a phone the role stands above its three cells (styles/pieces.css). */
export function Timetable({ caption, columns, rows, note }: TimetableProps) {
  return (
    <>
      <table className="table timetable">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <ColumnHeads labels={columns} />
          </tr>
        </thead>
        <tbody>
          {rows.map(([role, ...cells]) => (
            <tr key={role}>
              <th scope="row">{role}</th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="hint">{note}</p>
    </>
  );
}
