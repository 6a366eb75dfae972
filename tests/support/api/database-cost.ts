import type { Asker, SizeCall, SizeScene } from "./size-scene.ts";

/** What a call costs the database: milliseconds of its time, and pages of memory (8 KB) that it looks at. */
export type DatabaseCost = { milliseconds: number; buffers: number };

type Explained = {
  "QUERY PLAN": {
    Plan: { "Shared Hit Blocks": number; "Shared Read Blocks": number };
    "Execution Time": number;
  }[];
};

const isJson = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The statement of a call, as the Data API makes it, and its values. */
function statementOf({ name, arguments: values }: SizeCall): [statement: string, values: unknown[]] {
  const named = Object.entries(values).map(([key, value], place) => {
    const json = `$${place + 1}::text::jsonb`;
    if (key === "filter") {
      const kind = /candidate|requirement/.exec(name)?.[0] ?? "inbox";
      return `filter => jsonb_populate_record(null::public.${kind}_filter, ${json})`;
    }
    return `${key} => ${isJson(value) ? json : `$${place + 1}`}`;
  });
  return [
    `select * from public.${name}(${named.join(", ")})`,
    Object.values(values).map((value) => (isJson(value) ? JSON.stringify(value) : value)),
  ];
}

/** Does something as whoever makes a call, in a transaction that is taken back unless it is to stay. */
export async function callAs<Value>(
  { owner, claims: everybodys }: SizeScene,
  who: Asker,
  work: () => Promise<Value>,
  stays = false,
): Promise<Value> {
  const claims = everybodys[who];
  await owner.query("begin");
  try {
    await owner.query(
      "select set_config('request.jwt.claims', $1, true), set_config('request.jwt.claim.sub', $2, true)",
      [JSON.stringify(claims), claims["sub"]],
    );
    await owner.query("set local role authenticated");
    return await work();
  } finally {
    await owner.query(stays ? "commit" : "rollback");
  }
}

/** What a call gives. */
export async function callRows(scene: SizeScene, call: SizeCall): Promise<Record<string, unknown>[]> {
  return (await scene.owner.query<Record<string, unknown>>(...statementOf(call))).rows;
}

/** What a call costs the database; it is carried out, and what it gives is left out. */
export async function measureCost(scene: SizeScene, call: SizeCall): Promise<DatabaseCost> {
  const [statement, values] = statementOf(call);
  const { rows } = await scene.owner.query<Explained>(
    `explain (analyze, buffers, timing off, format json) ${statement}`,
    values,
  );
  const [{ Plan: plan, "Execution Time": milliseconds }] = rows[0]!["QUERY PLAN"] as [Explained["QUERY PLAN"][number]];
  return { milliseconds, buffers: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] };
}
