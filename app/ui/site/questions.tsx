import { JsonLd } from "~/ui/layout/site/json-ld";

/** Questions that open to their answers, without a script, and the same as data for search engines. */
export function Questions({ items }: { items: readonly { question: string; answer: string }[] }) {
  return (
    <>
      <JsonLd
        data={{
          "@type": "FAQPage",
          mainEntity: items.map(({ question, answer }) => ({
            "@type": "Question",
            name: question,
            acceptedAnswer: { "@type": "Answer", text: answer },
          })),
        }}
      />
      <div className="questions">
        {items.map(({ question, answer }) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </>
  );
}
