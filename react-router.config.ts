import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // The middleware `limits` refuses posts from elsewhere, more strictly, and with a page that says so.
  allowedActionOrigins: ["**"],
  // Every flag of the next major version, so that the step to it stays small.
  future: {
    v8_middleware: true,
    v8_passThroughRequests: true,
    v8_splitRouteModules: "enforce",
    v8_trailingSlashAwareDataRequests: true,
    v8_viteEnvironmentApi: true,
  },
} satisfies Config;
