import type { Model } from "~/lib/drawing-names";

type ModelsTableProps = {
  caption: string;
  stages: readonly string[];
  models: readonly Model[];
  words: { ours: string; yours: string };
};

/**
 * Models side by side as bars down the stages of one process.
 *
 * @param caption what is compared
 * @param stages the stages of the process, in their order
 * @param words who runs a stage, as the legend says it and as it is read out
 */
export function ModelsTable({ caption, stages, models, words }: ModelsTableProps) {
  return (
    <figure className="models">
      <table>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <td />
            {models.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {stages.map((stage, i) => (
            <tr key={stage}>
              <th scope="row">{stage}</th>
              {models.map(({ name, ours }) => (
                <td key={name} className={ours.includes(i) ? "models-ours" : "models-yours"}>
                  <span className="sr-only">{ours.includes(i) ? words.ours : words.yours}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            {models.map(({ name, note }) => (
              <td key={name}>{note}</td>
            ))}
          </tr>
        </tfoot>
      </table>
      <figcaption aria-hidden="true">
        <span className="models-ours">{words.ours}</span> <span className="models-yours">{words.yours}</span>
      </figcaption>
    </figure>
  );
}
