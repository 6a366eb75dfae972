import { describePolicies } from "../suites/policies.ts";
import { connect, signUpClient, signUpPerson } from "../support/people.ts";
import { TestBackend } from "../support/processes.ts";

describePolicies(async () => {
  const backend = await TestBackend.start("http://localhost:3999");
  return {
    anon: connect(backend.url, backend.keys.publishable_key),
    service: connect(backend.url, backend.keys.secret_key),
    addPerson: () => signUpPerson(backend, {}),
    addClient: (company) => signUpClient(backend, company),
    async tell({ api }, metadata) {
      const { error } = await api.auth.updateUser({ data: metadata });
      if (error) throw error;
      return api;
    },
    async restart() {
      await backend.stop("SIGKILL");
      await backend.start();
    },
    close: () => backend.remove(),
  };
});
