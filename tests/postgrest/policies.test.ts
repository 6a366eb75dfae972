import { describe } from "vitest";
import { describePolicies } from "../suites/policies.ts";
import { DataApi, hasDataApi } from "../support/data-api.ts";

describe.skipIf(!hasDataApi)("through PostgREST", () => {
  describePolicies(async () => {
    const api = await DataApi.start();
    const add = async (metadata: Record<string, unknown>) => {
      const userId = await api.addUser(metadata);
      return { userId, api: api.asUser(userId) };
    };
    return {
      anon: api.as("anon"),
      service: api.as("service_role"),
      addPerson: () => add({}),
      addClient: (company_name) => add({ company_name }),
      async tell({ userId }, metadata) {
        await api.tell(userId, metadata);
        return api.asUser(userId, metadata);
      },
      restart: () => api.restart(),
      close: () => api.stop(),
    };
  });
});
