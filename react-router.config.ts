import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // Every flag of the next major version, so that the step to it stays small.
  future: {
    v8_middleware: true,
    v8_passThroughRequests: true,
    v8_splitRouteModules: "enforce",
    v8_trailingSlashAwareDataRequests: true,
    v8_viteEnvironmentApi: true,
  },
} satisfies Config;
