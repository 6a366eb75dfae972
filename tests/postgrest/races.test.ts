import { afterAll, describe } from "vitest";
import { toolPath } from "../../scripts/needs/tools.ts";
import { openRaces, type Races } from "../support/people/races.ts";
import { describeCompanyRaces } from "./races/company.ts";
import { describeInboxRaces } from "./races/inbox.ts";
import { describeMessageRaces } from "./races/messages.ts";
import { describePeopleRaces } from "./races/people.ts";
import { describeTurns } from "./races/turns.ts";

/** On one database, one after the other: the first counts all of the inbox, and the last empties it. */
const RACES: Record<string, (races: Races) => void> = {
  "many at once": describeInboxRaces,
  "people at once": describePeopleRaces,
  "many who write at once": describeMessageRaces,
  "a company's people at once": describeCompanyRaces,
  "what waits to be sent": describeTurns,
};

describe.skipIf(!toolPath("supabase"))("on sessions of their own", () => {
  const races = openRaces();
  describe.each(Object.entries(RACES))("%s", (_, describeRaces) => {
    describeRaces(races);
    afterAll(() => races.closeSessions());
  });
});
